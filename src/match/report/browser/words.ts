/** Numbers and results as they are written on the page. */

import type { ReportGame } from '../data.ts';

/** @returns `+12`, with a minus sign for typesetting; `?` for null */
export function signed(value: number | null, digits = 0): string {
  return value === null ? '?' : (value < 0 ? '\u2212' : '+') + Math.abs(value).toFixed(digits);
}

/** @param share 0 to 1 */
export function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

/** @returns for instance `h8`; `a1` is the point 0,0 */
export function pointName(x: number, y: number): string {
  return String.fromCharCode(97 + x) + (y + 1);
}

export const SCORE_TEXT: Readonly<Record<ReportGame['result'], string>> = {
  b: '1\u20130',
  w: '0\u20131',
  d: '\u00bd\u2013\u00bd',
};
