/** Disks that are full or broken: what a person can put right is told in one line. */
import { messageOf, UserError } from '../core/errors.ts';

/** What the system calls a disk that takes nothing. */
const DISK_CODES = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO'];

/** @returns whether the disk is at fault */
export function isDiskError(error: unknown): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return code !== undefined && DISK_CODES.includes(code);
}

/**
 * @param file that was being written
 * @param advice what has become of the work, and what to do
 * @returns a UserError with that advice if the disk is at fault, else the error as it came
 */
export function diskError(error: unknown, file: string, advice: string): unknown {
  if (!isDiskError(error)) return error;
  return new UserError(`${file}: ${messageOf(error)}: ${advice}`);
}
