/** Words and numbers as sentences and columns. */

/** @returns `1 file` or `3 files` */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** @returns words with commas and, before the last, another one: `a, b or c` */
export function listed(words: readonly string[], word = 'or'): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} ${word} ${words.at(-1)}`;
}

/**
 * @param toTheLeft which columns are not numbers @returns rows whose columns are equally wide, two blanks between them
 */
export function columns(rows: readonly (readonly string[])[], toTheLeft: (column: number) => boolean): string[] {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const cell = (word: string, column: number) =>
    toTheLeft(column) ? word.padEnd(widths[column]) : word.padStart(widths[column]);
  return rows.map((row) => row.map(cell).join('  ').trimEnd());
}

/** Breaks text into lines of at most `columns` characters, between words where it can; leading blanks are kept. */
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

/** @returns text that may be put into XML, between tags or in quotes */
export function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
