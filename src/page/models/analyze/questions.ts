/** Questions to the engine about a position: what does the other side threaten, and is there a forced win? */
import { type Color, opponentOf } from '../../../core/color.ts';
import type { SearchFigures, SearchInfo, ThinkLimits } from '../../../engine/api.ts';
import { longestLine, placeGame, type Searcher } from '../../../play/analysis/analysis.ts';
import { type GameState, sideToMove } from '../../../play/state/game-state.ts';

/** An answer of the engine. Its line begins with a move of `color`. */
export type EngineFinding =
  /** `figures` null: the engine found no forced win. */
  | { readonly kind: 'proof'; readonly figures: SearchFigures | null; readonly color: Color }
  | { readonly kind: 'threat'; readonly figures: SearchFigures; readonly color: Color };

const PROOF_LIMITS: ThinkLimits = { maxMs: 15_000, solve: true };
const THREAT_LIMITS: ThinkLimits = { maxNodes: 150_000 };

/** What would the other side do if it were to move? */
export async function findThreat(engine: Searcher, game: GameState): Promise<EngineFinding> {
  const color = opponentOf(sideToMove(game));
  return { kind: 'threat', figures: await ask(engine, game, color, THREAT_LIMITS), color };
}

/** Searches for a win of the side to move by threats that leave the opponent no choice. */
export async function findProof(engine: Searcher, game: GameState): Promise<EngineFinding> {
  const color = sideToMove(game);
  const figures = await ask(engine, game, color, PROOF_LIMITS);
  return { kind: 'proof', figures: figures.winIn === null ? null : figures, color };
}

async function ask(engine: Searcher, game: GameState, color: Color, limits: ThinkLimits): Promise<SearchFigures> {
  placeGame(engine, game, color);
  // A table that knows the answer would cut its line short, and the page shows the whole line.
  engine.clearHash();
  const reports: SearchInfo[] = [];
  const figures = await engine.think(limits, (info) => info.kind !== 'root' && reports.push(info));
  return { ...figures, pv: longestLine(figures.pv, reports) };
}
