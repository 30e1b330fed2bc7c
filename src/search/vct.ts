/**
 * Wins by continuous threats, by depth-first proof-number search (Nagai 2002). The attacker plays only moves that
 * threaten: to make five, a straight four, or to win by a run of fours. The defender has everything that can stop the
 * threat and all fours of its own. A failure only means that no such win was found.
 *
 * Sums of proof numbers count shared positions twice; that misleads the order, never the result.
 */
import { BLACK, CELLS, NO_POINT, WHITE } from '../core/point.ts';
import { KEY_WORDS, SIDE_KEY_HIGH, SIDE_KEY_LOW, stoneKey } from '../core/zobrist.ts';
import { isForbidden } from '../patterns/forbidden.ts';
import {
  CLASS_BLOCKED_THREE,
  CLASS_FIVE,
  CLASS_FORBIDDEN,
  CLASS_MASK,
  CLASS_STRAIGHT_FOUR,
  CLASS_THREE,
} from '../patterns/points.ts';
import { isCaro, isRenju } from '../patterns/rule.ts';
import {
  blackInfo,
  countOf,
  HASH_HIGH,
  HASH_LOW,
  openPoints,
  play,
  record,
  records,
  ply as stones,
  undo,
  whiteInfo,
} from '../patterns/state.ts';
import { countNode, isStopped } from './control.ts';
import { MAX_PLY } from './history.ts';
import { generateFours, generateMoves, LIST_SIZE, MUST_STOP_FOUR, moveList, moveOrder, restriction } from './moves.ts';
import { WIN, WIN_BOUND } from './score.ts';
import { makesFour, otherSide, staticVerdict } from './threats.ts';
import { clearDeadEnds, findVcf, relevant, relevantCount, vcfNodes } from './vcf.ts';

/** Proof numbers at or beyond this are settled. */
const SETTLED = 1 << 28;

/** Entry: high hash word, proof number, disproof number, and plies to the five when proven | number of the search << 8. */
const ENTRY_WORDS = 4;
const BUCKET_ENTRIES = 4;
const FEWEST_ENTRIES = 1 << 13;
const MOST_ENTRIES = 1 << 18;
let entries = MOST_ENTRIES;
let table = new Int32Array(0);
const LENGTH_BITS = 8;
const LENGTH_MASK = 255;
/** Searches are numbered from 1 to this, then the table is emptied. */
const SEARCHES = (1 << 22) - 1;
/** Entries of other searches count as free. */
let search = 0;

/** Mixed into the hash, so that attacks of both sides can share the table. */
const ATTACKER_KEY = 0x5bd1e995;

/** What an unvisited position costs to prove, by the attacker's move that leads to it. */
const PROOF_OF_THREE = 3;
const PROOF_OF_VCF_THREAT = 8;
/** Longest run of fours that counts as a threat, and how many positions may be looked at for it. */
const VCF_FOURS = 12;
const VCF_NODES = 300;

let attacker = BLACK;
let nodesLeft = 0;
/** 1 if moves that threaten to win by fours count as threats. */
let vcfThreats = 0;
/** Proof and disproof number and length of the entry {@link look} found. */
let foundProof = 1;
let foundDisproof = 1;
let foundLength = 0;

function keyLow(side: number, low: number): number {
  const mixed = attacker === WHITE ? low ^ ATTACKER_KEY : low;
  return side === WHITE ? mixed ^ SIDE_KEY_LOW : mixed;
}

function keyHigh(side: number, high: number): number {
  return side === WHITE ? high ^ SIDE_KEY_HIGH : high;
}

/** Reads what is known of a position; unknown ones get `proof` and `disproof`. */
function look(low: number, high: number, proof: number, disproof: number): void {
  let at = (low & (entries - 1) & ~(BUCKET_ENTRIES - 1)) * ENTRY_WORDS;
  for (let i = 0; i < BUCKET_ENTRIES; i++, at += ENTRY_WORDS) {
    if (table[at] === high && table[at + 3] >> LENGTH_BITS === search) {
      foundProof = table[at + 1];
      foundDisproof = table[at + 2];
      foundLength = table[at + 3] & LENGTH_MASK;
      return;
    }
  }
  foundProof = proof;
  foundDisproof = disproof;
  foundLength = 0;
}

function keep(low: number, high: number, proof: number, disproof: number, length: number): void {
  let at = (low & (entries - 1) & ~(BUCKET_ENTRIES - 1)) * ENTRY_WORDS;
  let victim = at;
  let victimWorth = SETTLED * 2;
  for (let i = 0; i < BUCKET_ENTRIES; i++, at += ENTRY_WORDS) {
    if (table[at] === high || table[at + 3] >> LENGTH_BITS !== search) {
      victim = at;
      break;
    }
    // Small numbers were cheap to find; settled ones are the fruit of the search.
    const worth = table[at + 1] > table[at + 2] ? table[at + 1] : table[at + 2];
    if (worth < victimWorth) {
      victimWorth = worth;
      victim = at;
    }
  }
  table[victim] = high;
  table[victim + 1] = proof;
  table[victim + 2] = disproof;
  table[victim + 3] = (length & LENGTH_MASK) | (search << LENGTH_BITS);
}

/** What {@link list} says instead of a number of moves. */
const PROVEN = -1;
const DISPROVEN = -2;
let listedLength = 0;

/** Lists the attacker's threats at `ply`, or says that the position is settled. */
function listThreats(ply: number): number {
  const verdict = staticVerdict(attacker, 0);
  if (verdict >= WIN_BOUND) {
    listedLength = WIN - verdict;
    return PROVEN;
  }
  if (verdict <= -WIN_BOUND) return DISPROVEN;
  const at = ply * LIST_SIZE;
  const count = generateMoves(attacker, ply);
  const info = attacker === BLACK ? blackInfo : whiteInfo;
  // A forced stop need not threaten anything itself: threats made before may still stand.
  const isForced = countOf(otherSide(attacker), CLASS_FIVE) > 0;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const move = moveList[at + i];
    const pointClass = info[move] & CLASS_MASK;
    const isThree = pointClass >= CLASS_THREE || pointClass === CLASS_FORBIDDEN;
    if (!isForced && !isThree && (vcfThreats === 0 || pointClass < CLASS_BLOCKED_THREE)) continue;
    if (isRenju !== 0 && attacker === BLACK && isForbidden(move) !== 0) continue;
    // A four leaves the defender one answer, a three some, a threat to win by fours many.
    moveOrder[at + kept] = makesFour(move, attacker) !== 0 ? 1 : isThree ? PROOF_OF_THREE : PROOF_OF_VCF_THREAT;
    moveList[at + kept++] = move;
  }
  return kept > 0 ? kept : DISPROVEN;
}

/** Lists what may stop the win by fours that was just found: the points it rests on, and own fours. @returns how many */
function listStopsOfVcf(defender: number, ply: number): number {
  const at = ply * LIST_SIZE;
  let count = generateFours(defender, ply, NO_POINT);
  const fours = count;
  for (let i = 0; i < relevantCount; i++) {
    let isNew = 1;
    for (let j = 0; j < fours; j++) if (moveList[at + j] === relevant[i]) isNew = 0;
    if (isNew !== 0) moveList[at + count++] = relevant[i];
  }
  return count;
}

/** Lists the defender's answers at `ply`, or says that the position is settled. */
function listAnswers(ply: number): number {
  const defender = otherSide(attacker);
  if (stones >= openPoints) return DISPROVEN;
  const isFive = countOf(attacker, CLASS_FIVE) > 0;
  const isQuiet = !isFive && countOf(attacker, CLASS_STRAIGHT_FOUR) === 0;
  if (isQuiet && vcfThreats === 0) return DISPROVEN;
  const verdict = staticVerdict(defender, 0);
  if (verdict >= WIN_BOUND) return DISPROVEN;
  if (verdict <= -WIN_BOUND) {
    listedLength = WIN + verdict;
    return PROVEN;
  }
  const at = ply * LIST_SIZE;
  let count = 0;
  if (isQuiet) {
    const isThreat = findVcf(attacker, ply, VCF_FOURS, VCF_NODES) !== 0;
    nodesLeft -= vcfNodes;
    if (!isThreat) return DISPROVEN;
    count = listStopsOfVcf(defender, ply);
  } else {
    count = generateMoves(defender, ply);
    if (!isFive && restriction !== MUST_STOP_FOUR) return DISPROVEN;
  }
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const move = moveList[at + i];
    if (isRenju !== 0 && defender === BLACK && isForbidden(move) !== 0) continue;
    moveOrder[at + kept] = 1;
    moveList[at + kept++] = move;
  }
  if (kept > 0) return kept;
  listedLength = isFive ? 2 : 4;
  return PROVEN;
}

/**
 * Searches the position until one of its numbers reaches its limit.
 * The result is in the table.
 */
function solve(isAttack: number, ply: number, proofLimit: number, disproofLimit: number): void {
  const side = isAttack !== 0 ? attacker : otherSide(attacker);
  const low = keyLow(side, records[record + HASH_LOW]);
  const high = keyHigh(side, records[record + HASH_HIGH]);
  nodesLeft--;
  if (countNode(ply) !== 0 || nodesLeft < 0) return;
  if (ply >= MAX_PLY - 2 * VCF_FOURS) {
    keep(low, high, SETTLED, 0, 0);
    return;
  }
  const count = isAttack !== 0 ? listThreats(ply) : listAnswers(ply);
  if (count === PROVEN) {
    keep(low, high, 0, SETTLED, listedLength);
    return;
  }
  if (count === DISPROVEN) {
    keep(low, high, SETTLED, 0, 0);
    return;
  }
  const at = ply * LIST_SIZE;
  const keys = (side - 1) * CELLS;
  const other = otherSide(side);
  const recordLow = records[record + HASH_LOW];
  const recordHigh = records[record + HASH_HIGH];
  for (;;) {
    let least = SETTLED;
    let second = SETTLED;
    let sum = 0;
    let best = NO_POINT;
    let bestOther = 0;
    let length = isAttack !== 0 ? 1 << 20 : 0;
    for (let i = 0; i < count; i++) {
      const move = moveList[at + i];
      const key = (keys + move) * KEY_WORDS;
      look(
        keyLow(other, recordLow ^ stoneKey[key]),
        keyHigh(other, recordHigh ^ stoneKey[key + 1]),
        moveOrder[at + i],
        1,
      );
      // For the attacker the smallest proof number leads, for the defender the smallest disproof number.
      const lead = isAttack !== 0 ? foundProof : foundDisproof;
      const counter = isAttack !== 0 ? foundDisproof : foundProof;
      sum = sum + counter < SETTLED ? sum + counter : SETTLED;
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
    const proof = isAttack !== 0 ? least : sum;
    const disproof = isAttack !== 0 ? sum : least;
    if (proof >= proofLimit || disproof >= disproofLimit || proof === 0 || disproof === 0) {
      keep(low, high, proof, disproof, proof === 0 ? length : 0);
      return;
    }
    const slack = second + 1 + (second >> 2);
    const leadLimit = isAttack !== 0 ? proofLimit : disproofLimit;
    const sumLimit = isAttack !== 0 ? disproofLimit : proofLimit;
    const childLead = slack < leadLimit ? slack : leadLimit;
    const childSum = sumLimit - sum + bestOther;
    play(best, side);
    if (isAttack !== 0) solve(0, ply + 1, childLead, childSum);
    else solve(1, ply + 1, childSum, childLead);
    undo();
    if (isStopped !== 0 || nodesLeft < 0) return;
  }
}

/** Positions the last {@link findVct} looked at. */
export let vctNodes = 0;
/** Plies to the five of the win {@link findVct} found, the five included. */
export let vctLength = 0;

/** @param bytes upper bound for the table of this search; it takes a power of two from 128 KB to 4 MB */
export function resizeThreatTable(bytes: number): void {
  let size = FEWEST_ENTRIES;
  while (size < MOST_ENTRIES && size * 2 * ENTRY_WORDS * 4 <= bytes) size <<= 1;
  if (size === entries) return;
  entries = size;
  table = new Int32Array(0);
}

/**
 * Looks for a win of `side`, which is to move, by continuous threats.
 * @param nodes how many positions may be looked at
 * @returns the first move of a proven win, or NO_POINT
 */
export function findVct(side: number, nodes: number): number {
  attacker = side;
  clearDeadEnds();
  vcfThreats = 0;
  const move = prove(side, nodes >> 1);
  vctNodes = (nodes >> 1) - nodesLeft;
  // Threats to win by fours widen the search: only when fives and straight fours alone do not do. Not under caro, where
  // a four has more than one answer; not for Black under renju, where a white stone far from the line can make a point
  // of it forbidden.
  if (move !== NO_POINT || isStopped !== 0 || isCaro !== 0 || (isRenju !== 0 && side === BLACK)) return move;
  vcfThreats = 1;
  const rest = nodes - vctNodes;
  const wideMove = prove(side, rest);
  vctNodes += rest - nodesLeft;
  return wideMove;
}

/** @returns the first move of a proven win, or NO_POINT */
function prove(side: number, nodes: number): number {
  if (table.length === 0) table = new Int32Array(entries * ENTRY_WORDS);
  search = search < SEARCHES ? search + 1 : 1;
  if (search === 1) table.fill(0);
  nodesLeft = nodes;
  solve(1, 1, SETTLED, SETTLED);
  look(keyLow(side, records[record + HASH_LOW]), keyHigh(side, records[record + HASH_HIGH]), 1, 1);
  if (foundProof !== 0) return NO_POINT;
  vctLength = foundLength;
  return provenMove(side);
}

/** @returns the attacker's move with the shortest known proof in the position on the board, or NO_POINT */
function provenMove(side: number): number {
  const at = LIST_SIZE;
  const count = listThreats(1);
  let best = NO_POINT;
  let bestLength = 1 << 20;
  for (let i = 0; i < count; i++) {
    const move = moveList[at + i];
    const key = ((side - 1) * CELLS + move) * KEY_WORDS;
    look(
      keyLow(otherSide(side), records[record + HASH_LOW] ^ stoneKey[key]),
      keyHigh(otherSide(side), records[record + HASH_HIGH] ^ stoneKey[key + 1]),
      1,
      1,
    );
    if (foundProof === 0 && foundLength < bestLength) {
      bestLength = foundLength;
      best = move;
    }
  }
  return best;
}
