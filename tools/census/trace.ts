/**
 * Counts nodes and moves for the census. It replaces src/kernel/search/trace.ts, so the search calls it at every node
 * and every move. Counts add up over the searches of a thread.
 */
import {
  CLASS_FIVE,
  CLASS_FOUR,
  CLASS_FOUR_THREE,
  CLASS_STRAIGHT_FOUR,
  CLASS_THREE,
} from '../../src/kernel/patterns/points.ts';
import { countOf } from '../../src/kernel/patterns/state.ts';
import { MAX_PLY } from '../../src/kernel/search/history.ts';
import { megaNodes, nodeCount } from '../../src/kernel/search/node-count.ts';
import { ONE_PLY } from '../../src/kernel/search/params.ts';
import { otherSide } from '../../src/kernel/search/threats.ts';

export const SEARCH_REDUCED = 0;
export const SEARCH_FULL = 1;
export const SEARCH_PV = 2;

/** Kinds of node, by the threats on the board when it begins. */
export const KINDS = [
  'decided by the counts',
  'answer to a five',
  'answer to a straight four',
  'answer to a four-three',
  'between own fours',
  'quiet',
  'horizon',
  'fours below the horizon',
] as const;
const DECIDED = 0;
const ANSWER_FIVE = 1;
const ANSWER_STRAIGHT_FOUR = 2;
const ANSWER_FOUR_THREE = 3;
const BETWEEN_FOURS = 4;
const QUIET = 5;
const HORIZON = 6;
const BELOW = 7;

/** Depths, in plies; deeper nodes count as this. The quiescence search is depth 0. */
export const MAX_DEPTH = 24;
/** Ranks of a move; later ones count as this. */
export const MAX_RANK = 64;
/** Groups of ranks, and the last rank of each but the last. */
export const LATENESS = ['1 to 3', '4 to 8', '9 to 16', 'over 16'] as const;
const LAST_RANKS = [3, 8, 16];

/** Nodes by kind and depth. */
export const nodes = KINDS.map(() => new Array<number>(MAX_DEPTH + 1).fill(0));
/** Nodes by the latest quiet move on the path to them, for nodes that have one there. */
export const below = new Array<number>(LATENESS.length).fill(0);
/** By kind of move and rank: moves searched, those that raised alpha, those that failed high. */
export const moves = ['quiet', 'attacks and defenses', 'answers to a threat'].map(() => ({
  searched: new Array<number>(MAX_RANK + 1).fill(0),
  raised: new Array<number>(MAX_RANK + 1).fill(0),
  cut: new Array<number>(MAX_RANK + 1).fill(0),
}));
/** Searches by kind, and the nodes of re-searches, those of a re-search inside another one only once. */
export const searches = { count: [0, 0, 0, 0], repeatedNodes: 0 };
/** A re-search at full depth of a move whose reduced search raised alpha. */
export const SEARCH_REPEATED = 3;
/** Nodes that searched a move. */
export const opened = KINDS.map(() => 0);

let current: Int32Array = new Int32Array(1);

const kindAt = new Int32Array(MAX_PLY + 4);
const latenessAt = new Int32Array(MAX_PLY + 4).fill(-1);
const moveKindAt = new Int32Array(MAX_PLY + 4);
const rankAt = new Int32Array(MAX_PLY + 4);
const searchAt = new Int32Array(MAX_PLY + 4).fill(-1);
const searchNodesAt = new Float64Array(MAX_PLY + 4);
/** Plies with an unfinished re-search. */
let repeated = 0;

/**
 * Starts counting, from zero.
 * @param shared one number in shared memory: kind of the running node from now on, -1 outside of the main search
 */
export function startCounting(shared: Int32Array): void {
  for (const counts of [...nodes, below, opened, searches.count]) counts.fill(0);
  for (const { searched, raised, cut } of moves) for (const counts of [searched, raised, cut]) counts.fill(0);
  searches.repeatedNodes = 0;
  current = shared;
  endSearch();
}

/** Clears the path of a search that was stopped. */
export function endSearch(): void {
  searchAt.fill(-1);
  repeated = 0;
  current[0] = -1;
}

function total(): number {
  return megaNodes * 1e6 + nodeCount;
}

function kindOf(side: number, ply: number, depth: number): number {
  const other = otherSide(side);
  if (countOf(side, CLASS_FIVE) > 0) return DECIDED;
  if (depth < 0) return BELOW;
  if (countOf(other, CLASS_FIVE) > 0) return countOf(other, CLASS_FIVE) > 1 ? DECIDED : ANSWER_FIVE;
  if (countOf(side, CLASS_STRAIGHT_FOUR) > 0) return DECIDED;
  if (countOf(other, CLASS_STRAIGHT_FOUR) > 0) return ANSWER_STRAIGHT_FOUR;
  if (depth === 0) return HORIZON;
  if (countOf(other, CLASS_FOUR_THREE) > 0) return ANSWER_FOUR_THREE;
  return ply >= 2 && kindAt[ply - 1] === ANSWER_FIVE ? BETWEEN_FOURS : QUIET;
}

export function traceNode(side: number, ply: number, depth: number): void {
  const kind = kindOf(side, ply, depth);
  const plies = depth <= 0 ? 0 : Math.min(MAX_DEPTH, Math.max(1, Math.round(depth / ONE_PLY)));
  nodes[kind][plies]++;
  kindAt[ply] = kind;
  current[0] = kind;
  const lateness = ply > 0 ? latenessAt[ply - 1] : -1;
  latenessAt[ply] = lateness;
  if (lateness >= 0) below[lateness]++;
}

export function traceMove(
  ply: number,
  index: number,
  ownClass: number,
  otherClass: number,
  isRestricted: number,
): void {
  const isQuiet = ownClass < CLASS_THREE && otherClass < CLASS_FOUR;
  if (index === 1) opened[kindAt[ply]]++;
  moveKindAt[ply] = isRestricted !== 0 ? 2 : isQuiet ? 0 : 1;
  rankAt[ply] = Math.min(MAX_RANK, index);
  searchAt[ply] = -1;
  const lateness = isQuiet && isRestricted === 0 ? LAST_RANKS.filter((last) => index > last).length : -1;
  latenessAt[ply] = Math.max(ply > 0 ? latenessAt[ply - 1] : -1, lateness);
}

export function traceSearch(ply: number, kind: number): void {
  const before = searchAt[ply];
  closeSearch(ply);
  const isRepeated = before >= 0 && before !== SEARCH_PV;
  searchAt[ply] = isRepeated ? SEARCH_REPEATED : kind;
  if (isRepeated) repeated++;
  searchNodesAt[ply] = total();
}

function closeSearch(ply: number): void {
  const kind = searchAt[ply];
  if (kind < 0) return;
  searches.count[kind]++;
  if (kind === SEARCH_REPEATED && --repeated === 0) searches.repeatedNodes += total() - searchNodesAt[ply];
  searchAt[ply] = -1;
}

export function traceResult(ply: number, isRaised: number, isCut: number): void {
  closeSearch(ply);
  const rank = rankAt[ply];
  const ofKind = moves[moveKindAt[ply]];
  ofKind.searched[rank]++;
  ofKind.raised[rank] += isRaised;
  ofKind.cut[rank] += isCut;
  latenessAt[ply] = ply > 0 ? latenessAt[ply - 1] : -1;
  current[0] = kindAt[ply];
}
