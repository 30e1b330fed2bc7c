/** What is wrong with a brain: a result of a game, never a fault of the runner. */

/** How an engine failed to answer. */
export type BrainFailure =
  /** The process could not be started, or ended before it was ready. */
  | 'start'
  /** No answer within the limit. */
  | 'timeout'
  /** The process ended. */
  | 'exit'
  /** It answered, but not what the command asks for. */
  | 'answer'
  /** It printed more than FLOOD_BYTES of connection.ts without answering. */
  | 'flood';

/** Thrown by whatever waits for a brain's answer. The message is one line. */
export class BrainError extends Error {
  override readonly name = 'BrainError';

  constructor(
    readonly failure: BrainFailure,
    message: string,
  ) {
    super(message);
  }
}
