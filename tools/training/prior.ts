/** The hand-set weights of a rule as tables by code. */
import { CODES, combinationOf } from '../../src/kernel/eval/codes.ts';
import { THREAT_MASKS, threatValue } from '../../src/kernel/eval/threat-mask.ts';
import {
  INFO_ENTRIES,
  infoIndex,
  OTHER_SCORE_SHIFT,
  OWN_SCORE_SHIFT,
  pointInfo,
  SCORE_MASK,
  VALUE_SHIFT,
} from '../../src/kernel/patterns/points.ts';
import { setUp } from '../../src/kernel/search/search.ts';

/** Tables of one color, or of Black and then White. */
export interface Prior {
  readonly value: Float64Array;
  readonly threat: Float64Array;
  readonly own: Float64Array;
  readonly other: Float64Array;
}

/** @param rule sum of bits as in INFO rule @param colors 1 if both use Black's tables, else 2 */
export function handsetTables(rule: number, colors: number): Prior {
  setUp(15, 15, rule, 5);
  const table = (read: (info: number) => number) =>
    Float64Array.from({ length: colors * CODES }, (_, i) => {
      const color = Math.floor(i / CODES);
      return read(pointInfo[color * INFO_ENTRIES + infoIndex(combinationOf[i % CODES])]);
    });
  return {
    value: table((info) => info >> VALUE_SHIFT),
    threat: Float64Array.from(threatValue.subarray(0, colors * THREAT_MASKS)),
    own: table((info) => (info >> OWN_SCORE_SHIFT) & SCORE_MASK),
    other: table((info) => (info >> OTHER_SCORE_SHIFT) & SCORE_MASK),
  };
}
