/**
 * The network that tengen ships with, for the programs and threads that search. Only their shells import its 146 kB.
 */
import { bytesOfText } from '../../core/byte-text.ts';
import { NETWORK } from './network-data.ts';

let bytes: Uint8Array | undefined;

/** @returns a file as in network-weights.ts, empty if there is none; threads share its memory if possible */
export function networkInUse(): Uint8Array {
  bytes ??= shared(bytesOfText(NETWORK));
  return bytes;
}

function shared(decoded: Uint8Array): Uint8Array {
  if (typeof SharedArrayBuffer === 'undefined') return decoded;
  const copy = new Uint8Array(new SharedArrayBuffer(decoded.length));
  copy.set(decoded);
  return copy;
}
