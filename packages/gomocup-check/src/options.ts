/** The options of a check, for every command line that offers one. */
import { UserError } from '../../../src/core/errors.ts';
import { type DescribedOption, oneOf, SWITCH, several, text, type Values, whole } from '../../../src/core/values.ts';
import type { EngineSpec } from '../../../src/measure/match/engine-spec.ts';
import { readEngine } from '../../../src/measure/match/options/engine.ts';
import { STEPS } from './check.ts';
import { RULES, SIZES } from './claims.ts';
import { PROFILES } from './profiles.ts';

export const CHECK_OPTIONS = {
  full: { type: SWITCH, help: 'longer games and searches, more sizes (about seven minutes)' },
  strict: { type: SWITCH, help: 'warnings count as failures' },
  only: { type: several(whole(1, STEPS.length), 'N,N,...'), help: 'run only these steps' },
  profile: {
    type: several(oneOf(PROFILES.map(({ name }) => name)), 'NAME,...'),
    help: `run only what matters under these managers: ${PROFILES.map(({ name }) => name).join(', ')}`,
  },
  rules: { type: RULES, help: 'rules that the brain plays', usual: 'those that ABOUT names, else all' },
  sizes: { type: SIZES, help: 'board sizes that it plays', usual: 'those that ABOUT names, else 15 and 20' },
  json: { type: SWITCH, help: 'print one JSON object per step, then a summary' },
  junit: { type: text('FILE'), help: 'also write the results to a file as JUnit XML' },
  annotate: { type: SWITCH, help: 'also print the faults as annotations of a GitHub workflow' },
} as const satisfies Readonly<Record<string, DescribedOption>>;

export type CheckValues = Values<typeof CHECK_OPTIONS>;

export const CHECK_OPERANDS = {
  noun: 'word',
  min: 1,
  max: Number.POSITIVE_INFINITY,
  expected: 'the command of a brain',
} as const;

export const CHECK_USAGES = ['[options] COMMAND', '[options] cmd=COMMAND [dir=...] [option.X=Y ...]'];

export const CHECK_ABOUT = [
  `Tests a brain in ${STEPS.length} steps: start-up, answers, legal moves, rules and sizes, time, memory, stderr, END, and the beginning of a game as each of ${PROFILES.length} managers plays it. Each step restarts the brain. A fault is shown with what was sent and received, with its consequence under the managers, the sentences of the protocol, and what to do. Progress of long steps is printed on stderr.`,
  '',
  'It takes about a minute and a half, two and a half minutes if the brain leaves many requests unanswered, in which case timeouts shrink.',
];

/** Meanings of the exit codes, except 2: wrong usage. */
export const CHECK_EXITS = { 0: 'passed', 1: 'a step failed or, with --strict, has a warning', 130: 'interrupted' };

/** @param words the command of a brain, or `cmd=...` with other keys @throws UserError */
export function readBrain(words: readonly string[]): EngineSpec {
  const pairs = words.map((word) => /^(cmd|name|dir|memory|delay|starttimeout|eol|option\.\w+)=(.*)$/s.exec(word));
  if (pairs.every((pair) => pair !== null)) return readEngine(new Map(pairs.map(([, key, value]) => [key, value])));
  if (words.length !== 1)
    throw new UserError(`${words.length} words: expected one command (quote it if it has blanks), or cmd=...`);
  return readEngine(new Map([['cmd', words[0]]]));
}

/** @returns the numbers of the steps to run, null for all @throws UserError */
export function stepsOf({ only, profile }: Pick<CheckValues, 'only' | 'profile'>): readonly number[] | null {
  if (profile === null) return only;
  if (only !== null) throw new UserError('--only and --profile: expected one of them');
  const ids = PROFILES.filter(({ name }) => profile.includes(name)).flatMap(({ needs, id }) => [
    'start-ok',
    ...needs,
    id,
  ]);
  return STEPS.flatMap(({ id }, i) => (ids.includes(id) ? [i + 1] : []));
}
