/**
 * Sets up positions and tables of the search for its host (the worker shell); `think` is in root.ts. One thread holds
 * one search.
 */
import { buildWeights } from '../eval/learned.ts';
import { setNetworkWeight } from '../eval/network.ts';
import { setRule } from '../patterns/rule.ts';
import { block, boardHeight, boardWidth, clearBoard, play } from '../patterns/state.ts';
import { BLOCKED, pointAt } from '../point.ts';
import { clearContinuation } from './continuation.ts';
import { setGame } from './hash.ts';
import { clearHistory } from './history.ts';
import { setHelper } from './iterate.ts';
import { NETWORK_WEIGHT_256, params } from './params.ts';
import { resizeProofTable } from './proof-table.ts';
import { clearShapeHistory } from './shape-history.ts';
import { adoptTable, clearTable, resizeTable, shareTable } from './tt.ts';

/** Right shift from the size of the transposition table to that of the threat search: a 32nd. */
const THREAT_TABLE_SHIFT = 5;

/** Sizes the transposition table. @param bytes upper bound, see table-size.ts */
export function setTableBytes(bytes: number): void {
  resizeTable(bytes);
  resizeProofTable(bytes >>> THREAT_TABLE_SHIFT);
}

/** Makes a table of the host the transposition table of the search. @param table see {@link joinSearch} */
export function useTable(table: Int32Array): void {
  adoptTable(table);
  resizeProofTable((table.length << 2) >>> THREAT_TABLE_SHIFT);
}

/**
 * Makes this thread one of several that search the same position over one table.
 * @param table int32 words on shared memory, a size from table-size.ts
 * @param search number of the search, equal in all threads
 * @param index 0 for the thread whose result counts, 1 and up for the others
 */
export function joinSearch(table: Int32Array, search: number, index: number): void {
  shareTable(table, search);
  setHelper(index);
}

/** Clears everything learned from earlier positions: histories, and the table unless other threads use it as well. */
export function newGame(): void {
  clearTable();
  clearHistory();
  clearContinuation();
  clearShapeHistory();
}

/**
 * Starts a position with an empty board. Keeps what was learned if rule and size are those of the last position.
 * @param rule sum of bits as in INFO rule, already checked
 * @param winLength 3 to 6
 */
export function setUp(width: number, height: number, rule: number, winLength: number): void {
  const isNewRule = setRule(rule, winLength) !== 0;
  if (isNewRule) buildWeights();
  setGame(width, height, rule, winLength);
  if (isNewRule || width !== boardWidth || height !== boardHeight) newGame();
  clearBoard(width, height);
  setNetworkWeight(params[NETWORK_WEIGHT_256]);
}

/** Puts a stone on a free point. @param color 1 black, 2 white, 3 blocked */
export function place(x: number, y: number, color: number): void {
  const point = pointAt(x, y);
  if (color === BLOCKED) block(point);
  else play(point, color);
}
