/** Extracts readable lines from the output of a brain, which may be anything. */

/** Longest line stored; longer ones are truncated. */
export const LINE_LIMIT = 4096;
/** Longest line shown to people. */
const SHOWN_LENGTH = 240;

/** Makes a line printable and short, for error texts and the last lines of a game. */
export function shorten(line: string): string {
  const printable = line.slice(0, SHOWN_LENGTH + 1).replace(/[^\x20-\x7e]/g, '.');
  return printable.length > SHOWN_LENGTH ? `${printable.slice(0, SHOWN_LENGTH)}...` : printable;
}

/** How runtimes begin the line that names an error, as in "TypeError: ..." or "thread 'main' panicked at ...". */
const ERROR_LINE = /^(\w+[.:])*\w*(error|exception|panic(ked)?)\b|^thread '.*' panicked/i;
/** How runtimes begin the lines that follow an error. */
const AFTER_ERROR = /^(at |[{}\]]|Node\.js v\d|note: )/;

/**
 * @param lines on stderr without blanks around them, oldest first
 * @returns the line that best explains why a program ended: the last that names an error, else the last outside a stack
 * trace; null if there is none
 */
export function complaintIn(lines: readonly string[]): string | null {
  return (
    lines.findLast((line) => ERROR_LINE.test(line)) ??
    lines.findLast((line) => !AFTER_ERROR.test(line)) ??
    lines.at(-1) ??
    null
  );
}
