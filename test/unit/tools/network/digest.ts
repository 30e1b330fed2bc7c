import { createHash } from 'node:crypto';

/** @returns text that represents long arrays: comparing them number by number takes seconds */
export function digestOf(...arrays: readonly ArrayBufferView[]): string {
  const hash = createHash('sha256');
  for (const { buffer, byteOffset, byteLength } of arrays) hash.update(new Uint8Array(buffer, byteOffset, byteLength));
  return hash.digest('hex');
}
