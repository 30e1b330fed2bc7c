/** What is asked of an `AbortSignal`: both Node's and a page's are one, and these types need the types of neither. */
export interface AbortSignalLike {
  /** Whether it has been aborted. */
  readonly aborted: boolean;
  /** Why. */
  readonly reason?: unknown;
  /** Has a listener called when it is aborted. */
  addEventListener(type: 'abort', listener: () => void): void;
  /** Calls it no longer. */
  removeEventListener(type: 'abort', listener: () => void): void;
}
