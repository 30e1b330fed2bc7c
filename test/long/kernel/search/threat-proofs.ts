/**
 * Wins by continuous threats, checked by trying every reply. Bundled and imported by vct.test.ts.
 */

import type { Color } from '../../../../src/core/color.ts';
import { hasForbidden, type Rule } from '../../../../src/core/rule.ts';
import { ANY_DEPTH, UNTIMED_MS } from '../../../../src/engine/runtime/think.ts';
import { CLASS_FIVE } from '../../../../src/kernel/patterns/points.ts';
import {
  countOf,
  openPoints,
  play,
  stoneAt,
  stoneCount,
  stonesHashHigh,
  stonesHashLow,
  undo,
} from '../../../../src/kernel/patterns/state.ts';
import { CELLS, columnOf, EMPTY, NO_POINT, pointAt, rowOf } from '../../../../src/kernel/point.ts';
import { nodesLeft, proveAttack, walkProof } from '../../../../src/kernel/search/dfpn.ts';
import { setHost } from '../../../../src/kernel/search/host.ts';
import { startControl } from '../../../../src/kernel/search/node-count.ts';
import {
  foundProof,
  probeProof,
  resizeProofTable,
  SETTLED,
  startProofSearch,
  storeProof,
} from '../../../../src/kernel/search/proof-table.ts';
import { RESULT_BEST, RESULT_FORCED, RESULT_SCORE, result } from '../../../../src/kernel/search/result.ts';
import { think } from '../../../../src/kernel/search/root.ts';
import { WIN_BOUND } from '../../../../src/kernel/search/score.ts';
import { place, setTableBytes, setUp } from '../../../../src/kernel/search/search.ts';
import { makesFour, staticVerdict } from '../../../../src/kernel/search/threats.ts';
import { clearDeadEnds, findVcf, relevant, relevantCount } from '../../../../src/kernel/search/vcf.ts';
import { findVct, solveThreats, vctLength, vctLine, vctLineLength } from '../../../../src/kernel/search/vct.ts';
import { ALL_THREATS, startAttack } from '../../../../src/kernel/search/vct-moves.ts';
import { KEY_WORDS, SIDE_KEY_HIGH, SIDE_KEY_LOW, stoneKey } from '../../../../src/kernel/zobrist.ts';
import { forbiddenAt } from '../../../../src/rules/index.ts';
import { drawSetup, type Setup } from '../../../unit/kernel/search/boards.ts';

/** Inside a win, the search for threats may need more nodes than from its start. */
const MAIN_SEARCH_NODES = 300_000;

let rule: Rule;
let setup: Setup;
let cells = new Uint8Array(0);
/** Positions, attacker to move, that are known to be won. */
const won = new Set<string>();
/** Replies tried so far, and their limit. */
let replies = 0;
let replyLimit = 0;

export interface Claim {
  /** Plies to the five, or 0 if no win was found. */
  readonly length: number;
  /** A reply after which no win is found, with the board; null if there is none. */
  readonly hole: string | null;
  /** Replies tried. */
  readonly replies: number;
  /** Too many replies to try them all. */
  readonly isCut: boolean;
}

function put(point: number, side: number): void {
  play(point, side);
  cells[rowOf(point) * setup.position.width + columnOf(point)] = side;
}

function takeBack(point: number): void {
  undo();
  cells[rowOf(point) * setup.position.width + columnOf(point)] = 0;
}

function isFoul(point: number, side: number): boolean {
  const { width, height } = setup.position;
  const color = side as Color;
  return forbiddenAt({ width, height, cells }, columnOf(point), rowOf(point), rule, color) !== null;
}

function emptyPoints(): number[] {
  const { width, height } = setup.position;
  const points: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) if (stoneAt[pointAt(x, y)] === EMPTY) points.push(pointAt(x, y));
  }
  return points;
}

/** @returns first move of a win, by the search for threats or else by the main search; NO_POINT if none is found */
function winningMove(side: number, nodes: number): number {
  const move = findVct(side, nodes);
  if (move !== NO_POINT) return move;
  think(side, UNTIMED_MS, UNTIMED_MS, ANY_DEPTH, MAIN_SEARCH_NODES, 1);
  // An only move is played without a search for its score; the replies to it decide.
  return result[RESULT_SCORE] >= WIN_BOUND || result[RESULT_FORCED] !== 0 ? result[RESULT_BEST] : NO_POINT;
}

/** @returns a hole in the win of `side`, which is to move, or null */
function findHole(side: number, nodes: number): string | null {
  if (staticVerdict(side, 0) >= WIN_BOUND) return null;
  const key = `${stonesHashLow()},${stonesHashHigh()}`;
  if (won.has(key)) return null;
  startControl(0);
  const move = winningMove(side, nodes);
  if (move === NO_POINT) return `no win for ${side}\n${draw(side)}`;
  if (isFoul(move, side)) return `a foul\n${draw(side)}`;
  put(move, side);
  const hole = findGoodReply(3 - side, side, nodes);
  takeBack(move);
  if (hole === null) won.add(key);
  return hole;
}

/** `side` answers the threat: whatever it does, the attacker must still win. */
function findGoodReply(side: number, attacker: number, nodes: number): string | null {
  if (stoneCount >= openPoints) return `board full\n${draw(side)}`;
  if (countOf(side, CLASS_FIVE) > 0) return `a five for ${side}\n${draw(side)}`;
  for (const reply of emptyPoints()) {
    if (isFoul(reply, side)) continue;
    if (++replies > replyLimit) return null;
    put(reply, side);
    const hole = findHole(attacker, nodes);
    takeBack(reply);
    if (hole !== null) return hole;
  }
  return null;
}

function draw(side: number): string {
  const position = { ...setup.position, cells };
  return drawSetup({ position, stones: [], toMove: side === 1 ? 1 : 2 });
}

/** @returns what is wrong with the line of the win that was just found, or null */
function findFault(side: number): string | null {
  const line = Array.from(vctLine.subarray(0, vctLineLength));
  if (line.length === 0 || line.length > vctLength) return `${line.length} of ${vctLength} plies\n${draw(side)}`;
  const played: number[] = [];
  let toMove = side;
  let fault: string | null = null;
  for (const point of line) {
    if (stoneAt[point] !== EMPTY || isFoul(point, toMove)) fault ??= `ply ${played.length + 1}\n${draw(toMove)}`;
    if (fault !== null) break;
    put(point, toMove);
    played.push(point);
    toMove = 3 - toMove;
  }
  // It ends where the rest can be seen.
  if (toMove === side && fault === null && staticVerdict(side, 0) < WIN_BOUND)
    fault = `no win at the end\n${draw(side)}`;
  for (const point of played.reverse()) takeBack(point);
  return fault;
}

/**
 * Searches for a win by threats, and tries every reply to it.
 * @param nodes for each search
 * @param limit replies tried at most
 * @param find the search that finds the win
 */
export function checkClaim(
  newRule: Rule,
  newSetup: Setup,
  nodes: number,
  limit: number,
  find: 'findVct' | 'solveThreats',
): Claim {
  rule = newRule;
  setup = newSetup;
  replies = 0;
  replyLimit = limit;
  won.clear();
  const { width, height } = setup.position;
  setHost(
    () => 0,
    () => 0,
    () => {},
  );
  setTableBytes(1 << 22);
  setUp(width, height, rule.code, rule.winLength);
  for (const { x, y, color } of setup.stones) place(x, y, color);
  cells = setup.position.cells.slice();
  startControl(0);
  const side = setup.toMove;
  const search = find === 'findVct' ? findVct : solveThreats;
  if (staticVerdict(side, 0) !== 0 || search(side, nodes) === NO_POINT) {
    return { length: 0, hole: null, replies: 0, isCut: false };
  }
  const length = vctLength;
  const hole = findFault(side) ?? findHole(side, nodes);
  return { length, hole, replies, isCut: replies > limit };
}

/**
 * A win by fours, if `side` could move, relies on the points that `findVcf` collects: a stone of the opponent anywhere
 * else, unless it makes a four, changes nothing.
 * @returns how many other points were tried, and the first that stops the win, with the board
 */
export function checkRelevance(newRule: Rule, newSetup: Setup, side: number): { tried: number; hole: string | null } {
  rule = newRule;
  setup = newSetup;
  const { width, height } = setup.position;
  setUp(width, height, rule.code, rule.winLength);
  for (const { x, y, color } of setup.stones) place(x, y, color);
  cells = setup.position.cells.slice();
  const nothing = { tried: 0, hole: null };
  if (countOf(1, CLASS_FIVE) + countOf(2, CLASS_FIVE) > 0 || !winsByFours(side)) return nothing;
  const zone = new Set(relevant.subarray(0, relevantCount));
  const others = emptyPoints().filter((point) => !zone.has(point) && makesFour(point, 3 - side) === 0);
  for (const point of others) {
    play(point, 3 - side);
    const isWon = winsByFours(side) || winsByFoul(side);
    undo();
    if (!isWon)
      return { tried: others.length, hole: `${columnOf(point)},${rowOf(point)} for ${3 - side}\n${draw(side)}` };
  }
  return { tried: others.length, hole: null };
}

function winsByFours(side: number): boolean {
  clearDeadEnds();
  startControl(0);
  return findVcf(side, 1, 12, 50_000) !== 0;
}

/** A reply may have become one of the fouls that a run of fours ignores; the win remains one. */
function winsByFoul(side: number): boolean {
  startControl(0);
  return hasForbidden(rule) && findVct(side, 20_000) !== NO_POINT;
}

/** A proof by threats, and the result of walking it: plies to the five, 0 for a proof that does not hold. */
export interface Walk {
  readonly proven: number;
  /** Whether more nodes would not change the result. */
  readonly isSettled: boolean;
  readonly walked: number;
  /** The same after the table has been changed to say that every move wins. */
  readonly walkedOfLies: number;
}

/** @param setup with Black to move @param nodes for the proof and its walk */
export function walkOf(newRule: Rule, { position, stones }: Setup, nodes: number): Walk {
  setTableBytes(1 << 18);
  setUp(position.width, position.height, newRule.code, newRule.winLength);
  for (const { x, y, color } of stones) place(x, y, color);
  startControl(0);
  startAttack(1, ALL_THREATS);
  const proven = proveAttack(nodes, 0);
  const isSettled = nodesLeft >= 0;
  const walked = proven > 0 ? walkProof(nodes) : 0;
  startProofSearch();
  for (let move = 0; move < CELLS; move++) {
    const [low, high] = [stoneKey[move * KEY_WORDS], stoneKey[move * KEY_WORDS + 1]];
    const [lowAfter, highAfter] = [stonesHashLow() ^ low ^ SIDE_KEY_LOW, stonesHashHigh() ^ high ^ SIDE_KEY_HIGH];
    storeProof(lowAfter, highAfter, 0, SETTLED, 3);
  }
  return { proven, isSettled, walked, walkedOfLies: walkProof(nodes) };
}

/** @returns the bits of the low hash word in which another position may differ and still match the entry */
export function confusedBits(): number[] {
  resizeProofTable(1 << 22);
  startProofSearch();
  storeProof(0x12345678, 77, 0, SETTLED, 5);
  return Array.from({ length: 32 }, (_, bit) => bit).filter((bit) => {
    probeProof(0x12345678 ^ (1 << bit), 77, 1, 1);
    return foundProof === 0;
  });
}
