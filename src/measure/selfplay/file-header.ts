/**
 * The sixteen bytes that files of games and of samples start with: a magic word, a version, and what they were made
 * with.
 */

export const HEADER_BYTES = 16;

export interface FileHeader {
  /** Sum of bits as in INFO rule. */
  readonly rule: number;
  /** Nodes: the mean a move in games, those a label in samples. */
  readonly nodes: number;
  readonly seed: number;
  /** Fingerprint of all other options that determine the data, 16 bits. */
  readonly options: number;
}

/** How a kind of file starts, and how errors call it. */
export interface FileKind {
  /** Four letters. */
  readonly magic: string;
  readonly version: number;
  /** As in "expected ...". */
  readonly name: string;
  /** As in "... 2: expected 1". */
  readonly versionName: string;
}

/** @returns the bytes a file starts with */
export function encodeHeader({ magic, version }: FileKind, header: FileHeader): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < magic.length; i++) bytes[i] = magic.charCodeAt(i);
  view.setUint8(4, version);
  view.setUint8(5, header.rule);
  view.setUint16(6, header.options, true);
  view.setUint32(8, header.nodes, true);
  view.setUint32(12, header.seed, true);
  return bytes;
}

/** @throws Error if the bytes are not the start of a file of this kind and version */
export function decodeHeader({ magic, version, name, versionName }: FileKind, bytes: Uint8Array): FileHeader {
  const found = String.fromCharCode(...bytes.subarray(0, magic.length));
  if (bytes.length < HEADER_BYTES || found !== magic) throw new Error(`expected ${name} (it starts with ${magic})`);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  if (view.getUint8(4) !== version) throw new Error(`${versionName} ${view.getUint8(4)}: expected ${version}`);
  return {
    rule: view.getUint8(5),
    options: view.getUint16(6, true),
    nodes: view.getUint32(8, true),
    seed: view.getUint32(12, true),
  };
}
