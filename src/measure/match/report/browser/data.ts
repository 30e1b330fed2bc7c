/** The match that the page shows, read from the JSON embedded in it, and how its figures are written. */
import type { ReportData, ReportGame } from '../collect.ts';

export const data: ReportData = JSON.parse(document.getElementById('data')?.textContent ?? '');

/** The strongest first. */
export const ranked = [...data.engines].sort((a, b) => b.elo - a.elo);

/** @returns a number or score with a typographic minus sign */
export function minus(value: number | string): string {
  return String(value).replace('-', '\u2212');
}

export const SCORE_TEXT: Readonly<Record<ReportGame['result'], string>> = {
  black: '1\u20130',
  white: '0\u20131',
  draw: '\u00bd\u2013\u00bd',
};
