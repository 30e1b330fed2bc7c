/** Formats numbers and results for the page. */
import type { EloValue, ReportGame } from '../data.ts';

/** @returns `+12`, with a typographic minus sign; `?` for null; `+inf` for infinite values, as in the text output */
export function signedForPage(value: EloValue, digits = 0): string {
  if (value === null) return '?';
  return typeof value === 'string' ? minus(value) : (value < 0 ? '\u2212' : '+') + Math.abs(value).toFixed(digits);
}

/** @returns a number or score with a typographic minus sign */
export function minus(value: number | string): string {
  return String(value).replace('-', '\u2212');
}

/** @param share 0 to 1 */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** @param size board side @returns for instance `H8`, as labeled on the board: rows from 1 at the bottom */
export function pointName(x: number, y: number, size: number): string {
  return String.fromCharCode(65 + x) + (size - y);
}

export const SCORE_TEXT: Readonly<Record<ReportGame['result'], string>> = {
  b: '1\u20130',
  w: '0\u20131',
  d: '\u00bd\u2013\u00bd',
};
