/** The part of `AbortSignal` that tengen uses. Both Node's and the browser's fit, and neither's types are needed. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
