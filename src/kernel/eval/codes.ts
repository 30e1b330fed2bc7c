/**
 * Pattern codes: the four shapes of a point, regardless of their order. 14 shapes in four places make 2,380 codes, and
 * the learned weights have one entry for each.
 */
import { SHAPES } from '../patterns/shapes.ts';

/** Multisets of four of {@link SHAPES}: 17 choose 4. */
export const CODES = 2380;
/** Combinations of four nibbles. */
export const COMBINATIONS = 65536;
/** What {@link codeOf} holds for a combination with a nibble that is not a shape. */
export const NO_CODE = 65535;

/** Code by combination (four shapes, four bits each, in any order). */
export const codeOf = new Uint16Array(COMBINATIONS);
/** Combination by code, its shapes in descending order. */
export const combinationOf = new Uint16Array(CODES);

function fillCodes(): void {
  codeOf.fill(NO_CODE);
  let code = 0;
  for (let a = 0; a < SHAPES; a++) {
    for (let b = 0; b <= a; b++) {
      for (let c = 0; c <= b; c++) {
        for (let d = 0; d <= c; d++) {
          const combination = (a << 12) | (b << 8) | (c << 4) | d;
          combinationOf[code] = combination;
          codeOf[combination] = code++;
        }
      }
    }
  }
  for (let combination = 0; combination < COMBINATIONS; combination++) {
    codeOf[combination] = codeOf[sorted(combination)];
  }
}

/** @returns the combination with its nibbles in descending order */
function sorted(combination: number): number {
  let result = 0;
  for (let at = 0; at < 16; at += 4) {
    const nibble = (combination >>> at) & 15;
    let place = 0;
    for (let i = 0; i < 16; i += 4) {
      const other = (combination >>> i) & 15;
      if (other < nibble || (other === nibble && i < at)) place += 4;
    }
    result |= nibble << place;
  }
  return result;
}

fillCodes();
