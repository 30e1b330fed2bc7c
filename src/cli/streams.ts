/**
 * Standard streams where Node cannot open its own: a Windows program that Wine has started with the pipes of a Linux
 * process reads and writes by descriptor, but `process.stdin`, `process.stdout` and `process.stderr` throw (EBADF).
 */
import { createReadStream, writeSync } from 'node:fs';
import { Writable } from 'node:stream';

/** Pause before a full pipe is tried again, in milliseconds. */
const RETRY_MS = 2;

/**
 * All the bytes, in one write where that goes, as some managers do not join halves. A full pipe is waited for.
 * @throws when nobody reads any more
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

/** In the order of their descriptors. */
const NAMES = ['stdin', 'stdout', 'stderr'] as const;

/** Puts a stream that goes by descriptor in the place of each that cannot be opened. The others stay as they are. */
export function mendStreams(holder: object = process): void {
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
