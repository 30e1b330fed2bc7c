/** Something the user can put right: one line that says what came and what was expected. */
export class UserError extends Error {
  override readonly name = 'UserError';
}

/** @returns the message of anything thrown */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EISDIR: 'a folder, expected a file',
  ENOTDIR: 'a file, expected a folder',
  EACCES: 'not permitted',
  EPERM: 'not permitted',
};

/**
 * @returns what is wrong with a file, without its name: what the system says in words, or the message of anything else
 */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? messageOf(error);
}

/** Does something with a file and puts its name before what is wrong with it. @throws UserError */
export function named<T>(file: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw new UserError(`${file}: ${reasonOf(error)}`);
  }
}
