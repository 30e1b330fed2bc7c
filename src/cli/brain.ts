/**
 * The brain: commands on stdin, answers on stdout, nothing on stderr. A manager that reads both outputs together would
 * take a warning for a move.
 */
import { constants } from 'node:os';
import { type Command, readArguments, type Syntax } from '../core/command.ts';
import { NO_FILES_VARIABLE } from '../core/environment.ts';
import { MAX_SIZE, MIN_SIZE } from '../core/limits.ts';
import { ANY_RULE, WIN_LENGTH } from '../core/rule.ts';
import { SWITCH, whole } from '../core/values.ts';
import { createEngine } from '../platform/node/engine.ts';
import { isTaken, piecesOf, stateOf, writeUnchanged } from '../platform/node/files.ts';
import { lockFile } from '../platform/node/lock.ts';
import { onStopSignal, writeFully } from '../platform/node/streams.ts';
import type { Files } from '../protocol/database.ts';
import { LineSplitter } from '../protocol/lines.ts';
import { Session } from '../protocol/session.ts';
import type { ManagerSettings } from '../protocol/settings.ts';
import { KNOWN_WINS } from './known-wins.ts';

const SYNTAX = {
  options: {
    size: { type: whole(MIN_SIZE, MAX_SIZE), help: 'start a game on an N x N board before the first command' },
    rule: { type: ANY_RULE, help: 'rule of the game; a manager can change it' },
    win: { type: WIN_LENGTH, help: 'stones in a row that win in freestyle' },
    'no-files': {
      type: SWITCH,
      help: `do not read or write files that the manager names: no databases, no INFO book; the environment variable ${NO_FILES_VARIABLE}=1 has the same effect`,
    },
  },
} as const satisfies Syntax;

/** `tengen` alone */
export const BRAIN: Command = {
  name: '',
  summary: '',
  usages: ['[options]   runs as a brain: commands on stdin, answers on stdout'],
  about: [],
  ...SYNTAX,
  exits: { 0: 'done', 1: 'failed' },
  prepare(args) {
    const { size, rule, win, 'no-files': isWithout } = readArguments(SYNTAX, args, 'tengen').values;
    const settings = { ...(rule === null ? {} : { ruleCode: rule }), ...(win === null ? {} : { winLength: win }) };
    // A host of various engines can set a variable for all of them; only some of them know the argument.
    const withoutFiles = isWithout || !/^0?$/.test(process.env[NO_FILES_VARIABLE] ?? '');
    return () => {
      runBrain(settings, withoutFiles, size);
      return 0;
    };
  },
};

const STDOUT = 1;
/** A process that is ended by a signal exits with this plus the number of the signal. */
const SIGNAL_EXIT = 128;
const FILES: Files = {
  read: piecesOf,
  write: writeUnchanged,
  has: isTaken,
  stateOf,
  lock: (name) => lockFile(name),
};

/**
 * Runs until END, the end of input, a broken output or a signal; then saves changes and exits.
 * @param withoutFiles whether no file that the manager names is read or written
 * @param size of a game that begins before the first command; null: none does
 */
function runBrain(settings: Partial<ManagerSettings>, withoutFiles: boolean, size: number | null): void {
  let exitCode = 0;
  const write = lineWriter(() => session.leave());
  // Only the first input can have waited for the start; later moves are not charged with it.
  let startupMs = cpuMs();
  const engine = createEngine({ ownsProcess: true, onDebug: (text) => session.brain.debug(text) });
  const session: Session = new Session({
    engine,
    write,
    onEnd: () => process.exit(exitCode),
    startupMs: () => startupMs,
    ...(withoutFiles ? {} : { files: FILES }),
    knownWins: KNOWN_WINS,
    settings,
  });
  const complain = (error: unknown): void => session.brain.internalError(error);
  process.on('uncaughtException', complain);
  process.on('unhandledRejection', complain);
  onStopSignal((signal) => {
    exitCode = SIGNAL_EXIT + constants.signals[signal];
    session.leave();
  });
  // For any other end of the process.
  process.on('exit', () => void session.brain.databaseSession.close());
  // Node prints warnings itself unless there is another listener.
  process.removeAllListeners('warning');
  process.on('warning', () => {});

  let readAt = 0;
  const lines = new LineSplitter((line) => session.receive(line, readAt));
  if (size !== null) session.brain.startGame({ width: size, height: size });
  if (process.stdin.isTTY) write(GREETING);
  process.stdin.on('data', (chunk: Buffer) => {
    readAt = engine.now();
    lines.push(chunk);
    startupMs = 0;
  });
  const end = (): void => {
    readAt = engine.now();
    lines.end();
    session.brain.endOfInput();
  };
  process.stdin.on('end', end);
  process.stdin.on('error', end);
  // The search thread takes longer to start than a very short turn lasts. Input that has already arrived is answered
  // first.
  setImmediate(() => engine.open());
}

const GREETING =
  'MESSAGE tengen reads Gomocup commands. Type START 15, then BEGIN or TURN 7,7; END quits. See also tengen --help.';

/**
 * @param onBroken called once, soon after a write has failed: the manager is gone
 * @returns a function that writes a line to stdout
 */
function lineWriter(onBroken: () => void): (line: string) => void {
  let isBroken = false;
  return (line) => {
    if (isBroken) return;
    try {
      writeFully(STDOUT, Buffer.from(`${line}\n`, 'latin1'));
    } catch {
      isBroken = true;
      // After the caller has finished.
      setImmediate(onBroken);
    }
  };
}

/**
 * @returns CPU time of start-up, ms; not wall-clock time, as a judge may suspend a new process while its opponent
 * thinks
 */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
