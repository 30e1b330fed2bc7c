/**
 * The network that tengen ships with, for the programs and threads that search. Only their shells import its 160 kB.
 */
import { NETWORK } from './network-data.ts';

let bytes: Uint8Array | undefined;

/** @returns a file as in network-weights.ts, empty if there is none; threads share its memory if possible */
export function networkInUse(): Uint8Array {
  bytes ??= sharedBytesOf(NETWORK);
  return bytes;
}

/** @param base64 of bytes */
function sharedBytesOf(base64: string): Uint8Array {
  const binary = atob(base64);
  const canShare = typeof SharedArrayBuffer !== 'undefined';
  const decoded = new Uint8Array(canShare ? new SharedArrayBuffer(binary.length) : new ArrayBuffer(binary.length));
  for (let i = 0; i < binary.length; i++) decoded[i] = binary.charCodeAt(i);
  return decoded;
}
