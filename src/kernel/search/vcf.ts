/**
 * A win by fours alone, found together with everything that could stop it. The search for threats asks: if the defender
 * passed, would the attacker win by fours? Then only the points collected here can save the defender.
 */
import { isForbidden, isForbiddenByLines } from '../patterns/forbidden.ts';
import { CLASS_FIVE, CLASS_STRAIGHT_FOUR } from '../patterns/points.ts';
import { hasFouls } from '../patterns/rule.ts';
import { halfWidth, THREE, THREE_OPEN } from '../patterns/shapes.ts';
import {
  countOf,
  findForcing,
  play,
  shapesAt,
  stepOf,
  stoneAt,
  stonesHashHigh,
  stonesHashLow,
  undo,
} from '../patterns/state.ts';
import { BLACK, CELLS, EMPTY, NO_POINT } from '../point.ts';
import { MAX_PLY } from './history.ts';
import { generateFours, LIST_SIZE, moveList } from './movegen.ts';
import { pickMove, scoreMoves } from './movepick.ts';
import { countNode } from './node-count.ts';
import { listAnswersTo, listCounterFours, listedPoints, makesFour, otherSide } from './threats.ts';

/** Positions, attacker to move, that have no win by fours, by hash; two words each. */
const DEAD_ENDS = 1 << 14;
const deadEnd = new Int32Array(2 * DEAD_ENDS);

/** Points that may stop the win, in {@link relevant} and marked in {@link isRelevant}. */
export const relevant = new Int32Array(CELLS);
export let relevantCount = 0;
const isRelevant = new Uint8Array(CELLS);

let attacker = BLACK;
let nodesLeft = 0;
/** Positions that the last {@link findVcf} searched. */
export let vcfNodes = 0;

function addRelevant(point: number): void {
  if (stoneAt[point] !== EMPTY || isRelevant[point] !== 0) return;
  isRelevant[point] = 1;
  relevant[relevantCount++] = point;
}

/** Adds the first `count` of {@link listedPoints}. */
function addListed(count: number): void {
  for (let i = 0; i < count; i++) addRelevant(listedPoints[i]);
}

/** A win that relies on a forbidden point of the defender: every stone near it may change that. */
function addSurroundings(point: number): void {
  for (let direction = 0; direction < 4; direction++) {
    for (let i = -halfWidth; i <= halfWidth; i++) addRelevant(point + i * stepOf[direction]);
  }
}

/**
 * @param foursLeft how many more fours the line may have
 * @returns 1 if the attacker, to move, wins by fours; collects the points that may stop it on the way back
 */
function wins(ply: number, foursLeft: number): number {
  const defender = otherSide(attacker);
  if (--nodesLeft < 0 || countNode(ply) !== 0) return 0;
  if (countOf(attacker, CLASS_FIVE) > 0) {
    addRelevant(findForcing(attacker, CLASS_FIVE));
    return 1;
  }
  const at = ply * LIST_SIZE;
  let count = 0;
  const fivesToDefend = countOf(defender, CLASS_FIVE);
  if (fivesToDefend > 1) return 0;
  if (fivesToDefend === 1) {
    // The last reply made a four: only a defense that is a four itself continues the attack.
    const defense = findForcing(defender, CLASS_FIVE);
    if (makesFour(defense, attacker) === 0) return 0;
    moveList[at] = defense;
    count = 1;
  } else {
    if (countOf(attacker, CLASS_STRAIGHT_FOUR) > 0) {
      const winning = findForcing(attacker, CLASS_STRAIGHT_FOUR);
      addListed(listAnswersTo(winning, attacker));
      return 1;
    }
    if (foursLeft === 0 || ply >= MAX_PLY - 3) return 0;
    const low = stonesHashLow() ^ attacker;
    const dead = (low & (DEAD_ENDS - 1)) << 1;
    if (deadEnd[dead] === low && deadEnd[dead + 1] === stonesHashHigh()) return 0;
    count = generateFours(attacker, ply, NO_POINT);
    if (count > 1) scoreMoves(attacker, ply, count, NO_POINT);
  }
  for (let i = 0; i < count; i++) {
    const move = count > 1 ? pickMove(ply, i, count) : moveList[at];
    if (hasFouls !== 0 && isForbidden(move, attacker) !== 0) continue;
    play(move, attacker);
    const won = followFour(move, ply, foursLeft);
    undo();
    if (won !== 0) {
      addRelevant(move);
      return 1;
    }
    if (nodesLeft < 0) return 0;
  }
  if (fivesToDefend === 0) {
    const low = stonesHashLow() ^ attacker;
    const dead = (low & (DEAD_ENDS - 1)) << 1;
    deadEnd[dead] = low;
    deadEnd[dead + 1] = stonesHashHigh();
  }
  return 0;
}

/**
 * A double-three is forbidden if both threes can become straight fours, which forbidden points at their ends may
 * prevent: the surroundings of those ends matter as well.
 */
function addReachOfThrees(point: number, shapes: number): void {
  for (let direction = 0; direction < 4; direction++) {
    const shape = (shapes >>> (direction << 2)) & 15;
    if (shape !== THREE && shape !== THREE_OPEN) continue;
    for (let i = -4; i <= 4; i++) {
      const end = point + i * stepOf[direction];
      if (i !== 0 && stoneAt[end] === EMPTY) addSurroundings(end);
    }
  }
}

/** The attacker has just made a four by `move`. @returns 1 if it wins */
function followFour(move: number, ply: number, foursLeft: number): number {
  const defender = otherSide(attacker);
  const fives = countOf(attacker, CLASS_FIVE);
  if (fives === 0 || countOf(defender, CLASS_FIVE) > 0) return 0;
  const reply = findForcing(attacker, CLASS_FIVE);
  if (fives > 1) {
    // Two fives: the empty points of both lines count.
    addSurroundings(move);
    return 1;
  }
  if (hasFouls !== 0 && isForbidden(reply, defender) !== 0) {
    addSurroundings(reply);
    const shapes = defender === BLACK ? shapesAt[reply] : shapesAt[reply] >>> 16;
    if (isForbiddenByLines(shapes) === 0) addReachOfThrees(reply, shapes);
    addRelevant(reply);
    return 1;
  }
  play(reply, defender);
  const won = wins(ply + 1, foursLeft - 1);
  undo();
  if (won !== 0) {
    addRelevant(reply);
    addListed(listCounterFours(reply, defender));
  }
  return won;
}

/** Clears the dead ends; call it when the node limit changes. */
export function clearDeadEnds(): void {
  deadEnd.fill(0);
}

/**
 * Would `side` win by fours if it were to move? Its opponent must not have a five to make. Not for caro, where a four
 * has more than one answer.
 * @param ply slabs from this ply on are free
 * @param nodes limit of positions
 * @returns 1 if so; `relevant` holds the points that might stop it (in addition to the opponent's own fours)
 */
export function findVcf(side: number, ply: number, fours: number, nodes: number): number {
  for (let i = 0; i < relevantCount; i++) isRelevant[relevant[i]] = 0;
  relevantCount = 0;
  attacker = side;
  nodesLeft = nodes;
  const won = wins(ply, fours);
  vcfNodes = nodes - nodesLeft;
  return won;
}
