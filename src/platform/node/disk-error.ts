/** Disks that are full or broken: one line says what a person can do. */
import { reasonOf, UserError } from '../../core/errors.ts';

/** What a person can do, by error code of a disk that cannot be written; null: there is no simple remedy. */
const REMEDIES: Readonly<Record<string, string | null>> = {
  EROFS: null,
  ENOSPC: 'free disk space',
  EDQUOT: 'free disk space',
  EFBIG: 'allow larger files',
  EIO: 'check the disk',
};

/** Follows the remedy in the advice of {@link diskError}. */
export const RUN_AGAIN = ' and run the same command again';

export function isDiskError(error: unknown): boolean {
  return remedyFor(error) !== undefined;
}

/**
 * @param file that was being written
 * @param advice follows the remedy: what to do next, and what happened to the results
 * @returns a UserError with remedy and advice if the disk is at fault, otherwise the error itself
 */
export function diskError(error: unknown, file: string, advice: string = RUN_AGAIN): unknown {
  const remedy = remedyFor(error);
  if (remedy === undefined) return error;
  const problem = `${file}: ${reasonOf(error)}`;
  return new UserError(remedy === null ? problem : `${problem}: ${remedy}${advice}`);
}

/** @returns undefined if the disk is not at fault, null if there is no remedy */
function remedyFor(error: unknown): string | null | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REMEDIES[code];
}
