/** Kind of an error, for programs; the message is for people. */
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
  | 'search-failed'
  | 'busy'
  | 'cancelled'
  | 'closed';

/** A call that the engine refused. The message names the value and the problem; the engine's state is unchanged. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
  readonly code: EngineErrorCode;

  constructor(code: EngineErrorCode, message: string, options?: { readonly cause: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** @returns whether the caller itself ended a think, so that no answer is missing */
export function isUnanswered(error: unknown): boolean {
  return error instanceof EngineError && (error.code === 'cancelled' || error.code === 'closed');
}

/** @returns whether the search itself has failed, which `onDebug` has reported as well */
export function isSearchFailure(error: unknown): boolean {
  return error instanceof EngineError && error.code === 'search-failed';
}

/** Message of an error `no-move`. */
export const BOARD_IS_FULL = 'board is full: no empty point is left';
