/**
 * Wins by continuous threats, by depth-first proof-number search (Nagai 2002). The attacker plays only moves that
 * threaten: to make five, a straight four, or to win by a run of fours. The defender has everything that can stop the
 * threat and all fours of its own. A failure only means that no such win was found.
 *
 * Sums of proof numbers count shared positions twice; that misleads the order, never the result.
 */

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
  openPoints,
  play,
  stoneCount,
  stonesHashHigh,
  stonesHashLow,
  undo,
  whiteInfo,
} from '../patterns/state.ts';
import { BLACK, CELLS, NO_POINT, WHITE } from '../point.ts';
import { KEY_WORDS, SIDE_KEY_HIGH, SIDE_KEY_LOW, stoneKey } from '../zobrist.ts';
import { MAX_PLY } from './history.ts';
import { DEFEND_FOUR, generateFours, generateMoves, LIST_SIZE, moveList, restriction } from './movegen.ts';
import { moveOrder } from './movepick.ts';
import { countNode, isStopped } from './node-count.ts';
import { MAX_PV } from './result.ts';
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

/** Mixed into the hash for every move of the line that counts towards {@link quietLimit}. */
const QUIET_KEY = 0x1b873593;
/** A {@link quietLimit} that no line reaches. */
const ANY_QUIET = MAX_PLY;

let attacker = BLACK;
let nodesLeft = 0;
/** 1 if moves that threaten to win by fours count as threats. */
let vcfThreats = 0;
/** How many moves of one line may threaten nothing but that, and how many there are so far, if it matters. */
let quietLimit = ANY_QUIET;
let quiets = 0;
/**
 * 1: of the numbers of several positions the largest counts, and one for each other, instead of their sum (weak
 * proof-number search, Ueda et al. 2008). Sums grow out of all proportion where the same few fours can be made in any
 * order.
 */
let takesLargest = 0;
/** Proof and disproof number and length of the entry {@link probeProof} found. */
let foundProof = 1;
let foundDisproof = 1;
let foundLength = 0;

function keyLow(side: number, low: number): number {
  const mixed = (attacker === WHITE ? low ^ ATTACKER_KEY : low) ^ Math.imul(quiets, QUIET_KEY);
  return side === WHITE ? mixed ^ SIDE_KEY_LOW : mixed;
}

function keyHigh(side: number, high: number): number {
  return side === WHITE ? high ^ SIDE_KEY_HIGH : high;
}

/** Reads what is known of a position; unknown ones get `proof` and `disproof`. */
function probeProof(low: number, high: number, proof: number, disproof: number): void {
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

function storeProof(low: number, high: number, proof: number, disproof: number, length: number): void {
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
/** 1 if the attacker's move before the answers just listed counts towards {@link quietLimit}. */
let listedQuiet = 0;

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
  const isWide = vcfThreats !== 0 && quiets < quietLimit;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const move = moveList[at + i];
    const pointClass = info[move] & CLASS_MASK;
    const isThree = pointClass >= CLASS_THREE || pointClass === CLASS_FORBIDDEN;
    if (!isForced && !isThree && (!isWide || pointClass < CLASS_BLOCKED_THREE)) continue;
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
  if (stoneCount >= openPoints) return DISPROVEN;
  const isFive = countOf(attacker, CLASS_FIVE) > 0;
  const isQuiet = !isFive && countOf(attacker, CLASS_STRAIGHT_FOUR) === 0;
  listedQuiet = isQuiet && quietLimit !== ANY_QUIET ? 1 : 0;
  if (isQuiet && (vcfThreats === 0 || quiets >= quietLimit)) return DISPROVEN;
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
    if (!isFive && restriction !== DEFEND_FOUR) return DISPROVEN;
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
  const low = keyLow(side, stonesHashLow());
  const high = keyHigh(side, stonesHashHigh());
  nodesLeft--;
  if (countNode(ply) !== 0 || nodesLeft < 0) return;
  if (ply >= MAX_PLY - 2 * VCF_FOURS) {
    storeProof(low, high, SETTLED, 0, 0);
    return;
  }
  const count = isAttack !== 0 ? listThreats(ply) : listAnswers(ply);
  if (count === PROVEN) {
    storeProof(low, high, 0, SETTLED, listedLength);
    return;
  }
  if (count === DISPROVEN) {
    storeProof(low, high, SETTLED, 0, 0);
    return;
  }
  const quietHere = isAttack !== 0 ? 0 : listedQuiet;
  quiets += quietHere;
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
      quiets -= quietHere;
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
      quiets -= quietHere;
      return;
    }
  }
}

/** Positions the last {@link findVct} or {@link solveThreats} looked at. */
export let vctNodes = 0;
/** Plies to the five of the win that was found, the five included. */
export let vctLength = 0;
/** The win as it goes if the defender holds out longest: as many of its moves as are known, the first one first. */
export const vctLine = new Int32Array(MAX_PV);
export let vctLineLength = 0;

/** @param bytes upper bound for the table of this search; it takes a power of two from 128 KB to 4 MB */
export function resizeThreatTable(bytes: number): void {
  let size = FEWEST_ENTRIES;
  while (size < MOST_ENTRIES && size * 2 * ENTRY_WORDS * 4 <= bytes) size <<= 1;
  if (size === entries) return;
  entries = size;
  table = new Int32Array(0);
}

/** What counts as a threat: fives and straight fours; one move of a line that threatens a run of fours; any number. */
const THREES = 0;
const ONE_QUIET = 1;
const ALL_THREATS = 2;

/**
 * Threats to win by fours widen the search: only when fives and straight fours alone do not do. Not under caro, where a
 * four has more than one answer; not for Black under renju, where a white stone far from the line can make a point of
 * it forbidden.
 */
function widestThreats(side: number): number {
  return isCaro !== 0 || (isRenju !== 0 && side === BLACK) ? THREES : ALL_THREATS;
}

/**
 * Looks for a win of `side`, which is to move, by continuous threats.
 * @param nodes how many positions may be looked at
 * @returns the first move of a proven win, or NO_POINT
 */
export function findVct(side: number, nodes: number): number {
  attacker = side;
  clearDeadEnds();
  const half = nodes >> 1;
  const move = prove(THREES, half);
  vctNodes = half - nodesLeft;
  if (move !== NO_POINT || isStopped !== 0 || widestThreats(side) === THREES) return move;
  const rest = nodes - vctNodes;
  const wideMove = prove(ALL_THREATS, rest);
  vctNodes += rest - nodesLeft;
  return wideMove;
}

/** Positions for each kind of threats in the first round of {@link solveThreats}; each round has sixteen times as many. */
const FIRST_ROUND = 1 << 16;
const ROUND_SHIFT = 4;

/**
 * The same with all the time there is. Which kind of threats finds a win soonest cannot be told beforehand, and the
 * others may take a hundred times as long: so they are asked in turn.
 * @param nodes how many positions may be looked at, up to 2^30
 * @returns the first move of a proven win, or NO_POINT: none found, or none there
 */
export function solveThreats(side: number, nodes: number): number {
  attacker = side;
  clearDeadEnds();
  vctNodes = 0;
  const widest = widestThreats(side);
  let kind = THREES;
  let allowed = FIRST_ROUND;
  // The wider kinds have all the wins of the narrower ones.
  for (let narrowest = THREES; narrowest <= widest; ) {
    const left = nodes - vctNodes;
    const share = allowed < left && widest !== THREES ? allowed : left;
    const move = prove(kind, share);
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
function prove(kind: number, nodes: number): number {
  if (table.length === 0) table = new Int32Array(entries * ENTRY_WORDS);
  search = search < SEARCHES ? search + 1 : 1;
  if (search === 1) table.fill(0);
  vcfThreats = kind === THREES ? 0 : 1;
  quietLimit = kind === ONE_QUIET ? 1 : ANY_QUIET;
  takesLargest = kind === ONE_QUIET ? 1 : 0;
  quiets = 0;
  nodesLeft = nodes;
  solve(1, 1, SETTLED, SETTLED);
  probeProof(keyLow(attacker, stonesHashLow()), keyHigh(attacker, stonesHashHigh()), 1, 1);
  if (foundProof !== 0) return NO_POINT;
  vctLength = foundLength;
  const left = nodesLeft;
  noteLine();
  nodesLeft = left;
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

/**
 * @returns in the position on the board the attacker's move with the shortest known proof or the defender's with the
 * longest, or NO_POINT; the defender's list counts the attacker's move before it, see {@link quiets}
 */
function provenMove(isAttack: number, ply: number): number {
  const side = isAttack !== 0 ? attacker : otherSide(attacker);
  const at = ply * LIST_SIZE;
  const count = isAttack !== 0 ? listThreats(ply) : listAnswers(ply);
  if (isAttack === 0 && count > 0) quiets += listedQuiet;
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
