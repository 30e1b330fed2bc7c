/** The match that the page shows, read from the JSON embedded in it. */
import type { ReportData, ReportGame } from '../data.ts';
import { byId } from './dom.ts';

export const data: ReportData = JSON.parse(byId('data', HTMLScriptElement).textContent ?? '');

/** Indices of the engines, the strongest first. */
export const order: readonly number[] = data.engines
  .map((_, i) => i)
  .sort((a, b) => data.engines[b].elo - data.engines[a].elo);

export function engineName(engine: number): string {
  return data.engines[engine].name;
}

/** @returns number of stones */
export function plyCount(game: ReportGame): number {
  return game.moves.length / 2;
}
