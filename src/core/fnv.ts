/** @returns the FNV-1a hash of 32 bits (public domain, G. Fowler, L. C. Noll, K.-P. Vo), unsigned */
export function fnv1a(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
