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

/** 0x80 to 0x9f of windows-1252, which Node 20.20 reads as control characters. */
const WESTERN = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Decodes a text in pieces, as TextDecoder does. */
export class PieceDecoder {
  private readonly decoder: InstanceType<typeof TextDecoder>;

  constructor(encoding: string) {
    this.decoder = new TextDecoder(encoding);
  }

  /** @param bytes of the next piece; none: the text has ended */
  decode(bytes?: Uint8Array, isLast = bytes === undefined): string {
    const text = this.decoder.decode(bytes, { stream: !isLast });
    if (this.decoder.encoding !== 'windows-1252') return text;
    return text.replace(/[\x80-\x9f]/g, (letter) => WESTERN[letter.charCodeAt(0) - 0x80]);
  }
}

const decoders = new Map<CodePage, PieceDecoder>();
const strict = new TextDecoder('utf-8', { fatal: true });

/** @returns the text of bytes; those that are invalid in the page become U+FFFD */
export function decode(bytes: Uint8Array, page: CodePage): string {
  const decoder = decoders.get(page) ?? new PieceDecoder(page);
  decoders.set(page, decoder);
  return decoder.decode(bytes, true);
}

export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

const KANA = /[\u3040-\u30ff]/gu;
const HANGUL = /[\uac00-\ud7a3]/gu;
/** The same bytes may be hanzi in GBK and Hangul in EUC-KR, but only one of them is common. */
const COMMON_HANGUL =
  /[이다는에의을를고하가은지사자로한시어나대아그리인도서정일보해수전주장상제과성부국무조경오공세구치안민여원관우선비유기라만스들었있것게적않말면니내습모음진신생김박최강윤임권황송류홍손배백허심노차]/gu;
const COMMON_HANZI =
  /[的一是不了人我在有他这中大来上国个到说们为子和你地出也时年得就要下以生会自过家学对可里后小心多天能好然没于起发成手用方如前所本同三长分将高进法全正名定力点月明四五六七八九十先白黑棋活冲胜负和局连禁王李张刘陈杨赵黄周吴徐孙马林]/gu;

/** Bytes of texts that a code page is guessed from. */
export const SAMPLE_BYTES = 1 << 16;

/** One by one: a text may have more bytes than a call takes arguments where the stack is small. */
export function addToSample(sample: number[], text: Uint8Array): void {
  for (const byte of text) sample.push(byte);
  sample.push(0x20);
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
    ['shift_jis', Math.max(scoreOf(bytes, 'shift_jis', KANA), shiftJis(bytes)) * 1.5],
    ['gbk', usualPairs(bytes, 0xb0, 0xd7) * (0.9 + scoreOf(bytes, 'gbk', COMMON_HANZI) / 10)],
    ['euc-kr', scoreOf(bytes, 'euc-kr', HANGUL) * (0.91 + scoreOf(bytes, 'euc-kr', COMMON_HANGUL) / 10)],
    ['big5', bigFive(bytes) * 0.9],
    ['windows-1251', runsOf(bytes) * scoreOf(bytes, 'windows-1251', /[\u0430-\u044f]/gu)],
  ];
  return scores.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
}

/** @returns the fraction of the letters beyond ASCII that are common; 0 if the bytes are not text in the page */
function scoreOf(bytes: Uint8Array, page: CodePage, kind: RegExp): number {
  try {
    const text = new TextDecoder(page, { fatal: true }).decode(bytes, { stream: true });
    const count = (letters: RegExp): number => text.length - text.replace(letters, '').length;
    const all = count(/[^\0-\x7f]+/gu);
    return all === 0 ? 0 : count(kind) / all;
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
 * EUC-KR, too, so the others have to be frequent.
 */
function bigFive(bytes: Uint8Array): number {
  const usual = adjacentPairs(bytes, (first, second) => first >= 0xa1 && first <= 0xc6 && isBigFiveSecond(second));
  const own = adjacentPairs(
    bytes,
    (first, second) => first >= 0xa4 && first <= 0xc6 && isBigFiveSecond(second) && (first < 0xb0 || second < 0x7f),
  );
  return usual * Math.min(1, 3 * own);
}

function isBigFiveSecond(byte: number): boolean {
  return (byte >= 0x40 && byte <= 0x7e) || byte >= 0xa1;
}

/** Punctuation and kana at 0x81 to 0x83 and common kanji at 0x88 to 0x98, which have to be the majority. */
function shiftJis(bytes: Uint8Array): number {
  if (scoreOf(bytes, 'shift_jis', /[^\0-\x7f]/gu) === 0) return 0;
  const usual = adjacentPairs(bytes, (first) => (first >= 0x81 && first <= 0x83) || (first >= 0x88 && first <= 0x98));
  return Math.max(0, 2 * usual - 1);
}

/**
 * A pair on its own may be letters of other code pages, such as the first of Åke, or the last two of don’t.
 * @returns the fraction of characters of two bytes that are usual and adjacent to another one
 */
function adjacentPairs(bytes: Uint8Array, isUsual: (first: number, second: number) => boolean): number {
  let [pairs, usual, end] = [0, 0, -1];
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] < 0x80) continue;
    pairs++;
    const second = bytes[i + 1] ?? 0;
    if (second < 0x40) continue;
    if ((i === end || bytes[i + 2] > 0x80) && isUsual(bytes[i], second)) usual++;
    i++;
    end = i + 1;
  }
  return pairs === 0 ? 0 : usual / pairs;
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
  const learn = (bytes: readonly number[]): boolean => {
    const text = decode(Uint8Array.from(bytes), page);
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
