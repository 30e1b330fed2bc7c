/** Texts in the code pages of Windows, which files do not name: guessed from the bytes, and written again. */

/** By the names that TextDecoder knows. */
export const CODE_PAGES = [
  'windows-1252',
  'windows-1251',
  'windows-1250',
  'shift_jis',
  'gbk',
  'euc-kr',
  'big5',
] as const;
export type CodePage = (typeof CODE_PAGES)[number] | 'utf-8';

/** Numbers and names by which people know them. */
const ALIASES: Readonly<Record<string, CodePage>> = {
  '1250': 'windows-1250',
  '1251': 'windows-1251',
  '1252': 'windows-1252',
  '932': 'shift_jis',
  '936': 'gbk',
  '949': 'euc-kr',
  '950': 'big5',
  '65001': 'utf-8',
  utf8: 'utf-8',
  'utf-8': 'utf-8',
  latin1: 'windows-1252',
  sjis: 'shift_jis',
};

/** @returns the code page of a name such as `gbk`, `936` or `cp936`; null for others */
export function codePageOf(name: string): CodePage | null {
  const word = name.toLowerCase().replace(/^cp-?/, '');
  return CODE_PAGES.find((page) => page === word) ?? ALIASES[word] ?? null;
}

const decoders = new Map<CodePage, InstanceType<typeof TextDecoder>>();
const strict = new TextDecoder('utf-8', { fatal: true });

/** @returns the text of bytes; what is none there becomes U+FFFD */
export function decode(bytes: Uint8Array, page: CodePage): string {
  let decoder = decoders.get(page);
  if (decoder === undefined) {
    decoder = new TextDecoder(page);
    decoders.set(page, decoder);
  }
  return decoder.decode(bytes);
}

/** @returns the text of bytes if they are UTF-8, else null */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

/**
 * The code page that some bytes were most likely written in: one in which all of them mean something, by how usual
 * their letters are.
 * @param bytes of one or many texts, the last of which may be cut off
 */
export function guessCodePage(bytes: Uint8Array): CodePage {
  if (bytes.every((byte) => byte < 128)) return 'windows-1252';
  if (scoreOf(bytes, 'utf-8', /[^\0-\x7f]/gu) > 0) return 'utf-8';
  const scores: [CodePage, number][] = [
    ['windows-1252', 0.35],
    ['shift_jis', scoreOf(bytes, 'shift_jis', /[\u3040-\u30ff]/gu) * 1.5],
    ['gbk', usualPairs(bytes, 0xb0, 0xd7) * 0.95],
    ['euc-kr', scoreOf(bytes, 'euc-kr', /[\uac00-\ud7a3]/gu) * usualPairs(bytes, 0xb0, 0xc8)],
    ['big5', bigFivePairs(bytes) * 0.9],
    ['windows-1251', runsOf(bytes) * scoreOf(bytes, 'windows-1251', /[\u0430-\u044f]/gu)],
  ];
  return scores.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

/** @returns the fraction of the letters beyond ASCII that are common; 0 if the bytes are not text in the page */
function scoreOf(bytes: Uint8Array, page: CodePage, kind: RegExp): number {
  try {
    const text = new TextDecoder(page, { fatal: true }).decode(bytes, { stream: true });
    const letters = text.match(/[^\0-\x7f]/gu)?.length ?? 0;
    return letters === 0 ? 0 : (text.match(kind)?.length ?? 0) / letters;
  } catch {
    return 0;
  }
}

/** @returns the fraction of the bytes beyond ASCII in pairs that begin in the range of common characters */
function usualPairs(bytes: Uint8Array, from: number, to: number): number {
  let [pairs, high] = [0, 0];
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] < 128) continue;
    high++;
    if (i + 1 < bytes.length && bytes[i + 1] >= 0xa1) {
      if (bytes[i] >= from && bytes[i] <= to) pairs += 2;
      else if (bytes[i] >= 0xa1 && bytes[i] <= 0xa3) pairs += 1;
      i++;
      high++;
    }
  }
  return pairs / high;
}

/**
 * Big5 has its common characters at 0xa4 to 0xc6. Those at 0xb0 to 0xc6 with a high second byte are common in GBK and
 * EUC-KR, too, so the others have to be frequent. A lone one may be a capital in windows-1252, such as the first letter
 * of Åke.
 * @returns the fraction of common characters among those of two bytes
 */
function bigFivePairs(bytes: Uint8Array): number {
  let [pairs, usual, own, end] = [0, 0, 0, -1];
  for (let i = 0; i < bytes.length; i++) {
    const [first, second = 0] = [bytes[i], bytes[i + 1]];
    if (first < 0x80) continue;
    pairs++;
    const isLow = second >= 0x40 && second <= 0x7e;
    if (!isLow && second < 0xa1) continue;
    const isAdjacent = i === end || (bytes[i + 2] ?? 0) > 0x80;
    if (isAdjacent && first >= 0xa1 && first <= 0xc6) {
      usual++;
      if (first >= 0xa4 && (isLow || first < 0xb0)) own++;
    }
    end = i + 2;
    i++;
  }
  return pairs === 0 ? 0 : (usual / pairs) * Math.min(1, (3 * own) / pairs);
}

/** @returns 1 if letters beyond ASCII are adjacent, as in Cyrillic words, less if they are isolated */
function runsOf(bytes: Uint8Array): number {
  let [together, high] = [0, 0];
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] < 0xc0) continue;
    high++;
    if ((bytes[i + 1] ?? 0) >= 0xc0 || (bytes[i - 1] ?? 0) >= 0xc0) together++;
  }
  return high === 0 ? 0 : together / high;
}

const encoders = new Map<CodePage, ReadonlyMap<string, readonly number[]>>();

/** @returns the bytes of each character of a page, worked out from how it is read */
function encoderOf(page: CodePage): ReadonlyMap<string, readonly number[]> {
  const known = encoders.get(page);
  if (known !== undefined) return known;
  const made = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(page);
  const learn = (bytes: readonly number[]): boolean => {
    const text = decoder.decode(Uint8Array.from(bytes));
    if ([...text].length !== 1 || text === '\ufffd') return false;
    if (!made.has(text)) made.set(text, bytes);
    return true;
  };
  for (let byte = 0; byte < 256; byte++) {
    if (learn([byte]) || byte < 0x81) continue;
    for (let second = 0x30; second < 256; second++) learn([byte, second]);
  }
  encoders.set(page, made);
  return made;
}

/** @returns the bytes of a text, and how many of its characters the page does not have; they become `?` */
export function encode(text: string, page: CodePage): { readonly bytes: Uint8Array; readonly lost: number } {
  if (page === 'utf-8') return { bytes: new TextEncoder().encode(text), lost: 0 };
  const encoder = encoderOf(page);
  const bytes: number[] = [];
  let lost = 0;
  for (const letter of text) {
    const known = encoder.get(letter);
    if (known === undefined) lost++;
    bytes.push(...(known ?? [0x3f]));
  }
  return { bytes: Uint8Array.from(bytes), lost };
}

/** @returns the first code page that has every character of the texts; the one that lacks fewest if none has */
export function fittingPage(texts: readonly string[]): CodePage {
  const letters = [...new Set(texts.join(''))].filter((letter) => letter > '\x7f').join('');
  let best: { readonly page: CodePage; readonly lost: number } = { page: CODE_PAGES[0], lost: letters.length };
  for (const page of CODE_PAGES) {
    if (best.lost === 0) break;
    const { lost } = encode(letters, page);
    if (lost < best.lost) best = { page, lost };
  }
  return best.page;
}
