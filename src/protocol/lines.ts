/**
 * Splits the bytes of a manager or a brain into lines that end with CR, LF or both, from chunks of any size and with
 * arbitrary bytes in them.
 */

/** Maximum length of a manager's line; a BOARD block of the largest board on one line needs a third of it. */
export const MAX_LINE_LENGTH = 16_384;

/** Some systems begin UTF-8 text with a byte order mark, here read as Latin-1. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

const LF = 10;
const CR = 13;

export class LineSplitter {
  /** What follows the last line end so far. */
  rest = '';
  private isFirst = true;
  /** Whether the last byte was a CR, whose LF ends no second line. */
  private isAfterCr = false;

  /**
   * @param onLine called with every line as soon as it ends with CR or LF, which does not wait for the LF after a CR
   * @param maxLength a longer line is truncated to this many characters
   */
  constructor(
    private readonly onLine: (line: string) => void,
    private readonly maxLength = MAX_LINE_LENGTH,
  ) {}

  /** @param chunk raw bytes; each becomes one character (Latin-1), so decoding cannot fail */
  push(chunk: Uint8Array): void {
    let start = 0;
    for (let i = 0; i < chunk.length; i++) {
      const isSecond = this.isAfterCr && chunk[i] === LF;
      this.isAfterCr = chunk[i] === CR;
      if (isSecond) start = i + 1;
      if (isSecond || (chunk[i] !== LF && chunk[i] !== CR)) continue;
      this.keep(chunk, start, i);
      start = i + 1;
      this.flush();
    }
    this.keep(chunk, start, chunk.length);
  }

  /** Handles the end of input: an unfinished line counts as a line. */
  end(): void {
    if (this.rest !== '') this.flush();
  }

  private flush(): void {
    const isMarked = this.isFirst && this.rest.startsWith(BYTE_ORDER_MARK);
    const line = isMarked ? this.rest.slice(BYTE_ORDER_MARK.length) : this.rest;
    this.rest = '';
    this.isFirst = false;
    this.onLine(line);
  }

  /** Drops characters beyond the maximum, so that an endless line costs no memory. */
  private keep(chunk: Uint8Array, start: number, end: number): void {
    const stop = Math.min(end, start + this.maxLength - this.rest.length);
    if (stop > start) this.rest += String.fromCharCode(...chunk.subarray(start, stop));
  }
}
