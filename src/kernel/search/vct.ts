/**
 * Wins by continuous threats (VCT), and which kinds of threats are tried. dfpn.ts is the search, vct-moves.ts generates
 * its moves, proof-table.ts stores its results.
 */
import { play, undo } from '../patterns/state.ts';
import { NO_POINT } from '../point.ts';
import { nodesLeft, proveAttack, provenMove, walkProof } from './dfpn.ts';
import { isStopped } from './node-count.ts';
import { MAX_PV } from './result.ts';
import { otherSide } from './threats.ts';
import { clearDeadEnds } from './vcf.ts';
import { ALL_THREATS, attacker, ONE_QUIET, startAttack, THREES, widestThreats } from './vct-moves.ts';

/** Positions that the last {@link findVct} or {@link solveThreats} searched. */
export let vctNodes = 0;
/** Plies to the five of the win that was found, including the five. */
export let vctLength = 0;
/** The win with the longest defense: as many of its moves as are known, in order. */
export const vctLine = new Int32Array(MAX_PV);
export let vctLineLength = 0;

/**
 * Searches for a win of `side`, which is to move, by continuous threats.
 * @param nodes limit of positions
 * @returns the first move of a proven win, or NO_POINT
 */
export function findVct(side: number, nodes: number): number {
  clearDeadEnds();
  const half = nodes >> 1;
  const move = prove(side, THREES, half);
  vctNodes = half - nodesLeft;
  if (move !== NO_POINT || isStopped !== 0 || widestThreats(side) === THREES) return move;
  const rest = nodes - vctNodes;
  const wideMove = prove(side, ALL_THREATS, rest);
  vctNodes += rest - nodesLeft;
  return wideMove;
}

/**
 * Positions for each kind of threats in the first round of {@link solveThreats}; each round has sixteen times as many.
 */
const FIRST_ROUND = 1 << 16;
const ROUND_SHIFT = 4;

/**
 * The same with a large budget, and a win is returned only if a walk through its proof confirms it. Which kind of
 * threats finds a win soonest is unknown, and the others may take a hundred times as long, so they are tried in turn.
 * @param nodes limit of positions, up to 2^30
 * @returns the first move of a proven win, or NO_POINT: none found, or none exists
 */
export function solveThreats(side: number, nodes: number): number {
  clearDeadEnds();
  vctNodes = 0;
  const widest = widestThreats(side);
  let kind = THREES;
  let allowed = FIRST_ROUND;
  // The wider kinds include all wins of the narrower ones.
  for (let narrowest = THREES; narrowest <= widest; ) {
    const left = nodes - vctNodes;
    const share = allowed < left && widest !== THREES ? allowed : left;
    const move = proveAndWalk(side, kind, share);
    vctNodes += share - nodesLeft;
    if (move !== NO_POINT || isStopped !== 0 || vctNodes >= nodes) return move;
    if (nodesLeft >= 0) narrowest = kind + 1;
    kind++;
    if (kind <= widest) continue;
    if (narrowest === THREES) narrowest = ONE_QUIET;
    kind = narrowest;
    allowed = allowed < nodes >> ROUND_SHIFT ? allowed << ROUND_SHIFT : nodes;
  }
  return NO_POINT;
}

/** @param kind what counts as a threat @returns the first move of a proven win, or NO_POINT */
function prove(side: number, kind: number, nodes: number): number {
  startAttack(side, kind);
  vctLength = proveAttack(nodes, kind === ONE_QUIET ? 1 : 0);
  return firstMove();
}

/** The same, rejecting a proof that does not hold. */
function proveAndWalk(side: number, kind: number, nodes: number): number {
  startAttack(side, kind);
  vctLength = proveAttack(nodes, kind === ONE_QUIET ? 1 : 0);
  if (vctLength === 0) return NO_POINT;
  vctLength = walkProof(nodes);
  return firstMove();
}

/** @returns the first move of the win that was found, after recording its line, or NO_POINT */
function firstMove(): number {
  if (vctLength === 0) return NO_POINT;
  noteLine();
  return vctLineLength > 0 ? vctLine[0] : NO_POINT;
}

/** Fills {@link vctLine} with what the table knows of the proof. */
function noteLine(): void {
  vctLineLength = 0;
  let isAttack = 1;
  while (vctLineLength < MAX_PV) {
    const move = provenMove(isAttack, 1 + vctLineLength);
    if (move === NO_POINT) break;
    vctLine[vctLineLength++] = move;
    play(move, isAttack !== 0 ? attacker : otherSide(attacker));
    isAttack ^= 1;
  }
  for (let i = 0; i < vctLineLength; i++) undo();
}
