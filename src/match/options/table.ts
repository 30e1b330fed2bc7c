/** The options of `tengen match` by name: the help text and what may follow each. */

import { MatchError } from '../../core/errors.ts';
import { suggestion } from '../../core/near.ts';
import { ruleHelp } from '../../core/rule.ts';

/** Many `key=value` words, one word, or none. */
type OptionKind = 'pairs' | 'value' | 'switch';

interface OptionHelp {
  readonly kind: OptionKind;
  /** What follows the name. */
  readonly usage: string;
  readonly help: string;
}

/** Keys of an engine, and what they mean. */
export const ENGINE_KEYS: Readonly<Record<string, string>> = {
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
  pack: 'folder that goes to the workers of a fleet with it; default: the files its command names',
  bench: 'node count: each worker of a fleet runs "COMMAND bench" first and has to get the same',
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
    { kind: 'value', usage: 'N', help: 'games between each two engines; default: each opening once with both colors' },
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
      help: 'each opening is played with both colors; a folder is read as PSQ files; cycle: turned on each further pass',
    },
  ],
  ['swap2', { kind: 'switch', usage: '', help: 'colors and opening by SWAP2BOARD; openings are not used' }],
  [
    'sprt',
    {
      kind: 'pairs',
      usage: '[elo0=0] [elo1=5] [alpha=0.05] [beta=0.05] [model=logistic|normalized]',
      help: 'stop when the test on game pairs is decided (two engines)',
    },
  ],
  [
    'draw',
    {
      kind: 'pairs',
      usage: '[movenumber=0] [movecount=10] [score=0]',
      help: 'from that stone on: draw when so many moves in a row score within +-score',
    },
  ],
  [
    'resign',
    {
      kind: 'pairs',
      usage: '[movecount=3] [score=10000] [twosided=on|off]',
      help: 'lost when so many own moves in a row score -score or worse; twosided: the other side agrees (default on)',
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
  [
    'fleet',
    {
      kind: 'value',
      usage: 'redis://HOST[:PORT]',
      help: 'workers of a fleet play the games, see docs/fleet.md; -concurrency is theirs to choose',
    },
  ],
  [
    'scaleto',
    {
      kind: 'value',
      usage: 'NPS',
      help: 'with -fleet: a worker of half as many nodes a second in tengen bench plays with twice the time',
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
export const ALIASES: ReadonlyMap<string, string> = new Map([
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
    'An engine that does not start is tried three times, then given up: none of its games left is played.',
    'Exit: 0 finished or decided, 1 an engine was given up, 2 wrong usage, 130 stopped',
    '',
  ].join('\n');
}

/** @param written the name as it came @throws MatchError if no option has that name */
export function optionHelp(name: string, written: string): OptionHelp {
  const option = OPTIONS.get(name);
  if (option === undefined) {
    const near = suggestion(name, [...OPTIONS.keys(), ...ALIASES.keys()]);
    throw new MatchError(`${written}: unknown option; see tengen match --help${near}`);
  }
  return option;
}
