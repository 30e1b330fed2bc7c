/**
 * A command that cannot be obeyed as it came; becomes an ERROR line. The message says what came and what was expected.
 */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError';
}
