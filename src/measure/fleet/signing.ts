/** Engines that a coordinator signs, so that workers which trust its key need no list of hashes. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { reasonOf, UserError } from '../../core/errors.ts';
import type { Announcement } from './wire.ts';

type Engines = Announcement['engines'];

/** Ed25519: 32 bytes in base64url. */
const PUBLIC_KEY = /^[\w-]{43}$/;

function signedText(engines: Engines): Buffer {
  return Buffer.from(JSON.stringify(['tengen fleet', engines.map(({ name, sha256 }) => [name, sha256])]));
}

/**
 * @param file with the private key, PEM; created if it is missing, with the public key in FILE.pub
 * @returns the signature, and the public key @throws UserError
 */
export function signEngines(file: string, engines: Engines): { readonly signature: string; readonly key: string } {
  try {
    if (!existsSync(file)) {
      const made = generateKeyPairSync('ed25519');
      writeFileSync(file, made.privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
      writeFileSync(`${file}.pub`, `${publicText(made.publicKey)}\n`);
    }
    const key = createPrivateKey(readFileSync(file));
    if (key.asymmetricKeyType !== 'ed25519')
      throw new UserError(`expected an Ed25519 key, not ${key.asymmetricKeyType}`);
    return {
      signature: sign(null, signedText(engines), key).toString('base64'),
      key: publicText(createPublicKey(key)),
    };
  } catch (error) {
    const isNoKey = /^ERR_/.test((error as NodeJS.ErrnoException).code ?? '');
    throw new UserError(`-sign ${file}: ${isNoKey ? 'no private key in this file' : reasonOf(error)}`);
  }
}

function publicText(key: KeyObject): string {
  return key.export({ format: 'jwk' }).x!;
}

/** @param text a public key, or a file that contains one @throws UserError */
export function readTrustedKey(text: string): KeyObject {
  let x = text;
  try {
    if (!PUBLIC_KEY.test(text)) x = readFileSync(text, 'utf8').trim();
  } catch (error) {
    throw new UserError(`--trust ${text}: ${reasonOf(error)}; expected a public key of 43 characters, or its file`);
  }
  if (!PUBLIC_KEY.test(x)) throw new UserError(`--trust ${text}: no public key of 43 characters in this file`);
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** @returns whether one of these keys has signed the engines of a job */
export function isSigned({ engines, signature }: Announcement, keys: readonly KeyObject[]): boolean {
  if (signature === undefined) return false;
  return keys.some((key) => verify(null, signedText(engines), key, Buffer.from(signature, 'base64')));
}
