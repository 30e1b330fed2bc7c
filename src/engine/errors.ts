/** What went wrong with a call, for programs; the message is for people. */
export type EngineErrorCode =
  | 'bad-size'
  | 'bad-rule'
  | 'bad-point'
  | 'occupied'
  | 'nothing-to-undo'
  | 'bad-limits'
  | 'bad-option'
  | 'bad-memory'
  | 'no-move'
  | 'busy'
  | 'cancelled'
  | 'closed';

/** A call the engine refused. The message says what came and what was expected; the engine's state is as it was. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, message: string, options?: { readonly cause: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** @returns whether a think was given up by whoever asked for it, so that no answer is missing */
export function isUnanswered(error: unknown): boolean {
  return error instanceof EngineError && (error.code === 'cancelled' || error.code === 'closed');
}

/** @returns what came for an error: a text in quotes, so that "15" is not taken for 15 */
export function quoted(given: unknown): string {
  return typeof given === 'string' ? JSON.stringify(given.slice(0, 40)) : String(given);
}
