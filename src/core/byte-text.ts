/**
 * Bytes as text for source files. Signed bytes near 0 take one character, all others two. For trained weights that is
 * shorter than base64, and compresses better (108 instead of 125 kB for the network), because base64 cuts bytes up.
 */

/** Printable ASCII without what a string, a template or a page's script would have to escape. */
const ALPHABET = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i))
  .filter((character) => !'"\'`\\$<'.includes(character))
  .join('');
/** The last characters begin a pair. */
const PREFIXES = 2;
const SINGLES = ALPHABET.length - PREFIXES;

const NO_DIGIT = 0xff;

/** 0, -1, 1, -2, 2, ... as 0, 1, 2, 3, 4, ... */
function zigzag(byte: number): number {
  const signed = (byte << 24) >> 24;
  return ((signed << 1) ^ (signed >> 7)) & 0xff;
}

export function bytesAsText(bytes: Uint8Array): string {
  const parts = Array.from(bytes, (byte) => {
    const number = zigzag(byte);
    if (number < SINGLES) return ALPHABET[number];
    const rest = number - SINGLES;
    return ALPHABET[SINGLES + Math.floor(rest / SINGLES)] + ALPHABET[rest % SINGLES];
  });
  return parts.join('');
}

/** @param text of {@link bytesAsText} @throws {Error} for a character that it never writes, or half a pair */
export function bytesOfText(text: string): Uint8Array {
  const digitOf = new Uint8Array(0x80).fill(NO_DIGIT);
  for (let i = 0; i < ALPHABET.length; i++) digitOf[ALPHABET.charCodeAt(i)] = i;
  const bytes = new Uint8Array(text.length);
  let count = 0;
  // A plain loop: every start of the program passes here.
  for (let at = 0; at < text.length; at++) {
    const first = digitOf[text.charCodeAt(at)] ?? NO_DIGIT;
    let number = first;
    let isKnown = first !== NO_DIGIT;
    if (isKnown && first >= SINGLES) {
      at++;
      const second = digitOf[text.charCodeAt(at)] ?? NO_DIGIT;
      number = SINGLES * (1 + first - SINGLES) + second;
      isKnown = second < SINGLES && number <= 0xff;
    }
    if (!isKnown) throw new Error(`text of bytes: unknown at character ${at} of ${text.length}`);
    bytes[count++] = (number >> 1) ^ -(number & 1);
  }
  return bytes.slice(0, count);
}
