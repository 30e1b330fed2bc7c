/**
 * A command that cannot be executed; becomes an ERROR line. The message names the value, states the problem and says
 * what to do.
 */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
