/** The part of `AbortSignal` that tengen uses. Both Node's and the browser's fit, and neither's types are needed. */
export interface AbortSignalLike {
  /** Whether it has been aborted. */
  readonly aborted: boolean;
  /** Why. */
  readonly reason?: unknown;
  /** Calls a listener when it is aborted. */
  addEventListener(type: 'abort', listener: () => void): void;
  /** Stops calling it. */
  removeEventListener(type: 'abort', listener: () => void): void;
}
