/** The options of `tengen match`: their values and meaning. */
import { RULE } from '../../../core/rule.ts';
import { FREESTYLE } from '../../../core/rule-code.ts';
import {
  type DescribedOption,
  decimal,
  ON_OFF,
  type Options,
  oneOf,
  SWITCH,
  text,
  type ValueType,
  whole,
} from '../../../core/values.ts';
import { parseDuration, parseTimeControl, type TimeControl } from '../engine-spec.ts';

/** An option of a match; an option with keys takes `key=value` words. */
export interface MatchOption extends DescribedOption {
  readonly keys?: Options;
}

const FILE = text('FILE');
const FOLDER = text('DIR');
const MAX_COUNTED = 2 ** 53 - 1;
const MAX_BOARD = 26;
const MAX_MOVES = 1000;

const TIME_CONTROL: ValueType<TimeControl> = {
  word: 'GAME/MOVE+INC',
  expected: 'match/turn+increment such as 180/5, 0/50ms or 60+0.5',
  range: '',
  read: (given) => parseTimeControl(given) ?? undefined,
};
const MOVE_TIME: ValueType<number> = {
  word: 'S',
  expected: 'seconds for a move such as 0.5 or 50ms',
  range: '',
  read: (given) => parseDuration(given, 's') || undefined,
};
const MS: ValueType<number> = {
  word: 'MS',
  expected: 'ms or a time such as 2s',
  range: '',
  read: (given) => parseDuration(given, 'ms'),
};
const BYTES: ValueType<number> = {
  word: 'SIZE',
  expected: 'bytes or a size such as 350M',
  range: '',
  read(given) {
    const found = /^(\d+(?:\.\d+)?)\s*([kmg]?)(?:i?b)?$/i.exec(given);
    if (found === null) return undefined;
    return Math.round(Number(found[1]) * ({ k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 }[found[2].toLowerCase()] ?? 1));
  },
};
/** An error probability of the test. */
const RISK: ValueType<number> = {
  word: 'P',
  expected: 'a number above 0 and below 0.5',
  range: '',
  read: (given) => (Number(given) > 0 && Number(given) < 0.5 ? Number(given) : undefined),
};

/** Keys of an engine, in addition to option.X. */
export const ENGINE_KEYS = {
  cmd: { type: text('COMMAND'), help: 'command line; a .js or .mjs file is run by this Node' },
  name: { type: text('NAME'), help: 'name in all output', usual: 'from the command' },
  dir: { type: FOLDER, help: 'folder it runs in', usual: 'the folder of its executable' },
  tc: {
    type: TIME_CONTROL,
    help: 'seconds or with unit: 180/5, 60+0.5, 0/50ms; game 0: no limit; 5: 5 s for the whole game',
  },
  st: { type: MOVE_TIME, help: 'time for each move, short for tc=0/...' },
  nodes: { type: whole(1, MAX_COUNTED), help: 'INFO max_node; without tc a move may take 60 s' },
  depth: { type: whole(1, 1000), help: 'INFO max_depth; without tc a move may take 60 s' },
  memory: { type: BYTES, default: 350 * 2 ** 20, usual: '350M', help: 'INFO max_memory, bytes or 350M; 0: no limit' },
  tolerance: { type: MS, default: 1000, help: 'ms over the limit before the game is lost' },
  delay: { type: MS, default: 25, help: 'ms of rest between its move and the next command to it' },
  starttimeout: { type: MS, default: 10_000, help: 'ms from start to OK' },
  restart: { type: ON_OFF, default: true, help: 'off: keep the process from game to game' },
  eol: { type: oneOf(['crlf', 'lf']), default: 'crlf', help: 'lf: end lines with LF alone' },
  pack: {
    type: FOLDER,
    help: 'folder that goes to the workers of a fleet with it',
    usual: 'the files its command names',
  },
  bench: {
    type: whole(1, MAX_COUNTED),
    help: 'node count: each worker of a fleet runs "COMMAND bench" first and has to get the same',
  },
} as const satisfies Record<string, DescribedOption>;

export const OPENINGS_KEYS = {
  file: { type: FILE },
  format: { type: oneOf(['auto', 'offset', 'pos', 'pos-bottom', 'psq']), default: 'auto' },
  order: { type: oneOf(['sequential', 'random']), default: 'sequential' },
  seed: { type: whole(0, 2 ** 31 - 1), default: 1 },
  symmetry: { type: oneOf(['cycle', 'random', 'none']), default: 'cycle' },
} as const satisfies Options;

export const SPRT_KEYS = {
  elo0: { type: decimal(), default: 0 },
  elo1: { type: decimal(), default: 5 },
  alpha: { type: RISK, default: 0.05 },
  beta: { type: RISK, default: 0.05 },
  model: { type: oneOf(['logistic', 'normalized']), default: 'logistic' },
} as const satisfies Options;

export const DRAW_KEYS = {
  movenumber: { type: whole(0, MAX_MOVES), default: 0 },
  movecount: { type: whole(1, MAX_MOVES), default: 10 },
  score: { type: decimal(0), default: 0 },
} as const satisfies Options;

export const RESIGN_KEYS = {
  movecount: { type: whole(1, MAX_MOVES), default: 3 },
  score: { type: decimal(0), default: 10_000 },
  twosided: { type: ON_OFF, default: true },
} as const satisfies Options;

function group<const Keys extends Options>(keys: Keys, help: string) {
  const words = Object.entries(keys).map(([key, option]) => {
    if (option.default === undefined) return `${key}=${option.type.word}`;
    return `[${key}=${option.type.choices === undefined ? option.default : option.type.word}]`;
  });
  return { keys, help, type: text(words.join(' ')) };
}

export const MATCH_OPTIONS = {
  engine: {
    keys: ENGINE_KEYS,
    type: text('cmd=... [KEY=VALUE ...] [option.X=Y ...]'),
    help: 'adds an engine; option.X=Y is sent as INFO X Y',
  },
  each: { keys: ENGINE_KEYS, type: text('KEY=VALUE ...'), help: 'keys for every engine that does not set its own' },
  config: { type: FILE, help: 'the same options as JSON; the command line takes precedence' },
  rule: { type: RULE, default: FREESTYLE, help: 'what is played' },
  size: { type: whole(5, MAX_BOARD), default: 15, help: 'board side' },
  games: {
    type: whole(1, 10_000_000),
    help: 'games per pair of engines',
    usual: 'each opening once with both colors',
  },
  rounds: { type: whole(1, 1_000_000), default: 1, help: 'multiplies -games' },
  gauntlet: { type: SWITCH, help: 'the first engine against each other one; else round-robin' },
  concurrency: { type: whole(1, 1024), default: 1, help: 'simultaneous games' },
  openings: group(
    OPENINGS_KEYS,
    'each opening is played with both colors; a folder is read as PSQ files; cycle: turned on each further pass',
  ),
  swap2: { type: SWITCH, help: 'colors and opening by SWAP2BOARD; openings are not used' },
  sprt: group(SPRT_KEYS, 'stop when the test on game pairs is decided (two engines)'),
  draw: group(DRAW_KEYS, 'from that stone on: draw when that many moves in a row score within +-score'),
  resign: group(
    RESIGN_KEYS,
    'lost when that many consecutive moves of a side score -score or worse; twosided: the other side must agree',
  ),
  maxplies: { type: whole(1, MAX_BOARD ** 2), help: 'draw at N stones' },
  drawempty: {
    type: whole(0, MAX_BOARD ** 2),
    help: 'draw when at most N points are empty',
    usual: '25 in renju, else 0',
  },
  sendbyboard: { type: SWITCH, help: 'BOARD before every move instead of TURN' },
  suspend: { type: SWITCH, help: 'stop the engine that waits, as the Gomocup judge does' },
  strict: { type: SWITCH, help: 'any line but a move, MESSAGE or DEBUG loses, as in Piskvork' },
  out: {
    type: FILE,
    help: 'results file, JSON lines; a stopped match resumes from it',
    usual: 'named after the match',
  },
  fleet: {
    type: text('redis://HOST[:PORT]'),
    help: 'workers of a fleet play the games, see docs/guide/fleet.md; -concurrency is theirs to choose',
  },
  sign: {
    type: FILE,
    help: 'with -fleet: key that signs the engines, for workers with --trust; created if it is missing',
  },
  scaleto: {
    type: whole(1, 1e9, 'NPS'),
    help: 'with -fleet: a worker of half as many nodes a second in its bench plays with twice the time',
  },
  fresh: { type: SWITCH, help: 'start over, replacing an existing results file' },
  psq: { type: FOLDER, help: 'one PSQ file for each game' },
  sgf: { type: FILE, help: 'all games as SGF' },
  pgn: { type: FILE, help: 'all results as PGN for BayesElo' },
  html: { type: FILE, help: 'a report in one page: tables, charts, every game on a board' },
  json: { type: SWITCH, help: 'JSON lines on stdout; the last one is the summary' },
  verbose: { type: SWITCH, help: 'a line for every game' },
  interval: {
    type: decimal(0, 'SECONDS'),
    default: 10,
    help: 'between progress lines when stdout is not a terminal',
  },
} as const satisfies Record<string, MatchOption>;

/** Aliases of options, known from other match runners. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ['boardsize', 'size'],
  ['drawafter', 'maxplies'],
]);
