/** Words, numbers and values as text. */

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** @param word before the last one @returns `a, b or c` */
export function listed(words: readonly string[], word = 'or'): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} ${word} ${words.at(-1)}`;
}

/**
 * @param toTheLeft whether a column is left-aligned, as text is
 * @returns rows as aligned columns, two blanks between them
 */
export function columns(rows: readonly (readonly string[])[], toTheLeft: (column: number) => boolean): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const cell = (word: string, column: number) =>
    toTheLeft(column) ? word.padEnd(widths[column]) : word.padStart(widths[column]);
  return rows.map((row) => row.map(cell).join('  ').trimEnd());
}

/** Breaks text into lines of at most `columns` characters, between words if possible, and keeps its indentation. */
export function wrapped(text: string, columns: number): string[] {
  if (text.length <= columns) return [text];
  const indent = /^ */.exec(text)?.[0] ?? '';
  const lines: string[] = [];
  let line = indent;
  for (const word of text.trim().split(/ +/)) {
    for (let rest = word; ; ) {
      const joined = line.trim() === '' ? indent + rest : `${line} ${rest}`;
      if (joined.length <= columns) {
        line = joined;
        break;
      }
      if (line.trim() !== '') lines.push(line);
      else {
        const room = Math.max(1, columns - indent.length);
        lines.push(indent + rest.slice(0, room));
        rest = rest.slice(room);
      }
      line = indent;
      if (rest === '') break;
    }
  }
  return [...lines, line];
}

export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** Most characters of a value that an error repeats. */
export const MAX_SHOWN = 60;

/**
 * @returns a value as an error shows it: short, on one line, and as JSON, so that "15" differs from 15; `missing` for
 * undefined
 */
export function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return printable(JSON.stringify(cut(value)));
  if (typeof value !== 'object' || value === null) return printable(cut(String(value)));
  return printable(cut(asJson(value)));
}

function cut(text: string): string {
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}...` : text;
}

/** Objects from a caller may refer to themselves, or contain what JSON has no form for. */
function asJson(value: object): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}

/** @returns a text without characters that a terminal or a line reader interprets */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '?');
}

/** @returns a text without the byte order mark that some programs write at its start */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}
