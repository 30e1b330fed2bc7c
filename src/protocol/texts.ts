/**
 * Names and texts of a front end. Its lines arrive as bytes, one character each, in UTF-8 or in the code page of its
 * system, as Yixin-Board sends them on Windows. Answers use the encoding that the front end has used.
 */
import { type CodePage, decode, decodeUtf8, encode, guessCodePage } from '../core/code-page.ts';

export class CodedTexts {
  private page: CodePage = 'utf-8';

  /** @param raw one character per byte @returns the text */
  read(raw: string): string {
    const bytes = Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
    const text = decodeUtf8(bytes);
    if (text !== null) return text;
    this.page = guessCodePage(bytes);
    return decode(bytes, this.page);
  }

  /** @returns the bytes of a text, one character each */
  write(text: string): string {
    return Array.from(encode(text, this.page).bytes, (byte) => String.fromCharCode(byte)).join('');
  }
}
