/** @returns a text without the byte order mark that some programs write at its start */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}
