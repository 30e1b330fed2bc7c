/**
 * Cuts the bytes of a manager or a brain into lines: ended by CR, LF or both, in chunks of any size, with any garbage
 * between.
 */

/** Characters of a manager's line that are kept; a BOARD block of the largest board on one line needs a third of it. */
export const MAX_LINE_LENGTH = 16_384;

/** Managers whose system writes text as UTF-8 may begin with its byte order mark, here as Latin-1. */
const BYTE_ORDER_MARK = '\u00ef\u00bb\u00bf';

const LF = 10;
const CR = 13;

export class LineSplitter {
  private kept = '';
  private isFirst = true;
  private readonly onLine: (line: string) => void;
  private readonly maxLength: number;

  /**
   * @param onLine called with every line as soon as it ends, CR or LF alike, so a CR LF gives an empty line as well
   * @param maxLength characters of a line that are kept
   */
  constructor(onLine: (line: string) => void, maxLength = MAX_LINE_LENGTH) {
    this.onLine = onLine;
    this.maxLength = maxLength;
  }

  /** What came after the last line end. */
  get rest(): string {
    return this.kept;
  }

  /** @param chunk bytes as they came; each becomes one character (Latin-1), so nothing in them can fail to decode */
  push(chunk: Uint8Array): void {
    let start = 0;
    for (let i = 0; i < chunk.length; i++) {
      if (chunk[i] !== LF && chunk[i] !== CR) continue;
      this.keep(chunk, start, i);
      start = i + 1;
      this.flush();
    }
    this.keep(chunk, start, chunk.length);
  }

  /** End of input: what stands there without a line end is a line as well. */
  end(): void {
    if (this.kept !== '') this.flush();
  }

  private flush(): void {
    const isMarked = this.isFirst && this.kept.startsWith(BYTE_ORDER_MARK);
    const line = isMarked ? this.kept.slice(BYTE_ORDER_MARK.length) : this.kept;
    this.kept = '';
    this.isFirst = false;
    this.onLine(line);
  }

  /** Beyond the bound characters are dropped, so a line without an end costs no memory. */
  private keep(chunk: Uint8Array, start: number, end: number): void {
    const stop = Math.min(end, start + this.maxLength - this.kept.length);
    if (stop > start) this.kept += String.fromCharCode(...chunk.subarray(start, stop));
  }
}
