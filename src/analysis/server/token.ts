/** The token that clients have to send: from a file, which is created if necessary, or from the environment. */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { SERVE_TOKEN_VARIABLE } from '../../core/environment.ts';
import { named, reasonOf, UserError } from '../../core/errors.ts';

/** Only characters that a WebSocket subprotocol may contain, and enough of them that guessing is hopeless. */
const TOKEN = /^[\w-]{16,256}$/;
const RANDOM_BYTES = 24;

/**
 * @param file null: the environment
 * @returns the token, and a note for the user
 * @throws UserError that does not repeat the token
 */
export function readToken(file: string | null, env: NodeJS.ProcessEnv) {
  if (file !== null) return tokenFrom(file);
  const token = env[SERVE_TOKEN_VARIABLE] ?? '';
  return { token: token === '' ? null : checked(token, SERVE_TOKEN_VARIABLE), note: null };
}

function tokenFrom(file: string) {
  try {
    return { token: checked(readFileSync(file, 'utf8').trim(), file), note: null };
  } catch (error) {
    if (error instanceof UserError) throw error;
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new UserError(`${file}: ${reasonOf(error)}`);
  }
  const token = randomBytes(RANDOM_BYTES).toString('base64url');
  named(file, () => writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx' }));
  return { token, note: `Wrote a new token to ${file}` };
}

function checked(token: string, source: string): string {
  if (TOKEN.test(token)) return token;
  throw new UserError(`token of ${token.length} characters: expected 16 to 256 letters, digits, - and _ in ${source}`);
}
