/** Lines out of what a brain prints, whatever it prints. */

/** Longest line kept; the rest of it is dropped. */
export const LINE_LIMIT = 4096;
/** Longest line shown to people. */
const SHOWN_LENGTH = 240;

/** Cuts a stream of bytes into lines. */
export class LineSplitter {
  private partial = '';

  /** @returns complete lines without blanks around them, none empty; the rest waits for more */
  push(chunk: Buffer): string[] {
    const lines = (this.partial + chunk.toString('latin1')).split(/[\r\n]+/);
    this.partial = lines.pop()!.slice(0, LINE_LIMIT);
    return lines.map((line) => line.slice(0, LINE_LIMIT).trim()).filter((line) => line !== '');
  }

  /** What came behind the last line end, without blanks around it. */
  get rest(): string {
    return this.partial.trim();
  }
}

/** Printable and short: for error texts and the last lines of a game. */
export function shorten(line: string): string {
  const printable = line.slice(0, SHOWN_LENGTH + 1).replace(/[^\x20-\x7e]/g, '.');
  return printable.length > SHOWN_LENGTH ? `${printable.slice(0, SHOWN_LENGTH)}...` : printable;
}
