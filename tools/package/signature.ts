/**
 * Removes the publisher's signature from a Node binary. It does not match a changed program, and a wrong signature is
 * worse than none: macOS refuses to start such a program, and virus scanners on Windows suspect tampering. pkg does
 * this for macOS only, and only on a Mac.
 */

const PE_SIGNATURE_DIRECTORY = 4;

/**
 * @param binary Windows executable (PE32+)
 * @returns the same without its Authenticode certificates, which are at its end
 */
export function unsignWindows(binary: Buffer): Buffer {
  const header = binary.readUInt32LE(0x3c);
  const optional = header + 24;
  if (binary.toString('latin1', header, header + 4) !== 'PE\0\0' || binary.readUInt16LE(optional) !== 0x20b) {
    throw new Error('expected a 64-bit Windows executable');
  }
  const directory = optional + 112 + PE_SIGNATURE_DIRECTORY * 8;
  const offset = binary.readUInt32LE(directory);
  if (offset === 0) return binary;
  binary.writeUInt32LE(0, directory);
  binary.writeUInt32LE(0, directory + 4);
  return binary.subarray(0, offset);
}

const MACHO_64 = 0xfeedfacf;
const MACHO_HEADER_BYTES = 32;
const LC_SEGMENT_64 = 0x19;
const LC_CODE_SIGNATURE = 0x1d;

/**
 * @param binary macOS executable (Mach-O, 64 bits)
 * @returns the same without its code signature, which is the last load command and the last data
 */
export function unsignMacos(binary: Buffer): Buffer {
  if (binary.readUInt32LE(0) !== MACHO_64) throw new Error('expected a 64-bit macOS executable');
  const count = binary.readUInt32LE(16);
  let linkedit = 0;
  let at = MACHO_HEADER_BYTES;
  for (let index = 0; index < count; index++) {
    const command = binary.readUInt32LE(at);
    const size = binary.readUInt32LE(at + 4);
    const isSegment = command === LC_SEGMENT_64;
    if (isSegment && binary.toString('latin1', at + 8, at + 24).startsWith('__LINKEDIT')) linkedit = at;
    if (command === LC_CODE_SIGNATURE) {
      if (index !== count - 1) throw new Error('expected the code signature to be the last load command');
      const offset = binary.readUInt32LE(at + 8);
      binary.fill(0, at, at + size);
      binary.writeUInt32LE(count - 1, 16);
      binary.writeUInt32LE(binary.readUInt32LE(20) - size, 20);
      // The segment ends where the signature began.
      binary.writeBigUInt64LE(BigInt(offset) - binary.readBigUInt64LE(linkedit + 40), linkedit + 48);
      return binary.subarray(0, offset);
    }
    at += size;
  }
  return binary;
}
