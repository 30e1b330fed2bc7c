/** Disks that are full or broken: one line says what a person can do. */
import { messageOf, UserError, withName } from '../../core/errors.ts';

/** Error codes of a disk that cannot be written. */
const DISK_CODES = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO'];

/** @returns whether the disk is at fault */
export function isDiskError(error: unknown): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code !== undefined && DISK_CODES.includes(code);
}

/**
 * @param file that was being written
 * @param advice what happened to the results, and what to do
 * @returns a UserError with that advice if the disk is at fault, otherwise the error itself
 */
export function diskError(error: unknown, file: string, advice: string): unknown {
  if (!isDiskError(error)) return error;
  // More free space would not help.
  if ((error as NodeJS.ErrnoException).code === 'EROFS') return withName(file, error);
  return new UserError(`${file}: ${messageOf(error)}: ${advice}`);
}
