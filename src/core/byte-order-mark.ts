/** @returns a text without the mark that programs whose system writes UTF-8 may begin it with */
export function withoutByteOrderMark(text: string): string {
  return text.replace(/^\ufeff/, '');
}
