/**
 * The learned weights as the engine holds them: tables by pattern code and threat mask for each of five rules. The host
 * fills them before the first search (runtime/learned-weights.ts); otherwise they stay empty and the hand-set ones
 * apply.
 */
import {
  CLASS_FORBIDDEN,
  CLASS_MASK,
  combinationAt,
  INFO_ENTRIES,
  MAX_VALUE,
  OTHER_SCORE_SHIFT,
  OWN_SCORE_SHIFT,
  pointInfo,
  SCORE_MASK,
  setPointWeights,
  VALUE_SHIFT,
} from '../patterns/points.ts';
import { isCaro, isExactFive, isOmok, isRenju, winLength } from '../patterns/rule.ts';
import { CODES, codeOf } from './codes.ts';
import { buildHandset } from './handset.ts';
import { THREAT_MASKS, threatValue } from './threat-mask.ts';

/** Rules with tables, in this order: freestyle, exactly five, renju, caro, caro with exactly five. */
export const LEARNED_RULES = 5;
const FREESTYLE = 0;
const EXACT_FIVE = 1;
const RENJU = 2;
const CARO = 3;
const CARO_EXACT_FIVE = 4;

/** 1 by rule if its tables are filled. */
export const hasLearnedValue = new Uint8Array(LEARNED_RULES);
/** 1 by rule if its move scores are filled. */
export const hasLearnedMoves = new Uint8Array(LEARNED_RULES);
/** Value of a point to its owner, score points: by ((rule * 2) + color - 1) * CODES + code. */
export const learnedValue = new Int16Array(LEARNED_RULES * 2 * CODES);
/** Move score, 0 to 255, for the owner of the shapes; index as above. */
export const learnedOwn = new Uint8Array(LEARNED_RULES * 2 * CODES);
/** Move score for the side that occupies the point against them. */
export const learnedOther = new Uint8Array(LEARNED_RULES * 2 * CODES);
/** Score by ((rule * 2) + color to move - 1) * THREAT_MASKS + mask. */
export const learnedThreat = new Int16Array(LEARNED_RULES * 2 * THREAT_MASKS);

/** @returns index of the rule in force in the tables above, omok's that of freestyle, or -1 if it has none */
export function learnedRule(): number {
  if (winLength !== 5) return -1;
  if (isRenju !== 0) return RENJU;
  if (isCaro !== 0) return isExactFive !== 0 ? CARO_EXACT_FIVE : CARO;
  return isExactFive !== 0 ? EXACT_FIVE : FREESTYLE;
}

/** Overwrites the weights with those learned for the rule in force. */
function applyLearned(): void {
  const rule = learnedRule();
  if (rule < 0 || (hasLearnedValue[rule] | hasLearnedMoves[rule]) === 0) return;
  for (let color = 1; color <= 2; color++) {
    const base = (rule * 2 + color - 1) * CODES;
    for (let index = 0; index < INFO_ENTRIES; index++) {
      const code = codeOf[combinationAt(index)];
      const at = (color - 1) * INFO_ENTRIES + index;
      const info = pointInfo[at];
      // Where omok forbids a double-three, the one of freestyle has learned its worth.
      if (isOmok !== 0 && (info & CLASS_MASK) === CLASS_FORBIDDEN) continue;
      let own = (info >> OWN_SCORE_SHIFT) & SCORE_MASK;
      let other = (info >> OTHER_SCORE_SHIFT) & SCORE_MASK;
      let value = info >> VALUE_SHIFT;
      if (hasLearnedMoves[rule] !== 0) {
        own = learnedOwn[base + code];
        other = learnedOther[base + code];
      }
      if (hasLearnedValue[rule] !== 0) value = learnedValue[base + code];
      if (value > MAX_VALUE) value = MAX_VALUE;
      if (value < -MAX_VALUE) value = -MAX_VALUE;
      setPointWeights(at, own, other, value);
    }
    if (hasLearnedValue[rule] === 0) continue;
    const from = (rule * 2 + color - 1) * THREAT_MASKS;
    for (let mask = 0; mask < THREAT_MASKS; mask++) {
      threatValue[(color - 1) * THREAT_MASKS + mask] = learnedThreat[from + mask];
    }
  }
}

/**
 * Fills the tables with the weights of the rule in force: the learned ones where the host has loaded them and they
 * cover the rule, else the hand-set ones. Call it after setRule() of kernel/patterns/rule.ts.
 */
export function buildWeights(): void {
  buildHandset();
  applyLearned();
}
