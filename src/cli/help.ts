/** What `tengen --help` prints. */

import { NO_FILES_VARIABLE } from '../core/environment.ts';
import { ruleHelp } from '../core/rule.ts';
import { VERSION } from '../engine/version.ts';
import { COMMANDS } from '../protocol/commands.ts';

/** Subcommands with one line each; main.ts finds the programs behind them. */
export const SUBCOMMAND_USAGES: ReadonlyMap<string, string> = new Map([
  ['play', 'tengen play [...]   a game against the engine, in this terminal; tengen play --help'],
  ['board', 'tengen board [--port N] [--open]   a page to play and analyse in, with the engine in the browser'],
  [
    'analyze',
    'tengen analyze "H8 J10 ..." | FILE [--game] [...]   best lines and threats, review of a game; tengen analyze --help',
  ],
  ['book', 'tengen book build|show|merge|check|stats|expand FILE ...   opening books; tengen book --help'],
  ['forbidden', 'tengen forbidden <moves> [--size 15]   what Black may not play under renju, and why'],
  ['check', 'tengen check [--full] BRAIN   examines a brain: answers, moves, rules, time, memory, END'],
  ['convert', 'tengen convert INPUT [OUTPUT] [--to psq|sgf|pos|offset|jsonl|svg|pgn]   games into other notations'],
  ['match', 'tengen match -engine cmd=A -engine cmd=B [...]   plays engines against each other; tengen match --help'],
  ['selfplay', 'tengen selfplay --out <file> [...]   games against itself as training data; tengen selfplay --help'],
  [
    'worker',
    'tengen worker redis://HOST [--slots N] [--allow ENGINE=SHA256]   plays for a fleet; tengen worker --help',
  ],
  ['fleet', 'tengen fleet redis://HOST [...]   who plays for a fleet, how fast, what is left; tengen fleet --help'],
  ['bench', 'tengen bench [depth=N]   searches a fixed set of positions: node count and speed'],
]);

/** @returns the whole help, one entry a line */
export function helpLines(): string[] {
  return [
    `tengen ${VERSION} - gomoku and renju engine (Gomocup protocol)`,
    '',
    'Usage: tengen [--size <n>] [--rule <rule>] [--win <k>] [--no-files]   a brain: commands on stdin, answers on stdout',
    ...[...SUBCOMMAND_USAGES.values()].map((usage) => `       ${usage}`),
    '       tengen --help | --version',
    '       tengen help COMMAND, tengen COMMAND --help   what one command takes',
    '',
    'Options: --size starts a game on an n x n board (3 to 22) before the first command',
    '         --rule the game, see below; a manager may change it',
    '         --win  stones in a row that win under freestyle, 3 to 6',
    '         --no-files  no file that the manager names is read or written: no database, no INFO book;',
    `                also by the environment variable ${NO_FILES_VARIABLE}=1`,
    '',
    ...ruleHelp(),
    '',
    'Commands of the protocol (protocol.md describes each):',
    ...[...COMMANDS.values()].map(({ usage }) => `  ${usage}`),
    '',
    'Exit: 0 done, 1 a check failed, 2 wrong usage',
  ];
}
