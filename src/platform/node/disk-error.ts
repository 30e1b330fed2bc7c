/** Disks that are full or broken: one line says what a person can do. */
import { reasonOf, UserError } from '../../core/errors.ts';

/** Error code of a disk that cannot be written, however much space is free. */
const READ_ONLY = 'EROFS';
/** Error codes of disks that cannot be written. */
const DISK_CODES = [READ_ONLY, 'ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'];

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
  const problem = `${file}: ${reasonOf(error)}`;
  // More free space does not help with a read-only disk.
  return new UserError((error as NodeJS.ErrnoException).code === READ_ONLY ? problem : `${problem}: ${advice}`);
}
