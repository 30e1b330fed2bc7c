/** The part of `AbortSignal` that tengen uses. Both Node's and the browser's fit, and neither's types are needed. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  /** Calls `listener` once it is aborted. */
  addEventListener(type: 'abort', listener: () => void): void;
  /** Undoes {@link addEventListener}. */
  removeEventListener(type: 'abort', listener: () => void): void;
}
