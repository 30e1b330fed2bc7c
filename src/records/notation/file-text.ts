/**
 * The text of a file of games in any encoding. Programs write UTF-8 or the code page of their system. An SGF names its
 * encoding in CA, XML in its declaration; most other files do not name it.
 */
import { joinedBytes } from '../../core/bytes.ts';
import { codePageOf, decode, guessCodePage, PieceDecoder } from '../../core/code-page.ts';

/** Bytes at the start of a file in which its encoding is named. */
const HEAD_BYTES = 1 << 14;
/** Number of bytes, from the first one beyond ASCII, after which the encoding is decided. */
const SAMPLE_BYTES = 1 << 16;

/**
 * @returns the text of a file, without a byte order mark; bytes invalid in its encoding become U+FFFD
 *
 *     readGames(textOfFile(readFileSync('game.sgf'))); // UTF-8, GBK, Shift_JIS and others
 */
export function textOfFile(bytes: Uint8Array): string {
  return [...textPieces([bytes])].join('');
}

/**
 * As {@link textOfFile}, piece by piece. The encodings have ASCII in common, so pieces of ASCII need no decision, and
 * only those that decide are held in memory.
 */
export function* textPieces(pieces: Iterable<Uint8Array>): Generator<string> {
  let head = '';
  const held: Uint8Array[] = [];
  let sampleBytes = 0;
  let decoder: PieceDecoder | null = null;
  for (const piece of pieces) {
    if (decoder !== null) {
      yield decoder.decode(piece);
      continue;
    }
    const first = held.length > 0 ? 0 : piece.findIndex((byte) => byte > 0x7f);
    if (first < 0) {
      const text = decode(piece, 'utf-8');
      if (head.length < HEAD_BYTES) head += text.slice(0, HEAD_BYTES);
      yield text;
      continue;
    }
    held.push(piece);
    sampleBytes += piece.length - first;
    if (sampleBytes < SAMPLE_BYTES) continue;
    const sample = joinedBytes(held.splice(0));
    decoder = new PieceDecoder(encodingOf(head, sample));
    yield decoder.decode(sample);
  }
  if (decoder !== null) yield decoder.decode();
  else if (held.length > 0) {
    const sample = joinedBytes(held);
    yield new PieceDecoder(encodingOf(head, sample)).decode(sample, true);
  }
}

/**
 * CA decides by the standard of SGF. But many programs write a fixed CA and then UTF-8, and text of another encoding is
 * hardly ever UTF-8 by accident. So UTF-8 is recognized before CA, even if some letters are damaged.
 * @param head of the file before the sample
 * @returns a name that TextDecoder knows
 */
function encodingOf(head: string, sample: Uint8Array): string {
  const start = (head + decode(sample.subarray(0, HEAD_BYTES), 'windows-1252')).slice(0, HEAD_BYTES);
  const mark = MARKS.find(([bytes]) => start.startsWith(bytes));
  if (mark !== undefined) return mark[1];
  const named = encodingNamed(start);
  return isUtf8(sample, named) ? 'utf-8' : (named ?? guessCodePage(sample));
}

/** Byte order marks, read as windows-1252. */
const MARKS = [
  ['ï»¿', 'utf-8'],
  ['ÿþ', 'utf-16le'],
  ['þÿ', 'utf-16be'],
] as const;

/** @param named the encoding that the file names; null: none */
function isUtf8(sample: Uint8Array, named: string | null): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: true });
    // Two bytes of Chinese, Japanese or Korean may happen to be a letter of UTF-8, where such characters have three.
    return named === null || !EAST_ASIAN.test(named) || /[\u0800-\uffff]/.test(text);
  } catch {
    const text = new TextDecoder().decode(sample, { stream: true });
    const count = (letters: RegExp): number => text.match(letters)?.length ?? 0;
    return count(/[^\0-\x7f\ufffd]/g) > count(/\ufffd/g);
  }
}

const EAST_ASIAN = /^(?:gb|big5|shift_jis|euc)/;

/** @returns what a file says about its encoding, as TextDecoder names it; null: nothing, or that it is in Unicode */
function encodingNamed(start: string): string | null {
  const root = start.slice(Math.max(0, start.search(/\(\s*;/)));
  const found =
    /^\s*<\?xml\b[^>]*?\sencoding\s*=\s*["']([^"']+)/.exec(start) ?? /[^A-Z]CA\s*\[\s*([^\]\s]+)\s*\]/.exec(root);
  if (found === null) return null;
  try {
    const { encoding } = new TextDecoder(codePageOf(found[1]) ?? found[1]);
    return encoding.startsWith('utf') ? null : encoding;
  } catch {
    return null; // an unknown name
  }
}
