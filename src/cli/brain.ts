/**
 * The brain: commands on stdin, answers on stdout, nothing on stderr. Managers that cannot tell the two outputs apart
 * would take a warning for a move.
 */
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { NO_FILES_VARIABLE } from '../core/environment.ts';
import { ANY_RULE, WIN_LENGTH } from '../core/rule.ts';
import { MAX_SIZE, MIN_SIZE } from '../core/size.ts';
import { SWITCH, whole } from '../core/values.ts';
import { createEngine } from '../platform/node/engine.ts';
import { piecesOf, stateOf, writeWhole } from '../platform/node/files.ts';
import { lockFile } from '../platform/node/lock.ts';
import type { Files } from '../protocol/file-work.ts';
import { LineSplitter } from '../protocol/lines.ts';
import { Session } from '../protocol/session.ts';
import type { ManagerSettings } from '../protocol/settings.ts';
import { type Command, readArguments, type Syntax } from './command.ts';
import { writeFully } from './streams.ts';

interface BrainOptions {
  readonly settings: Partial<ManagerSettings>;
  /** No file that the manager names is read or written. */
  readonly withoutFiles: boolean;
  /** Starts a game of this size before the first command. */
  readonly size: number | null;
}

const SYNTAX = {
  options: {
    size: { type: whole(MIN_SIZE, MAX_SIZE), help: 'starts a game on an N x N board before the first command' },
    rule: { type: ANY_RULE, help: 'the game; a manager may change it' },
    win: { type: WIN_LENGTH, help: 'stones in a row that win under freestyle' },
    'no-files': {
      type: SWITCH,
      help: `no file that the manager names is read or written: no database, no INFO book; also by the environment variable ${NO_FILES_VARIABLE}=1`,
    },
  },
} as const satisfies Syntax;

/** `tengen` alone */
export const BRAIN: Command = {
  name: '',
  summary: '',
  usages: ['[options]   a brain: commands on stdin, answers on stdout'],
  about: [],
  ...SYNTAX,
  exits: { 0: 'done', 1: 'a check failed' },
  prepare(args) {
    const { size, rule, win, 'no-files': isWithout } = readArguments(SYNTAX, args, 'tengen').values;
    const settings = { ...(rule === null ? {} : { ruleCode: rule }), ...(win === null ? {} : { winLength: win }) };
    // Whoever starts engines of all kinds can set a variable for all of them; an argument only some of them know.
    const withoutFiles = isWithout || !/^0?$/.test(process.env[NO_FILES_VARIABLE] ?? '');
    return () => {
      runBrain({ settings, withoutFiles, size });
      return 0;
    };
  },
};

const STDOUT = 1;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** A process that a signal ends exits with this and the number of the signal. */
const SIGNAL_EXIT = 128;
const FILES: Files = { read: piecesOf, write: writeWhole, has: existsSync, stateOf, lock: (name) => lockFile(name) };

/**
 * Runs until END, the end of input, a broken output or a signal; then what has been changed is saved, and the process
 * exits.
 */
function runBrain({ settings, withoutFiles, size }: BrainOptions): void {
  let exitCode = 0;
  const output = new Output(() => session.leave());
  // Only the first thing read can have waited for the start; a move asked for later is not charged with it.
  let startupMs = cpuMs();
  const engine = createEngine({ ownsProcess: true, onDebug: (text) => session.brain.debug(text) });
  const session: Session = new Session({
    engine,
    write: (line) => output.write(line),
    onEnd: () => process.exit(exitCode),
    startupMs: () => startupMs,
    ...(withoutFiles ? {} : { files: FILES }),
    settings,
  });
  const complain = (error: unknown): void => session.brain.internalError(error);
  process.on('uncaughtException', complain);
  process.on('unhandledRejection', complain);
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      exitCode = SIGNAL_EXIT + constants.signals[signal];
      session.leave();
    });
  }
  // Whatever else may end the process.
  process.on('exit', () => void session.brain.desk.close());
  // Node prints warnings itself as long as nobody listens to them otherwise.
  process.removeAllListeners('warning');
  process.on('warning', () => {});

  let readAt = 0;
  const lines = new LineSplitter((line) => session.receive(line, readAt));
  if (size !== null) session.brain.startGame({ width: size, height: size });
  if (process.stdin.isTTY) output.write(GREETING);
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
  // The search thread takes longer to come up than a very short turn lasts. What has been sent already is answered
  // first.
  setImmediate(() => engine.open());
}

const GREETING =
  'MESSAGE tengen reads Gomocup commands. Type START 15, then BEGIN or TURN 7,7; END leaves. tengen --help tells more.';

/** Lines on stdout. */
class Output {
  private isBroken = false;

  /** @param onBroken called once, soon after a write has failed: nobody is left to play with */
  constructor(private readonly onBroken: () => void) {}

  write(line: string): void {
    if (this.isBroken) return;
    try {
      writeFully(STDOUT, Buffer.from(`${line}\n`, 'latin1'));
    } catch {
      this.isBroken = true;
      // Whatever is writing comes to its end first.
      setImmediate(this.onBroken);
    }
  }
}

/**
 * What start-up has cost. Processor time, as a judge may stop a new process for as long as its opponent thinks.
 */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
