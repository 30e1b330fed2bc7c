/** How much stronger one engine is than another, and how sure that is: Elo, the sequential test, ratings. */

export { type Counts, type GameCounts, type PairCounts, pairTotal } from './counts.ts';
export {
  type Estimate,
  eloOfScore,
  estimateFromGames,
  estimateFromPairs,
  estimateOf,
  NORMALIZED_ELO_UNIT,
  normalCdf,
  scoreOfElo,
  Z_95,
} from './elo.ts';
export { chiSquareTail, type Homogeneity, homogeneityOf } from './homogeneity.ts';
export { anchored, type PairingResult, type Rating, ratings } from './ratings.ts';
export { type EloModel, OrderedSprt, type SprtOptions, type SprtState, sprtFromGames, sprtFromPairs } from './sprt.ts';
