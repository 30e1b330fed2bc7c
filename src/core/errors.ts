/** Something the user can put right: one line that says what came and what was expected. */
export class MatchError extends Error {
  override readonly name = 'MatchError';
}

/** @returns the message of anything thrown */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
