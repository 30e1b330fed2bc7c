/**
 * Standard streams for when Node cannot open its own: a Windows program that Wine has started with the pipes of a Linux
 * process can read and write by descriptor, but `process.stdin`, `process.stdout` and `process.stderr` throw (EBADF).
 */
import { createReadStream, writeSync } from 'node:fs';
import { Writable } from 'node:stream';
import { FAILED } from '../../core/command.ts';
import { printable } from '../../core/text.ts';

/** Pause before retrying a full pipe, in milliseconds. */
const RETRY_MS = 2;

/**
 * Writes all the bytes, in one write if possible, because some managers do not join partial lines. Waits if a pipe is
 * full.
 * @throws if the other end of the pipe has been closed
 */
export function writeFully(descriptor: number, bytes: Uint8Array): void {
  let rest = bytes;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS);
    }
  }
}

/** Writes a line to stderr. It may quote files and command lines; their control characters never reach a terminal. */
export function complain(line: string): void {
  process.stderr.write(`${printable(line)}\n`);
}

/** Exit code of a program that writes to a closed pipe: 128 and the number of SIGPIPE, which Node ignores. */
const BROKEN_PIPE = 141;

/**
 * Ends the process when its output cannot be written: silently if the reader has exited, as in
 * `tengen match ... | head`, otherwise with a line, as on a full disk.
 */
export function endOnBrokenPipe(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(BROKEN_PIPE);
    complain(`output: ${error.message}`);
    process.exit(FAILED);
  });
  process.stderr.on('error', ({ code }: NodeJS.ErrnoException) =>
    process.exit(code === 'EPIPE' ? BROKEN_PIPE : FAILED),
  );
}

/** In order of descriptor. */
const NAMES = ['stdin', 'stdout', 'stderr'] as const;

/** Replaces each stream that cannot be opened by one that uses its descriptor. */
export function repairStreams(holder: object = process): void {
  NAMES.forEach((name, descriptor) => {
    if (opens(holder, name)) return;
    const value = name === 'stdin' ? createReadStream('', { fd: descriptor }) : writerTo(descriptor);
    Object.defineProperty(holder, name, { value, configurable: true, enumerable: true });
  });
}

function opens(holder: object, name: string): boolean {
  try {
    return Reflect.get(holder, name) !== undefined;
  } catch {
    return false;
  }
}

function writerTo(descriptor: number): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        writeFully(descriptor, chunk);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Handles the signals that ask a process to stop. @returns a function that removes the handler */
export function onStopSignal(handle: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of STOP_SIGNALS) process.on(signal, handle);
  return () => {
    for (const signal of STOP_SIGNALS) process.off(signal, handle);
  };
}
