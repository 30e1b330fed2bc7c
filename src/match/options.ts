/**
 * The options of `tengen match`, from the command line or a JSON file, checked and turned into a match.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MatchError, messageOf } from '../core/errors.ts';
import { RULE_CHOICES, ruleCodeOf, ruleFromCode, ruleHelp } from '../core/rule.ts';
import { FREESTYLE } from '../core/rule-code.ts';
import { type Opening, type OpeningNotation, parseOpenings } from '../notation/openings.ts';
import type { EloModel, SprtOptions } from '../stats/statistics.ts';
import { nameFromCommand, resolveCommand } from './command-line.ts';
import { type EngineSpec, parseDuration, parseTimeControl, type TimeControl } from './engine-spec.ts';
import type { GameSettings } from './game.ts';
import type { MatchConfig } from './match.ts';

/** What to write besides the results file; null: not wanted. */
export interface MatchOutputs {
  /** Folder of PSQ files. */
  readonly psq: string | null;
  readonly sgf: string | null;
  readonly pgn: string | null;
  readonly html: string | null;
  /** JSON lines on stdout in place of text. */
  readonly json: boolean;
  /** A line for every game. */
  readonly verbose: boolean;
  /** Seconds between two progress lines in a pipe. */
  readonly intervalS: number;
}

export interface MatchOptions {
  readonly config: MatchConfig;
  readonly outputs: MatchOutputs;
  /** One line for each opening left out, and the like. */
  readonly warnings: readonly string[];
}

/** `key=value` words behind an option. */
type Pairs = ReadonlyMap<string, string>;

/** The options as written, before anything is checked. */
export interface RawOptions {
  readonly engines: readonly Pairs[];
  readonly groups: ReadonlyMap<string, Pairs>;
  readonly values: ReadonlyMap<string, string>;
}

type OptionKind = 'pairs' | 'value' | 'switch';

interface OptionHelp {
  readonly kind: OptionKind;
  /** What follows the name. */
  readonly usage: string;
  readonly help: string;
}

const ENGINE_KEYS: Readonly<Record<string, string>> = {
  cmd: 'command line; a .js or .mjs file is run by this Node',
  name: 'name in all output; default: from the command',
  dir: 'folder it runs in; default: the folder of its executable',
  tc: 'game/move+increment, seconds or with unit: 180/5, 60+0.5, 0/50ms; game 0: no limit; 5: 5 s for the whole game',
  st: 'time for each move, short for tc=0/...',
  nodes: 'INFO max_node; without tc a move may take 60 s',
  depth: 'INFO max_depth; without tc a move may take 60 s',
  memory: 'INFO max_memory, bytes or 350M; default 350M, 0: no limit',
  tolerance: 'ms over the limit before the game is lost; default 1000',
  delay: 'ms of rest between its move and the next command to it; default 25',
  starttimeout: 'ms from start to OK; default 10000',
  restart: 'off: keep the process from game to game; default on',
  eol: 'lf: end lines with LF alone; default crlf',
};

const OPTIONS: ReadonlyMap<string, OptionHelp> = new Map([
  [
    'engine',
    {
      kind: 'pairs',
      usage: 'cmd=... [key=value ...] [option.X=Y ...]',
      help: 'adds an engine; option.X=Y is sent as INFO X Y',
    },
  ],
  ['each', { kind: 'pairs', usage: 'key=value ...', help: 'keys for every engine that does not set its own' }],
  ['config', { kind: 'value', usage: 'FILE', help: 'the same options as JSON; what the command line says goes first' }],
  [
    'rule',
    {
      kind: 'value',
      usage: 'RULE',
      help: 'by name or code, see below; default freestyle',
    },
  ],
  ['size', { kind: 'value', usage: 'N', help: 'board side, 5 to 26; default 15' }],
  [
    'games',
    { kind: 'value', usage: 'N', help: 'games between each two engines; default: each opening once with both colours' },
  ],
  ['rounds', { kind: 'value', usage: 'N', help: 'multiplies -games' }],
  ['gauntlet', { kind: 'switch', usage: '', help: 'the first engine against each other one; else round-robin' }],
  ['concurrency', { kind: 'value', usage: 'N', help: 'games at the same time; default 1' }],
  [
    'openings',
    {
      kind: 'pairs',
      usage:
        'file=FILE [format=auto|offset|pos|pos-bottom|psq] [order=sequential|random] [seed=N] [symmetry=cycle|random|none]',
      help: 'each opening is played with both colours; a folder is read as PSQ files; cycle: turned on each further pass',
    },
  ],
  ['swap2', { kind: 'switch', usage: '', help: 'colours and opening by SWAP2BOARD; openings are not used' }],
  [
    'sprt',
    {
      kind: 'pairs',
      usage: 'elo0=N elo1=N [alpha=0.05] [beta=0.05] [model=logistic|normalized]',
      help: 'stop when the test on game pairs is decided (two engines)',
    },
  ],
  [
    'draw',
    {
      kind: 'pairs',
      usage: 'movenumber=N movecount=N score=N',
      help: 'draw when N moves in a row score within +-score',
    },
  ],
  [
    'resign',
    {
      kind: 'pairs',
      usage: 'movecount=N score=N [twosided=on|off]',
      help: 'lost when N own moves in a row score -score or worse',
    },
  ],
  ['maxplies', { kind: 'value', usage: 'N', help: 'draw at N stones' }],
  [
    'drawempty',
    { kind: 'value', usage: 'N', help: 'draw when at most N points are empty; default 25 in renju, else 0' },
  ],
  ['sendbyboard', { kind: 'switch', usage: '', help: 'BOARD before every move instead of TURN' }],
  ['suspend', { kind: 'switch', usage: '', help: 'stop the engine that waits, as the Gomocup judge does' }],
  ['strict', { kind: 'switch', usage: '', help: 'any line but a move, MESSAGE or DEBUG loses, as in Piskvork' }],
  [
    'out',
    {
      kind: 'value',
      usage: 'FILE',
      help: 'results, JSON lines; a stopped match goes on from there; default: named after the match',
    },
  ],
  ['fresh', { kind: 'switch', usage: '', help: 'start anew although the results file exists' }],
  ['psq', { kind: 'value', usage: 'DIR', help: 'one PSQ file for each game' }],
  ['sgf', { kind: 'value', usage: 'FILE', help: 'all games as SGF' }],
  ['pgn', { kind: 'value', usage: 'FILE', help: 'all results as PGN for BayesElo' }],
  ['html', { kind: 'value', usage: 'FILE', help: 'a report in one page: tables, charts, every game on a board' }],
  ['json', { kind: 'switch', usage: '', help: 'JSON lines on stdout; the last one is the summary' }],
  ['verbose', { kind: 'switch', usage: '', help: 'a line for every game' }],
  [
    'interval',
    { kind: 'value', usage: 'SECONDS', help: 'between two progress lines when stdout is no terminal; default 10' },
  ],
]);

/** Other names for the same options, known from other runners. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['boardsize', 'size'],
  ['drawafter', 'maxplies'],
]);

/** @returns the usage text of `tengen match` */
export function matchUsage(): string {
  const option = ([name, { usage, help }]: [string, OptionHelp]) =>
    `  -${name}${usage === '' ? '' : ` ${usage}`}\n        ${help}`;
  return [
    'Usage: tengen match -engine cmd=A [...] -engine cmd=B [...] [options]',
    'Plays a match between brains that speak the Gomocup protocol. A match that was stopped goes on with the same command.',
    '',
    'Options (one or two dashes):',
    ...[...OPTIONS].map(option),
    '',
    ...ruleHelp(),
    '',
    'Keys of -engine and -each:',
    ...Object.entries(ENGINE_KEYS).map(([key, help]) => `  ${`${key}=`.padEnd(14)}${help}`),
    '',
    'Exit: 0 finished or decided, 2 wrong usage, 130 stopped',
    '',
  ].join('\n');
}

/** Takes the words of a command line apart. @throws MatchError for words that are no option of a match */
export function parseArguments(args: readonly string[]): RawOptions {
  const engines: Pairs[] = [];
  const groups = new Map<string, Pairs>();
  const values = new Map<string, string>();
  for (let i = 0; i < args.length; ) {
    const word = args[i++];
    const name = optionName(word);
    const { kind } = optionHelp(name, `"${word}"`);
    if (kind === 'switch') {
      values.set(name, 'on');
    } else if (kind === 'value') {
      if (i >= args.length) throw new MatchError(`-${name}: expected a value behind it`);
      values.set(name, args[i++]);
    } else {
      const pairs = new Map<string, string>();
      while (i < args.length && !/^--?[a-z]/i.test(args[i])) addPair(pairs, args[i++], name);
      if (name === 'engine') engines.push(pairs);
      else groups.set(name, new Map([...(groups.get(name) ?? []), ...pairs]));
    }
  }
  return { engines, groups, values };
}

function optionName(word: string): string {
  const name = word.replace(/^--?/, '').toLowerCase();
  if (name === word || name === '')
    throw new MatchError(`"${word}": expected an option such as -engine; see tengen match --help`);
  return ALIASES.get(name) ?? name;
}

function optionHelp(name: string, written: string): OptionHelp {
  const option = OPTIONS.get(name);
  if (option === undefined) throw new MatchError(`${written}: unknown option; see tengen match --help`);
  return option;
}

function addPair(pairs: Map<string, string>, word: string, option: string): void {
  const at = word.indexOf('=');
  if (at <= 0) throw new MatchError(`-${option} "${word}": expected key=value`);
  pairs.set(word.slice(0, at), word.slice(at + 1));
}

/** Reads the JSON form: the options' names as keys, `engines` a list, `option` of an engine an object. */
export function parseJsonOptions(text: string, file: string): RawOptions {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new MatchError(`${file}: ${messageOf(error)}`);
  }
  if (!isObject(value)) throw new MatchError(`${file}: expected an object with "engines"`);
  const engines: Pairs[] = [];
  const groups = new Map<string, Pairs>();
  const values = new Map<string, string>();
  for (const [key, entry] of Object.entries(value)) {
    if (key === 'engines') {
      if (!Array.isArray(entry)) throw new MatchError(`${file}: "engines" is expected to be a list`);
      engines.push(...entry.map((engine) => pairsOf(engine, `${file}: engine`)));
      continue;
    }
    const { kind } = optionHelp(ALIASES.get(key) ?? key, `${file}: "${key}"`);
    if (kind === 'pairs') groups.set(key, pairsOf(entry, `${file}: "${key}"`));
    else if (kind === 'switch') values.set(key, entry === true ? 'on' : 'off');
    else values.set(ALIASES.get(key) ?? key, String(entry));
  }
  return { engines, groups, values };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function pairsOf(value: unknown, where: string): Pairs {
  if (!isObject(value)) throw new MatchError(`${where}: expected an object`);
  const pairs = new Map<string, string>();
  for (const [key, entry] of Object.entries(value)) {
    if (key === 'option' && isObject(entry))
      for (const [name, setting] of Object.entries(entry)) pairs.set(`option.${name}`, String(setting));
    else pairs.set(key, typeof entry === 'boolean' ? (entry ? 'on' : 'off') : String(entry));
  }
  return pairs;
}

/** `first` where it says something, else `second`. */
function merged(first: RawOptions, second: RawOptions): RawOptions {
  const groups = new Map(second.groups);
  for (const [name, pairs] of first.groups) groups.set(name, new Map([...(groups.get(name) ?? []), ...pairs]));
  return {
    engines: first.engines.length > 0 ? first.engines : second.engines,
    groups,
    values: new Map([...second.values, ...first.values]),
  };
}

/**
 * Checks the options and reads the files they name.
 * @throws MatchError with one line that says what came and what was expected
 */
export function readMatchOptions(args: readonly string[]): MatchOptions {
  const written = parseArguments(args);
  const configFile = written.values.get('config');
  const raw = configFile === undefined ? written : merged(written, parseJsonOptions(readText(configFile), configFile));
  const { values } = raw;
  const ruleCode = readRule(values.get('rule') ?? String(FREESTYLE));
  const rule = ruleFromCode(ruleCode)!;
  const size = integer(values, 'size', 15, 5, 26);
  const engines = readEngines(raw);
  const sprt = readSprt(raw.groups.get('sprt'), engines.length);
  const swap2 = isOn(values, 'swap2');
  const settings: GameSettings = {
    size,
    rule,
    maxPlies: values.has('maxplies') ? integer(values, 'maxplies', 0, 1, size * size) : null,
    drawEmpty: integer(values, 'drawempty', rule.renju ? 25 : 0, 0, size * size),
    draw: readDraw(raw.groups.get('draw')),
    resign: readResign(raw.groups.get('resign')),
    swap2,
    sendByBoard: isOn(values, 'sendbyboard'),
    suspend: isOn(values, 'suspend'),
    strict: isOn(values, 'strict'),
  };
  const group = raw.groups.get('openings') ?? new Map<string, string>();
  const { openings, warnings } = readOpenings(group, settings);
  const defaultGames = sprt !== null ? 1_000_000 : Math.max(2, openings.length * 2);
  const games = integer(values, 'games', defaultGames, 1, 10_000_000) * integer(values, 'rounds', 1, 1, 1_000_000);
  const config: MatchConfig = {
    engines,
    settings,
    openings,
    openingOrder: {
      order: choice(group, 'order', '-openings', ['sequential', 'random']),
      symmetry: choice(group, 'symmetry', '-openings', ['cycle', 'random', 'none']),
      seed: integer(group, 'seed', 1, 0, 2 ** 31 - 1),
    },
    gamesPerPairing: games,
    gauntlet: isOn(values, 'gauntlet'),
    concurrency: integer(values, 'concurrency', 1, 1, 1024),
    sprt,
    out: values.get('out') ?? null,
    fresh: isOn(values, 'fresh'),
  };
  return { config, outputs: readOutputs(values), warnings };
}

function readOutputs(values: Pairs): MatchOutputs {
  return {
    psq: values.get('psq') ?? null,
    sgf: values.get('sgf') ?? null,
    pgn: values.get('pgn') ?? null,
    html: values.get('html') ?? null,
    json: isOn(values, 'json'),
    verbose: isOn(values, 'verbose'),
    intervalS: number(values, 'interval', '-interval', 10, 0),
  };
}

function readRule(text: string): number {
  const code = ruleCodeOf(text);
  if (code === null) throw new MatchError(`-rule "${text}": expected ${RULE_CHOICES}`);
  return code;
}

function readEngines(raw: RawOptions): EngineSpec[] {
  if (raw.engines.length < 2)
    throw new MatchError(`${raw.engines.length} engines: expected two or more -engine cmd=...`);
  const each = raw.groups.get('each') ?? new Map<string, string>();
  const engines = raw.engines.map((own) => readEngine(new Map([...each, ...own])));
  const seen = new Map<string, number>();
  return engines.map((engine) => {
    const count = (seen.get(engine.name) ?? 0) + 1;
    seen.set(engine.name, count);
    return count === 1 ? engine : { ...engine, name: `${engine.name}-${count}` };
  });
}

/** Checks the keys of one engine. Exported for other commands that start an engine. */
export function readEngine(pairs: Pairs): EngineSpec {
  for (const key of pairs.keys()) {
    if (!key.startsWith('option.') && !(key in ENGINE_KEYS)) {
      throw new MatchError(`engine key "${key}": expected ${Object.keys(ENGINE_KEYS).join(', ')} or option.X`);
    }
  }
  const command = pairs.get('cmd');
  if (command === undefined) throw new MatchError('an engine without cmd=: expected the command that starts it');
  const where = `engine "${command}"`;
  const nodes = pairs.has('nodes') ? integer(pairs, 'nodes', 0, 1, 2 ** 53 - 1) : null;
  const depth = pairs.has('depth') ? integer(pairs, 'depth', 0, 1, 1000) : null;
  return {
    name: (pairs.get('name') ?? nameFromCommand(command)).replace(/[\r\n\t"]+/g, ' ').trim() || 'engine',
    command,
    ...resolveCommand(command, pairs.get('dir') ?? null),
    time: readTime(pairs, where, nodes !== null || depth !== null),
    nodes,
    depth,
    memoryBytes: readBytes(pairs.get('memory') ?? '350M', where),
    options: [...pairs]
      .filter(([key]) => key.startsWith('option.'))
      .map(([key, value]) => [key.slice('option.'.length), value] as const),
    lineEnd: choice(pairs, 'eol', where, ['crlf', 'lf']) === 'lf' ? '\n' : '\r\n',
    startTimeoutMs: duration(pairs, 'starttimeout', where, 10_000),
    toleranceMs: duration(pairs, 'tolerance', where, 1000),
    delayMs: duration(pairs, 'delay', where, 25),
    restart: choice(pairs, 'restart', where, ['on', 'off']) === 'on',
  };
}

const DEFAULT_TIME: TimeControl = { matchMs: null, turnMs: 1000, incrementMs: 0 };
const NO_TIME_LIMIT: TimeControl = { matchMs: null, turnMs: null, incrementMs: 0 };

function readTime(pairs: Pairs, where: string, limitedOtherwise: boolean): TimeControl {
  const [tc, st] = [pairs.get('tc'), pairs.get('st')];
  if (tc !== undefined) {
    const time = parseTimeControl(tc);
    if (time === null)
      throw new MatchError(`${where} tc="${tc}": expected match/turn+increment such as 180/5, 0/50ms or 60+0.5`);
    return time;
  }
  if (st !== undefined) {
    const turnMs = parseDuration(st, 's');
    if (!turnMs) throw new MatchError(`${where} st="${st}": expected seconds for a move such as 0.5 or 50ms`);
    return { matchMs: null, turnMs, incrementMs: 0 };
  }
  return limitedOtherwise ? NO_TIME_LIMIT : DEFAULT_TIME;
}

function readBytes(text: string, where: string): number {
  const found = /^(\d+(?:\.\d+)?)\s*([kmg]?)(?:i?b)?$/i.exec(text);
  if (found === null) throw new MatchError(`${where} memory="${text}": expected bytes or a size such as 350M`);
  return Math.round(Number(found[1]) * ({ k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 }[found[2].toLowerCase()] ?? 1));
}

function readOpenings(group: Pairs, settings: GameSettings): { openings: Opening[]; warnings: string[] } {
  onlyKeys(group, '-openings', ['file', 'format', 'order', 'seed', 'symmetry']);
  const file = group.get('file');
  if (file === undefined) {
    if (group.size > 0) throw new MatchError('-openings without file=: expected the openings file');
    return { openings: [], warnings: [] };
  }
  const notation = choice<OpeningNotation | 'auto'>(group, 'format', '-openings', [
    'auto',
    'offset',
    'pos',
    'pos-bottom',
    'psq',
  ]);
  const openings: Opening[] = [];
  const warnings: string[] = [];
  for (const source of openingFiles(file)) {
    const read = parseOpenings(readText(source), notation, settings.size, settings.rule);
    openings.push(...read.openings);
    warnings.push(...read.warnings.map((warning) => `${source} ${warning}: left out`));
  }
  if (openings.length === 0) throw new MatchError(`${file}: no opening fits; ${warnings[0] ?? 'the file is empty'}`);
  return { openings, warnings };
}

function openingFiles(path: string): string[] {
  try {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => /\.psq$/i.test(name));
    return names.sort().map((name) => join(path, name));
  } catch (error) {
    throw new MatchError(`-openings file=${path}: ${messageOf(error)}`);
  }
}

function readSprt(group: Pairs | undefined, engines: number): SprtOptions | null {
  if (group === undefined) return null;
  onlyKeys(group, '-sprt', ['elo0', 'elo1', 'alpha', 'beta', 'model']);
  if (engines !== 2) throw new MatchError(`-sprt with ${engines} engines: expected two`);
  const options: SprtOptions = {
    elo0: number(group, 'elo0', '-sprt', 0),
    elo1: number(group, 'elo1', '-sprt', 5),
    alpha: number(group, 'alpha', '-sprt', 0.05),
    beta: number(group, 'beta', '-sprt', 0.05),
    model: choice<EloModel>(group, 'model', '-sprt', ['logistic', 'normalized']),
  };
  if (options.elo0 >= options.elo1)
    throw new MatchError(`-sprt elo0=${options.elo0} elo1=${options.elo1}: expected elo0 below elo1`);
  for (const risk of [options.alpha, options.beta]) {
    if (risk <= 0 || risk >= 0.5)
      throw new MatchError(`-sprt alpha=${options.alpha} beta=${options.beta}: expected both above 0 and below 0.5`);
  }
  return options;
}

function readDraw(group: Pairs | undefined): GameSettings['draw'] {
  if (group === undefined) return null;
  onlyKeys(group, '-draw', ['movenumber', 'movecount', 'score']);
  return {
    afterPlies: integer(group, 'movenumber', 0, 0, 1000),
    moves: integer(group, 'movecount', 10, 1, 1000),
    score: number(group, 'score', '-draw', 0, 0),
  };
}

function readResign(group: Pairs | undefined): GameSettings['resign'] {
  if (group === undefined) return null;
  onlyKeys(group, '-resign', ['movecount', 'score', 'twosided']);
  return {
    moves: integer(group, 'movecount', 3, 1, 1000),
    score: number(group, 'score', '-resign', 10_000, 0),
    bothSides: choice(group, 'twosided', '-resign', ['on', 'off']) === 'on',
  };
}

function isOn(values: Pairs, key: string): boolean {
  return values.get(key) === 'on';
}

function onlyKeys(group: Pairs, where: string, keys: readonly string[]): void {
  for (const key of group.keys())
    if (!keys.includes(key)) throw new MatchError(`${where} ${key}=: expected ${keys.join(', ')}`);
}

/** The first of `allowed` is the default. */
function choice<T extends string>(pairs: Pairs, key: string, where: string, allowed: readonly T[]): T {
  const text = pairs.get(key) ?? allowed[0];
  const found = allowed.find((word) => word === text.toLowerCase());
  if (found === undefined) throw new MatchError(`${where} ${key}="${text}": expected ${allowed.join(', ')}`);
  return found;
}

function integer(pairs: Pairs, key: string, fallback: number, least: number, greatest: number): number {
  const text = pairs.get(key);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (text.trim() === '' || !Number.isInteger(value) || value < least || value > greatest) {
    throw new MatchError(`${key} "${text}": expected a whole number from ${least} to ${greatest}`);
  }
  return value;
}

function number(pairs: Pairs, key: string, where: string, fallback: number, least = Number.NEGATIVE_INFINITY): number {
  const text = pairs.get(key);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < least) {
    throw new MatchError(
      `${where} ${key}="${text}": expected a number${least === Number.NEGATIVE_INFINITY ? '' : ` of at least ${least}`}`,
    );
  }
  return value;
}

function duration(pairs: Pairs, key: string, where: string, fallback: number): number {
  const text = pairs.get(key);
  if (text === undefined) return fallback;
  const value = parseDuration(text, 'ms');
  if (value === undefined) throw new MatchError(`${where} ${key}="${text}": expected ms or a time such as 2s`);
  return value;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    throw new MatchError(messageOf(error));
  }
}
