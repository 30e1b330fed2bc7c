/** The rule in force and the tables it needs. */
import { CARO_BIT, CONTINUOUS_BIT, EXACT_FIVE_BIT, OMOK_BIT, RENJU_BIT } from '../../core/rule-code.ts';
import { BLACK } from '../point.ts';
import { buildPoints } from './points.ts';
import { buildShapes } from './shapes.ts';

/** 1 if Black has forbidden points, and wins with exactly five. */
export let isRenju = 0;
/** 1 if double-threes are forbidden to both sides. */
export let isOmok = 0;
/** 1 if a side has forbidden points. */
export let hasFouls = 0;
/** 1 if a five between two opposing stones does not win. */
export let isCaro = 0;
/** 1 if longer rows do not win (for both sides; renju has this for Black only, and then this is 0). */
export let isExactFive = 0;
/** 1 if every row that is long enough wins and no point is forbidden. */
export let isFreestyle = 1;
/** Stones in a row that win. */
export let winLength = 5;
/**
 * The rule bits the tables were built for, without the continuous bit, and win length << 8; -1 before the first build.
 */
let builtFor = -1;

/** @returns 1 if the rule has forbidden points for `side` */
export function hasFoulsOf(side: number): number {
  return isOmok !== 0 || (isRenju !== 0 && side === BLACK) ? 1 : 0;
}

/**
 * Makes `code` the rule in force. Does nothing if it already is.
 * @param code sum of bits of INFO rule
 * @param length stones that win
 * @returns 1 if the tables were rebuilt, so that the caller must clear the board and set the weights
 */
export function setRule(code: number, length: number): number {
  const base = code & ~CONTINUOUS_BIT;
  if (builtFor === (base | (length << 8))) return 0;
  builtFor = base | (length << 8);
  isRenju = (base & RENJU_BIT) !== 0 ? 1 : 0;
  isCaro = (base & CARO_BIT) !== 0 ? 1 : 0;
  isExactFive = (base & EXACT_FIVE_BIT) !== 0 && isRenju === 0 ? 1 : 0;
  isOmok = (base & OMOK_BIT) !== 0 ? 1 : 0;
  hasFouls = isRenju | isOmok;
  isFreestyle = hasFouls === 0 && isCaro === 0 && isExactFive === 0 ? 1 : 0;
  winLength = length;
  buildShapes(isExactFive, isRenju, isCaro, length);
  buildPoints(isRenju, isOmok);
  return 1;
}
