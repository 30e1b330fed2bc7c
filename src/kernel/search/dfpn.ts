/**
 * Depth-first proof-number search (df-pn, Nagai 2002) of an attack by threats: whether the attacker, playing only moves
 * that threaten, wins against every answer. A failure only means that no such win was found.
 *
 * Sums of proof numbers count shared positions twice; that misguides the order, never the result.
 */
import { play, stonesHashHigh, stonesHashLow, undo } from '../patterns/state.ts';
import { CELLS, NO_POINT, WHITE } from '../point.ts';
import { KEY_WORDS, SIDE_KEY_HIGH, SIDE_KEY_LOW, stoneKey } from '../zobrist.ts';
import { MAX_PLY } from './history.ts';
import { LIST_SIZE, moveList } from './movegen.ts';
import { moveOrder } from './movepick.ts';
import { countNode, isStopped } from './node-count.ts';
import {
  foundDisproof,
  foundLength,
  foundProof,
  probeProof,
  SETTLED,
  startProofSearch,
  storeProof,
} from './proof-table.ts';
import { otherSide } from './threats.ts';
import {
  addQuiets,
  attacker,
  DISPROVEN,
  listAnswers,
  listedLength,
  listedNodes,
  listedQuiet,
  listThreats,
  PROVEN,
  quiets,
  VCF_FOURS,
} from './vct-moves.ts';

/** Mixed into the hash, so that attacks of both sides can share the table. */
const ATTACKER_KEY = 0x5bd1e995;
/** Mixed into the hash for every move of the line that counts toward the limit of quiet moves. */
const QUIET_KEY = 0x1b873593;

/** Positions that may still be searched; below 0 when the search has ended because it ran out of them. */
export let nodesLeft = 0;
/**
 * 1: combine the numbers of several positions as their maximum plus one for each other, instead of their sum (weak
 * proof-number search, Ueda et al. 2008). Sums grow out of all proportion where the same few fours can be made in any
 * order.
 */
let takesLargest = 0;

function keyLow(side: number, low: number): number {
  const mixed = (attacker === WHITE ? low ^ ATTACKER_KEY : low) ^ Math.imul(quiets, QUIET_KEY);
  return side === WHITE ? mixed ^ SIDE_KEY_LOW : mixed;
}

function keyHigh(side: number, high: number): number {
  return side === WHITE ? high ^ SIDE_KEY_HIGH : high;
}

/**
 * Searches the attack started by {@link startAttack}, from the position on the board with the attacker to move.
 * @param nodes limit of positions
 * @param weak 1 for {@link takesLargest}
 * @returns plies to the five of a proven win, 0 if there is none
 */
export function proveAttack(nodes: number, weak: number): number {
  startProofSearch();
  takesLargest = weak;
  nodesLeft = nodes;
  solve(1, 1, SETTLED, SETTLED);
  probeProof(keyLow(attacker, stonesHashLow()), keyHigh(attacker, stonesHashHigh()), 1, 1);
  return foundProof === 0 ? foundLength : 0;
}

/** Searches the position until one of its numbers reaches its limit. The result is in the table. */
function solve(isAttack: number, ply: number, proofLimit: number, disproofLimit: number): void {
  const side = isAttack !== 0 ? attacker : otherSide(attacker);
  const low = keyLow(side, stonesHashLow());
  const high = keyHigh(side, stonesHashHigh());
  nodesLeft--;
  if (countNode(ply) !== 0 || nodesLeft < 0) return;
  if (ply >= MAX_PLY - 2 * VCF_FOURS) {
    storeProof(low, high, SETTLED, 0, 0);
    return;
  }
  const count = isAttack !== 0 ? listThreats(ply) : listAnswers(ply);
  nodesLeft -= listedNodes;
  if (count === PROVEN) {
    storeProof(low, high, 0, SETTLED, listedLength);
    return;
  }
  if (count === DISPROVEN) {
    storeProof(low, high, SETTLED, 0, 0);
    return;
  }
  const quietHere = isAttack !== 0 ? 0 : listedQuiet;
  addQuiets(quietHere);
  const at = ply * LIST_SIZE;
  const keys = (side - 1) * CELLS;
  const other = otherSide(side);
  const recordLow = stonesHashLow();
  const recordHigh = stonesHashHigh();
  for (;;) {
    let least = SETTLED;
    let second = SETTLED;
    let sum = 0;
    let largest = 0;
    let open = 0;
    let best = NO_POINT;
    let bestOther = 0;
    let length = isAttack !== 0 ? 1 << 20 : 0;
    for (let i = 0; i < count; i++) {
      const move = moveList[at + i];
      const key = (keys + move) * KEY_WORDS;
      probeProof(
        keyLow(other, recordLow ^ stoneKey[key]),
        keyHigh(other, recordHigh ^ stoneKey[key + 1]),
        moveOrder[at + i],
        1,
      );
      // The attacker follows the smallest proof number, the defender the smallest disproof number.
      const lead = isAttack !== 0 ? foundProof : foundDisproof;
      const counter = isAttack !== 0 ? foundDisproof : foundProof;
      sum = sum + counter < SETTLED ? sum + counter : SETTLED;
      if (counter > largest) largest = counter;
      if (counter > 0) open++;
      if (lead < least || best === NO_POINT) {
        second = least;
        least = lead;
        best = move;
        bestOther = counter;
      } else if (lead < second) second = lead;
      if (foundProof === 0) {
        if (isAttack !== 0) length = foundLength + 1 < length ? foundLength + 1 : length;
        else length = foundLength + 1 > length ? foundLength + 1 : length;
      }
    }
    let besides = sum - bestOther;
    if (takesLargest !== 0 && open > 0) {
      besides = open - 1;
      sum = largest + besides < SETTLED ? largest + besides : SETTLED;
    }
    const proof = isAttack !== 0 ? least : sum;
    const disproof = isAttack !== 0 ? sum : least;
    if (proof >= proofLimit || disproof >= disproofLimit || proof === 0 || disproof === 0) {
      addQuiets(-quietHere);
      storeProof(low, high, proof, disproof, proof === 0 ? length : 0);
      return;
    }
    const slack = second + 1 + (second >> 2);
    const leadLimit = isAttack !== 0 ? proofLimit : disproofLimit;
    const sumLimit = isAttack !== 0 ? disproofLimit : proofLimit;
    const childLead = slack < leadLimit ? slack : leadLimit;
    const childSum = sumLimit - besides;
    play(best, side);
    if (isAttack !== 0) solve(0, ply + 1, childLead, childSum);
    else solve(1, ply + 1, childSum, childLead);
    undo();
    if (isStopped !== 0 || nodesLeft < 0) {
      addQuiets(-quietHere);
      return;
    }
  }
}

/** Disproof number of a proven position whose proof has been walked, or the proofs of all its answers. */
const WALKED = SETTLED + 1;

/**
 * Walks the proof that {@link proveAttack} has found: tries every answer of the defender, whatever the table says of
 * it. Searches positions again that the table has lost. If the proof does not hold, {@link nodesLeft} is below 0
 * afterwards.
 * @param nodes limit of positions for the walk
 * @returns plies to the five, 0 if the proof does not hold or the walk did not finish
 */
export function walkProof(nodes: number): number {
  const before = nodesLeft;
  nodesLeft = nodes;
  const length = walk(1, 1);
  nodesLeft = length > 0 || before + nodesLeft < nodes ? before + nodesLeft - nodes : -1;
  return length;
}

/** @returns plies to the five in the position on the board, 0 if it is not proven */
function walk(isAttack: number, ply: number): number {
  nodesLeft--;
  if (countNode(ply) !== 0 || nodesLeft < 0 || ply >= MAX_PLY - 2 * VCF_FOURS) return 0;
  const side = isAttack !== 0 ? attacker : otherSide(attacker);
  const low = keyLow(side, stonesHashLow());
  const high = keyHigh(side, stonesHashHigh());
  probeProof(low, high, 1, 1);
  if (foundDisproof === WALKED) return foundLength;
  const count = isAttack !== 0 ? listThreats(ply) : listAnswers(ply);
  nodesLeft -= listedNodes;
  if (count === PROVEN) return listedLength;
  if (count === DISPROVEN) {
    storeProof(low, high, SETTLED, 0, 0);
    return 0;
  }
  const length = isAttack !== 0 ? walkThreats(ply, count) : walkAnswers(ply, count, listedQuiet);
  // A proof that does not hold is never reached again.
  if (length > 0) storeProof(low, high, 0, WALKED, length);
  else storeProof(low, high, 1, 1, 0);
  return length;
}

/** @returns plies to the five by one of the attacker's moves listed at `ply`, 0 if none is proven */
function walkThreats(ply: number, count: number): number {
  const length = walkProvenThreats(ply, count);
  if (length > 0 || isStopped !== 0 || nodesLeft < 0) return length;
  solve(1, ply, SETTLED, SETTLED);
  return isStopped !== 0 || nodesLeft < 0 ? 0 : walkProvenThreats(ply, count);
}

/** The shortest proof first; one that does not hold is no longer a proof afterwards. */
function walkProvenThreats(ply: number, count: number): number {
  for (let i = 0; i < count; i++) {
    const move = provenOf(1, ply, count);
    if (move === NO_POINT) return 0;
    play(move, attacker);
    const length = walk(0, ply + 1);
    undo();
    if (length > 0) return length + 1;
    if (isStopped !== 0) return 0;
  }
  return 0;
}

/** @returns plies to the five after the longest of all answers listed at `ply`, 0 if one is not proven to lose */
function walkAnswers(ply: number, count: number, quietHere: number): number {
  let longest = 0;
  let isProven = 1;
  addQuiets(quietHere);
  for (let i = 0; i < count && isProven !== 0; i++) {
    play(moveList[ply * LIST_SIZE + i], otherSide(attacker));
    const length = walk(1, ply + 1);
    undo();
    if (length === 0) isProven = 0;
    if (length > longest) longest = length;
  }
  addQuiets(-quietHere);
  return isProven !== 0 ? longest + 1 : 0;
}

/**
 * @returns for the position on the board the attacker's move with the shortest known proof or the defender's with the
 *   longest, or NO_POINT; listing the defender's answers counts the attacker's previous move, see {@link quiets}
 */
export function provenMove(isAttack: number, ply: number): number {
  const count = isAttack !== 0 ? listThreats(ply) : listAnswers(ply);
  if (isAttack === 0 && count > 0) addQuiets(listedQuiet);
  return provenOf(isAttack, ply, count);
}

/** @param count moves in the list of `ply` @returns see {@link provenMove} */
function provenOf(isAttack: number, ply: number, count: number): number {
  const side = isAttack !== 0 ? attacker : otherSide(attacker);
  const at = ply * LIST_SIZE;
  let best = NO_POINT;
  let bestLength = 0;
  for (let i = 0; i < count; i++) {
    const move = moveList[at + i];
    const key = ((side - 1) * CELLS + move) * KEY_WORDS;
    probeProof(
      keyLow(otherSide(side), stonesHashLow() ^ stoneKey[key]),
      keyHigh(otherSide(side), stonesHashHigh() ^ stoneKey[key + 1]),
      1,
      1,
    );
    if (foundProof !== 0) continue;
    if (best === NO_POINT || (isAttack !== 0 ? foundLength < bestLength : foundLength > bestLength)) {
      bestLength = foundLength;
      best = move;
    }
  }
  return best;
}
