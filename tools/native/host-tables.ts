/**
 * What the native host takes from TypeScript, so that the two cannot drift apart: commands of the protocol and their
 * properties, settings with their limits, texts of replies, the planning of time and memory, openings, and the positions
 * of bench.
 */
import { fileURLToPath } from 'node:url';
import { type AnyNode, parse } from 'acorn';
import { BENCH_POSITIONS, BENCH_TABLE_BYTES } from '../../src/cli/bench.ts';
import { MAX_LINES, NO_LIMIT_MS } from '../../src/core/limits.ts';
import { ruleFromCode } from '../../src/core/rule.ts';
import { CONTINUOUS_BIT, OMOK_BIT, RENJU, ruleIndexOf } from '../../src/core/rule-code.ts';
import { DEFAULT_SIZE } from '../../src/engine/game.ts';
import { MAX_THREADS } from '../../src/engine/helpers.ts';
import { IMMEDIATE_GRACE_MS, STOP_GRACE_MS } from '../../src/engine/limits.ts';
import { MIN_TABLE_BYTES } from '../../src/engine/memory.ts';
import { ANY_DEPTH, UNTIMED_MS } from '../../src/engine/runtime/think.ts';
import { MAX_PONDERING_MS } from '../../src/engine/time.ts';
import { CELLS, MAX_SIZE, MIN_SIZE, NO_POINT, PAD } from '../../src/kernel/point.ts';
import { INFO_BEST_MOVE, INFO_ITERATION } from '../../src/kernel/search/host.ts';
import { SOLVER_SHARE } from '../../src/kernel/search/params.ts';
import * as results from '../../src/kernel/search/result.ts';
import { WIN, WIN_BOUND } from '../../src/kernel/search/score.ts';
import { MAX_TABLE_SIZE } from '../../src/kernel/search/table-size.ts';
import { evenOpenings, MIN_OPENING_SIDE, SMALL_OPENING } from '../../src/play/opening/even-openings.ts';
import { SQUARE_CENTER } from '../../src/play/opening/three-stones.ts';
import { LAST_THINK_MS } from '../../src/protocol/brain.ts';
import { ABOUT_LINE, PROTOCOL_COMMANDS } from '../../src/protocol/commands.ts';
import { YIXIN_ENDLESS } from '../../src/protocol/dialect.ts';
import { FOLLOWED_BY_FILE } from '../../src/protocol/ignored-input.ts';
import { MAX_LINE_LENGTH } from '../../src/protocol/lines.ts';
import { QUOTE_LENGTH } from '../../src/protocol/parse.ts';
import { REPORT_PERIOD_MS } from '../../src/protocol/progress.ts';
import { SCORE_SCALE, SHOWN_MOVES } from '../../src/protocol/report.ts';
import { defaultSettings } from '../../src/protocol/settings.ts';
import { parsePosMoves } from '../../src/records/notation/pos.ts';
import { bundleText } from '../bundle/bundle-text.ts';
import { nameOf, walk } from '../lowering/syntax.ts';
import { literal, NumbersInC } from './numbers-c.ts';
import { textsInC } from './texts-c.ts';

const ENTRY = fileURLToPath(new URL('host-entry.ts', import.meta.url));

/** Commands the native program does not have: balances, soosorv and the database of Yixin-Board. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  // The program touches no files; it ignores database commands.
  ...[...PROTOCOL_COMMANDS.keys()].filter((name) => /^YX(.*DATABASE|DB|.*TODB$)/.test(name)),
  'YXBALANCEONE',
  'YXBALANCETWO',
  'YXSOOSORVSTEP1',
  'YXSOOSORVSTEP2',
  'YXSOOSORVSTEP3',
  'YXSOOSORVSTEP4',
  'YXSOOSORVSTEP5',
  'YXSOOSORVSTEP6',
]);

/** Keys of INFO it does not have: it reads no files. */
export const KEYS_LEFT_OUT: ReadonlySet<string> = new Set(['BOOK']);

const CONSTANTS: Readonly<Record<string, number>> = {
  CELLS,
  MAX_SIZE,
  MIN_SIZE,
  NO_POINT,
  PAD,
  INFO_BEST_MOVE,
  INFO_ITERATION,
  SOLVER_SHARE,
  WIN,
  WIN_BOUND,
  MAX_LINES,
  MAX_LINE_LENGTH,
  QUOTE_LENGTH,
  REPORT_PERIOD_MS,
  SHOWN_MOVES,
  SCORE_SCALE,
  ANY_DEPTH,
  UNTIMED_MS,
  NO_LIMIT_MS,
  LAST_THINK_MS,
  MAX_PONDERING_MS,
  MAX_THREADS,
  DEFAULT_SIZE,
  MIN_TABLE_BYTES,
  IMMEDIATE_GRACE_MS,
  STOP_GRACE_MS,
  MAX_TABLE_SIZE,
  CONTINUOUS_BIT,
  OMOK_BIT,
  RENJU,
  BENCH_TABLE_BYTES,
  MIN_OPENING_SIDE,
  SQUARE_CENTER,
  YIXIN_ENDLESS_TURN_MS: YIXIN_ENDLESS.turnMs,
  YIXIN_ENDLESS_MATCH_MS: YIXIN_ENDLESS.matchMs,
  ...Object.fromEntries(Object.entries(results).filter(([, value]) => typeof value === 'number')),
};

/** @param version of the program @returns C to include once */
export async function hostTables(version: string): Promise<string> {
  const about = ABOUT_LINE.replace(/version="[^"]*"/, `version="${version}"`);
  return [
    `#define VERSION ${JSON.stringify(version)}`,
    `#define ABOUT_LINE ${JSON.stringify(about)}`,
    'enum {',
    ...Object.entries(CONSTANTS).map(([name, value]) => `  ${name} = ${value},`),
    '};',
    rules(),
    openings('OPENINGS', evenOpenings()),
    openings('SMALL_OPENING', [SMALL_OPENING]),
    benchPositions(),
    `static const char *const FOLLOWED_BY_FILE[] = {${[...FOLLOWED_BY_FILE].map((name) => `"${name}"`).join(', ')}, 0};`,
    commands(),
    await numbers(),
    '',
  ].join('\n');
}

/** Codes of rules are below this. */
const RULES = 2 * OMOK_BIT;

/** Which rules exist, by code and win length, and the index of the learned weights by code. */
function rules(): string {
  const lengths = [0, 1, 2, 3, 4, 5, 6];
  const codes = Array.from({ length: RULES }, (_, code) => code);
  const rows = codes.map(
    (code) => `{${lengths.map((length) => Number(ruleFromCode(code, length) !== null)).join(', ')}}`,
  );
  const learned = codes.map((code) => ruleIndexOf(code & ~CONTINUOUS_BIT));
  return `static const unsigned char RULES[${RULES}][7] = {${rows.join(', ')}};
static const signed char LEARNED_RULE[${RULES}] = {${learned.join(', ')}};
static inline int is_rule(double code, double length) {
  return code >= 0 && code < ${RULES} && length >= 0 && length <= 6 && RULES[(int)code][(int)length];
}`;
}

function openings(name: string, all: ReturnType<typeof evenOpenings>): string {
  const rows = all.map((points) => `{${points.map(({ x, y }) => `{${x}, ${y}}`).join(', ')}}`);
  return `static const signed char ${name}[${all.length}][3][2] = {${rows.join(', ')}};`;
}

function benchPositions(): string {
  const rows = BENCH_POSITIONS.map(({ name, width, height, rule, winLength, moves }) => {
    const points = parsePosMoves(moves) ?? [];
    const flat = points.flatMap(({ x, y }) => [x, y]).join(', ');
    return `{"${name}", ${width}, ${height}, ${rule}, ${winLength}, ${points.length}, {${flat}}}`;
  });
  return `static const struct bench_position {
  const char *name;
  int width, height, rule, win_length, moves;
  unsigned char points[128];
} BENCH_POSITIONS[] = {${rows.join(',\n')}};`;
}

/** One macro call per command: `COMMAND(name, needs a game, is busy while thinking, starts a game, opens a block, keeps a search)`. */
function commands(): string {
  const flag = (value: boolean | undefined): number => Number(value === true);
  const lines = [...PROTOCOL_COMMANDS].map(([name, command]) => {
    const isBlock = 'opensBlock' in command;
    const keeps = isBlock ? command.keepsSearch : false;
    const { needsGame, isBusyWhileThinking, startsGame } = command;
    const flags = [needsGame, isBusyWhileThinking, startsGame, isBlock, keeps].map(flag).join(', ');
    return LEFT_OUT.has(name) ? '' : `  COMMAND(${name}, ${flags}) \\`;
  });
  return `#define COMMANDS \\\n${lines.filter((line) => line !== '').join('\n')}\n`;
}

/** Settings, functions on numbers, and texts of replies. */
async function numbers(): Promise<string> {
  const source = await bundleText(ENTRY, { format: 'esm', platform: 'browser', target: 'es2022' });
  const program = parse(source, { ecmaVersion: 2022, sourceType: 'module' });
  const made = new NumbersInC(program, { objects: { clocks: 'struct clocks' }, result: 'struct time_plan' });
  made.add('planTime', 'nextMoveCost', 'planTableBytes', 'tableBytesForTime', 'fittingHelpers', 'answerBy');
  const setters = settersOf(made).map(
    ({ key, parameter, field, value, condition, effect }) =>
      `  if (strcmp(key, "${key}") == 0) {
    const double ${parameter} = given;
    if (!(${made.value(condition)})) return EFFECT_NONE;
    settings->${field} = ${made.value(value)};
    return EFFECT_${effect.toUpperCase()};
  }`,
  );
  const defaults = Object.entries(defaultSettings());
  const fields = ['turnMs', 'matchMs', 'timeLeftMs', 'usedMs', 'incrementMs', 'moveCostMs'];
  return `struct clocks { double ${fields.join(', ')}; };
struct time_plan { double optimumMs, maxMs; };
struct settings { double ${defaults.map(([name]) => name).join(', ')}; };
static const struct settings DEFAULT_SETTINGS = {${defaults.map(([, value]) => literal(value === null ? null : Number(value))).join(', ')}};
enum effect { EFFECT_NONE, EFFECT_TIME, EFFECT_RULE, EFFECT_MEMORY, EFFECT_PONDERING, EFFECT_DATABASE };
${made.text()}
/** @param key in lower case */
static inline enum effect apply_setting(struct settings *settings, const char *key, double given) {
${setters.join('\n')}
  return EFFECT_NONE;
}
${textsInC(made, 'REPLY_TEXTS')}`;
}

interface SetterForm {
  readonly key: string;
  /** Name of the setter's value. */
  readonly parameter: string;
  readonly field: string;
  readonly value: AnyNode;
  readonly condition: AnyNode;
  readonly effect: string;
}

/** @param program with `SETTERS = new Map([[key, (s, v) => assign(s, field, value, condition, effect)], ...])` */
function settersOf(program: NumbersInC): SetterForm[] {
  const found: SetterForm[] = [];
  const text = (node: AnyNode | null): string => (node?.type === 'Literal' ? String(node.value) : (nameOf(node) ?? ''));
  walk(program.constant('SETTERS'), (node) => {
    if (node.type !== 'ArrayExpression' || node.elements.length !== 2) return;
    const [key, setter] = node.elements as AnyNode[];
    if (key?.type !== 'Literal') return;
    const { params, body } = program.body(setter);
    if (body.type !== 'CallExpression' || body.arguments.length !== 5)
      throw new Error(`setting ${key.value}: not assigned`);
    const [, field, value, condition, effect] = body.arguments as AnyNode[];
    found.push({
      key: text(key),
      parameter: nameOf(params[1]) ?? '',
      field: text(field),
      value,
      condition,
      effect: text(effect),
    });
  });
  if (found.length === 0) throw new Error('settings: expected some');
  return found;
}
