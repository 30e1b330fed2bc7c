/**
 * The moves of an attack by threats: what threatens, and what stops a threat. The attacker plays only moves that
 * threaten to make a five or a straight four, or to win by a run of fours. The defender has everything that can stop
 * the threat and all its own fours.
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
import { hasFouls, hasFoulsOf, isCaro } from '../patterns/rule.ts';
import { blackInfo, countOf, openPoints, stoneCount, whiteInfo } from '../patterns/state.ts';
import { BLACK, NO_POINT } from '../point.ts';
import { MAX_PLY } from './history.ts';
import { DEFEND_FOUR, generateFours, generateMoves, LIST_SIZE, moveList, restriction } from './movegen.ts';
import { moveOrder } from './movepick.ts';
import { WIN, WIN_BOUND } from './score.ts';
import { makesFour, otherSide, staticVerdict } from './threats.ts';
import { findVcf, relevant, relevantCount, vcfNodes } from './vcf.ts';

/**
 * What counts as a threat: fives and straight fours; also one move per line that threatens a run of fours; any number
 * of them.
 */
export const THREES = 0;
export const ONE_QUIET = 1;
export const ALL_THREATS = 2;

/**
 * Threats to win by fours widen the search: use them only when fives and straight fours alone are not enough. Not under
 * caro, where a four has more than one answer; not for a side with forbidden points, as a stone of the other side far
 * from the line can make a point of it forbidden.
 */
export function widestThreats(side: number): number {
  return isCaro !== 0 || hasFoulsOf(side) !== 0 ? THREES : ALL_THREATS;
}

/** Cost of proving an unvisited position, by the attacker's move that leads to it. */
const PROOF_OF_THREE = 3;
const PROOF_OF_VCF_THREAT = 8;
/** Longest run of fours that counts as a threat, and the limit of positions for finding it. */
export const VCF_FOURS = 12;
const VCF_NODES = 300;

/** A {@link quietLimit} that no line reaches. */
const ANY_QUIET = MAX_PLY;

export let attacker = BLACK;
/** 1 if moves that threaten to win by fours count as threats. */
let vcfThreats = 0;
/** How many moves of one line may threaten nothing but that, and how many there are so far, if it matters. */
let quietLimit = ANY_QUIET;
export let quiets = 0;

/** @param kind what counts as a threat */
export function startAttack(side: number, kind: number): void {
  attacker = side;
  vcfThreats = kind === THREES ? 0 : 1;
  quietLimit = kind === ONE_QUIET ? 1 : ANY_QUIET;
  quiets = 0;
}

/** Adds to the quiet moves of the line; negative when they are undone. */
export function addQuiets(count: number): void {
  quiets += count;
}

/** Returned by {@link listThreats} and {@link listAnswers} instead of a number of moves. */
export const PROVEN = -1;
export const DISPROVEN = -2;
/** Plies to the five where the list returns {@link PROVEN}. */
export let listedLength = 0;
/** Positions searched to make the list. */
export let listedNodes = 0;
/** 1 if the attacker's move before the answers just listed counts toward {@link quietLimit}. */
export let listedQuiet = 0;

/** Lists the attacker's threats at `ply`, or returns that the position is settled. */
export function listThreats(ply: number): number {
  listedNodes = 0;
  const verdict = staticVerdict(attacker, 0);
  if (verdict >= WIN_BOUND) {
    listedLength = WIN - verdict;
    return PROVEN;
  }
  if (verdict <= -WIN_BOUND) return DISPROVEN;
  const at = ply * LIST_SIZE;
  const count = generateMoves(attacker, ply);
  const info = attacker === BLACK ? blackInfo : whiteInfo;
  // A forced stop need not threaten anything itself: earlier threats may still exist.
  const isForced = countOf(otherSide(attacker), CLASS_FIVE) > 0;
  const isWide = vcfThreats !== 0 && quiets < quietLimit;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const move = moveList[at + i];
    const pointClass = info[move] & CLASS_MASK;
    const isThree = pointClass >= CLASS_THREE || pointClass === CLASS_FORBIDDEN;
    if (!isForced && !isThree && (!isWide || pointClass < CLASS_BLOCKED_THREE)) continue;
    if (hasFouls !== 0 && isForbidden(move, attacker) !== 0) continue;
    // A four leaves the defender one answer, a three a few, a threat to win by fours many.
    moveOrder[at + kept] = makesFour(move, attacker) !== 0 ? 1 : isThree ? PROOF_OF_THREE : PROOF_OF_VCF_THREAT;
    moveList[at + kept++] = move;
  }
  return kept > 0 ? kept : DISPROVEN;
}

/**
 * Lists what may stop the win by fours that was just found: the points it relies on, and own fours. @returns number of
 * moves
 */
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

/** Lists the defender's answers at `ply`, or returns that the position is settled. */
export function listAnswers(ply: number): number {
  listedNodes = 0;
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
    listedNodes = vcfNodes;
    if (!isThreat) return DISPROVEN;
    count = listStopsOfVcf(defender, ply);
  } else {
    count = generateMoves(defender, ply);
    if (!isFive && restriction !== DEFEND_FOUR) return DISPROVEN;
  }
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const move = moveList[at + i];
    if (hasFouls !== 0 && isForbidden(move, defender) !== 0) continue;
    moveOrder[at + kept] = 1;
    moveList[at + kept++] = move;
  }
  if (kept > 0) return kept;
  listedLength = isFive ? 2 : 4;
  return PROVEN;
}
