/**
 * The brain: commands on stdin, answers on stdout, nothing on stderr. Managers that cannot tell the two outputs apart
 * would take a warning for a move.
 */
import { existsSync } from 'node:fs';
import { createEngine } from '../platform/node/engine.ts';
import { piecesOf, writeWhole } from '../platform/node/files.ts';
import { LineSplitter } from '../protocol/lines.ts';
import { Session } from '../protocol/session.ts';
import type { Settings } from '../protocol/settings.ts';
import { writeFully } from './streams.ts';

export interface BrainOptions {
  readonly settings?: Partial<Settings>;
  /** Starts a game of this size before the first command. */
  readonly size?: number;
}

const STDOUT = 1;

/** Runs until END, the end of input or a broken output; then the process exits. */
export function runBrain(options: BrainOptions = {}): void {
  // Only the first thing read can have waited for the start; a move asked for later is not charged with it.
  let startupMs = cpuMs();
  const engine = createEngine({ ownsProcess: true, onDebug: (text) => session.brain.debug(text) });
  const session: Session = new Session({
    engine,
    write: writeLine,
    onEnd: () => process.exit(0),
    startupMs: () => startupMs,
    files: { read: piecesOf, write: writeWhole, has: existsSync },
    ...(options.settings === undefined ? {} : { settings: options.settings }),
  });
  const complain = (error: unknown): void => session.brain.internalError(error);
  process.on('uncaughtException', complain);
  process.on('unhandledRejection', complain);
  // Node prints warnings itself as long as nobody listens to them otherwise.
  process.removeAllListeners('warning');
  process.on('warning', () => {});

  let readAt = 0;
  const lines = new LineSplitter((line) => session.receive(line, readAt));
  if (options.size !== undefined) session.brain.startGame({ width: options.size, height: options.size });
  if (process.stdin.isTTY) writeLine(GREETING);
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
  // The search thread takes longer to come up than a very short turn lasts. What has been sent already is answered first.
  setImmediate(() => engine.open());
}

const GREETING =
  'MESSAGE tengen reads Gomocup commands. Type START 15, then BEGIN or TURN 7,7; END leaves. tengen --help tells more.';

/** A broken pipe means that nobody is left to play with. */
function writeLine(line: string): void {
  try {
    writeFully(STDOUT, Buffer.from(`${line}\n`, 'latin1'));
  } catch {
    process.exit(0);
  }
}

/**
 * What start-up has cost. Processor time, as a judge may stop a new process for as long as its opponent thinks.
 */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
