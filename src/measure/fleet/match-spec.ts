/** All that a worker has to know about a match, as a JSON file that is named by its hash. */
import { UserError } from '../../core/errors.ts';
import { ruleFromCode } from '../../core/rule.ts';
import {
  choice,
  either,
  flag,
  isPlain,
  line,
  list,
  matching,
  number,
  object,
  orNull,
  pair,
  parseAs,
  type Schema,
  SHA256,
  where,
  wholeNumber,
} from '../../core/schema.ts';
import type { Opening } from '../../records/notation/openings.ts';
import { OPTION_KEY } from '../match/client.ts';
import { type EnginePack, isPathInside, packHash, sha256Of } from '../match/engine-pack.ts';
import type { EngineSpec } from '../match/engine-spec.ts';
import type { MatchConfig, ScheduledConfig } from '../match/match.ts';
import { MAX_ENGINES, MAX_NAME, NAME, RULE_SCHEMA } from './wire.ts';

/** An engine without its location. */
export interface SentEngine {
  readonly spec: Omit<EngineSpec, 'argv' | 'cwd' | 'command' | 'pack'>;
  readonly pack: EnginePack;
}

export interface MatchSpec extends Omit<ScheduledConfig, 'engines' | 'settings'> {
  readonly engines: readonly SentEngine[];
  /** As in MatchConfig, with the code of the rule instead of the rule. */
  readonly settings: Omit<MatchConfig['settings'], 'rule'> & { readonly rule: number };
  readonly scaleTo: number | null;
}

/** @param packs one per engine, in the same order */
export function specOf(config: MatchConfig, packs: readonly EnginePack[]): MatchSpec {
  const { engines, settings, openings, openingOrder, gamesPerPairing, gauntlet } = config;
  return {
    engines: engines.map((engine, i) => {
      const { argv: _argv, cwd: _cwd, command: _command, pack: _pack, ...spec } = engine;
      return { spec, pack: packs[i] };
    }),
    settings: { ...settings, rule: settings.rule.code },
    openings,
    openingOrder,
    gamesPerPairing,
    gauntlet,
    scaleTo: config.scaleTo ?? null,
  };
}

/** @returns what determines the schedule of a match, engines without a command line @throws UserError */
export function scheduledConfigOf(spec: MatchSpec): ScheduledConfig {
  const rule = ruleFromCode(spec.settings.rule);
  if (rule === null)
    throw new UserError(`rule ${spec.settings.rule} of a match: expected a rule that this tengen knows`);
  const engines = spec.engines.map((engine) => ({ ...engine.spec, command: '', argv: [], cwd: '' }));
  return { ...spec, engines, settings: { ...spec.settings, rule } };
}

/** Longest option that is sent to an engine, and longest argument of its command line. */
const MAX_VALUE = 1000;
const MAX_WORD = 4096;
const MAX_OPTIONS = 1000;
const MAX_FILES = 100_000;
const MAX_OPENINGS = 1_000_000;
const MAX_SIZE = 26;
const MAX_STONES = MAX_SIZE * MAX_SIZE;
/** Three centuries. */
const MAX_MS = 1e13;
/** Games between two engines: what -games and -rounds allow. */
const MAX_GAMES = 1e13;
const MAX_COUNT = Number.MAX_SAFE_INTEGER;

const SOURCE = 'the spec of the match';

const MS = number(0, MAX_MS);
const IN_PACK = 'a path within the pack';
const PATH = where<string>(
  (path) => typeof path === 'string' && path.length <= MAX_WORD && isPlain(path) && isPathInside(path),
  IN_PACK,
);
const FOLDER = either(choice(''), PATH, IN_PACK);

const PACK: Schema<EnginePack> = object({
  argv: list(line(MAX_WORD), 1, MAX_FILES),
  cwd: FOLDER,
  files: list(object({ path: PATH, sha256: SHA256, isExecutable: flag }), 1, MAX_FILES),
});

const ENGINE: Schema<SentEngine['spec']> = object(
  {
    name: NAME,
    time: object({ matchMs: orNull(MS), turnMs: orNull(MS), incrementMs: MS }),
    nodes: orNull(wholeNumber(1, MAX_COUNT)),
    depth: orNull(wholeNumber(1, 1000)),
    memoryBytes: wholeNumber(0, MAX_COUNT),
    options: list(pair(matching(OPTION_KEY, MAX_NAME, 'a word'), line(MAX_VALUE)), 0, MAX_OPTIONS),
    lineEnd: choice('\r\n', '\n'),
    startTimeoutMs: MS,
    toleranceMs: MS,
    delayMs: MS,
    restart: flag,
  },
  { bench: wholeNumber(1, MAX_COUNT) },
);

const SETTINGS: Schema<MatchSpec['settings']> = object({
  size: wholeNumber(5, MAX_SIZE),
  rule: RULE_SCHEMA,
  maxPlies: orNull(wholeNumber(1, MAX_STONES)),
  drawEmpty: wholeNumber(0, MAX_STONES),
  draw: orNull(object({ afterPlies: wholeNumber(0, 1000), moves: wholeNumber(1, 1000), score: number(0, MAX_COUNT) })),
  resign: orNull(object({ moves: wholeNumber(1, 1000), score: number(0, MAX_COUNT), bothSides: flag })),
  swap2: flag,
  sendByBoard: flag,
  suspend: flag,
  strict: flag,
});

const COORDINATE = wholeNumber(0, MAX_SIZE - 1);
const OPENING: Schema<Opening> = list(object({ x: COORDINATE, y: COORDINATE }), 0, MAX_STONES);

const MATCH_SPEC: Schema<MatchSpec> = object({
  engines: list(object({ spec: ENGINE, pack: PACK }), 2, MAX_ENGINES),
  settings: SETTINGS,
  openings: list(OPENING, 0, MAX_OPENINGS),
  openingOrder: object({
    order: choice('sequential', 'random'),
    symmetry: choice('none', 'cycle', 'random'),
    seed: wholeNumber(0, 2 ** 31 - 1),
  }),
  gamesPerPairing: wholeNumber(1, MAX_GAMES),
  gauntlet: flag,
  scaleTo: orNull(number(Number.MIN_VALUE, MAX_COUNT)),
});

/** Reads a spec from a coordinator; nothing in it is trusted. @throws UserError that says what is wrong with it */
export function parseMatchSpec(text: string): MatchSpec {
  const spec = parseAs(MATCH_SPEC, text, SOURCE);
  const names = spec.engines.map(({ spec: { name } }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new UserError(`${SOURCE}: two engines "${twice}": expected unique names`);
  return spec;
}

/** @returns the hash on the allow list of a worker: of all that an engine is run with and sent, except numbers */
export function engineHash({ spec: { options }, pack }: SentEngine): string {
  // An engine without options keeps the hash of its files and arguments.
  return options.length === 0 ? packHash(pack) : sha256Of(JSON.stringify([packHash(pack), options]));
}
