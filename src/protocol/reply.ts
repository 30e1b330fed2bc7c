/** Lines to send: none for INFO and END; for a command that starts a search they follow later. */
export type Reply = readonly string[];

export const NOTHING: Reply = [];
export const OK: Reply = ['OK'];

/**
 * A command that cannot be executed; becomes an ERROR line. The message names the value, states the problem and says
 * what to do.
 */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
