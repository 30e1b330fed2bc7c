/**
 * Depth-first proof-number search (df-pn, Nagai 2002) of an attack by threats: whether the attacker, playing only moves
 * that threaten, wins against every answer. A failure only means that no such win was found.
 *
 * Sums of proof numbers count shared positions twice; that misleads the order, never the result.
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
/** Mixed into the hash for every move of the line that counts towards the limit of quiet moves. */
const QUIET_KEY = 0x1b873593;

/** Positions that may still be looked at; below 0 when the search has ended for want of them. */
export let nodesLeft = 0;
/**
 * 1: of the numbers of several positions the largest counts, and one for each other, instead of their sum (weak
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
 * Searches the attack that {@link startAttack} has begun, from the position on the board with the attacker to move.
 * @param nodes how many positions may be looked at @param weak 1 for {@link takesLargest}
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

/**
 * Searches the position until one of its numbers reaches its limit.
 * The result is in the table.
 */
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
      // For the attacker the smallest proof number leads, for the defender the smallest disproof number.
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

/**
 * @returns in the position on the board the attacker's move with the shortest known proof or the defender's with the
 * longest, or NO_POINT; the defender's list counts the attacker's move before it, see {@link quiets}
 */
export function provenMove(isAttack: number, ply: number): number {
  const side = isAttack !== 0 ? attacker : otherSide(attacker);
  const at = ply * LIST_SIZE;
  const count = isAttack !== 0 ? listThreats(ply) : listAnswers(ply);
  if (isAttack === 0 && count > 0) addQuiets(listedQuiet);
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
