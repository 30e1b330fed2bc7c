import { printable } from './text.ts';

/**
 * An error that the user can fix. The message is one line: the value, the problem, and what to do. Values may be
 * quoted from files and command lines; their control characters never reach a terminal.
 */
export class UserError extends Error {
  override readonly name = 'UserError';

  constructor(message: string) {
    super(printable(message));
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'a folder, expected a file',
  ENOTDIR: 'part of the path is not a folder',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EEXIST: 'already exists',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'disk quota exceeded',
  EFBIG: 'the file is too large for the file system',
  EIO: 'the disk cannot be read or written',
};

/**
 * @returns what is wrong with a file, without its name: the system's error in words, or the message of any other error
 */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? messageOf(error);
}

/** @returns a UserError that begins with the file's name if {@link reasonOf} has words for the error, else the error */
export function withName(file: string, error: unknown): unknown {
  const hasWords = error instanceof Error && 'code' in error && String(error.code) in REASONS;
  return hasWords ? new UserError(`${file}: ${reasonOf(error)}`) : error;
}

/** Runs an action on a file. @throws UserError whose message begins with the file's name */
export function named<T>(file: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new UserError(`${file}: ${reasonOf(error)}`);
  }
}

/** @returns whether the user or the system has caused an error; any other one is a bug */
export function hasKnownCause(error: unknown): boolean {
  return error instanceof UserError || !(error instanceof Error) || 'syscall' in error;
}

/** @returns the text that a program prints before it ends: that of a bug includes its stack trace */
export function faultText(error: unknown): string {
  return !hasKnownCause(error) && error instanceof Error ? (error.stack ?? error.message) : printable(messageOf(error));
}
