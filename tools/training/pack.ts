/** Writes learned weights in the form that src/engine/learned-weights.ts reads. */
import { PART_MOVES, PART_VALUE, WEIGHTS_VERSION } from '../../src/engine/learned-weights.ts';

/** Learned weights of one rule, whole numbers; each table holds one colour or both. */
export interface RuleWeights {
  /** Index as in src/eval/learned.ts. */
  readonly rule: number;
  /** Colours with tables of their own, 1 or 2. */
  readonly colours: number;
  /** Score points by code and by threat mask; absent: the hand-set ones hold. */
  readonly value?: readonly number[];
  readonly threat?: readonly number[];
  /** Move scores 0 to 255 by code, for the owner and for the other side; absent: the hand-set ones hold. */
  readonly own?: readonly number[];
  readonly other?: readonly number[];
}

function addSigned(bytes: number[], value: number): void {
  let left = ((value << 1) ^ (value >> 31)) >>> 0;
  while (left > 127) {
    bytes.push((left & 127) | 128);
    left >>>= 7;
  }
  bytes.push(left);
}

/** @returns the text of one rule */
export function packWeights(weights: RuleWeights): string {
  const { rule, colours, value, threat, own, other } = weights;
  const parts = (value && threat ? PART_VALUE : 0) | (own && other ? PART_MOVES : 0);
  const bytes = [WEIGHTS_VERSION, rule, colours, parts];
  if (value && threat) for (const entry of [...value, ...threat]) addSigned(bytes, entry);
  if (own && other) bytes.push(...own, ...other);
  return Buffer.from(bytes).toString('base64');
}

/** @returns source of src/engine/weights-data.ts */
export function weightsModule(texts: readonly string[]): string {
  const list = texts.map((text) => `  '${text}',\n`).join('');
  return (
    '/** Written by tools/train.mjs pack; see docs/evaluation.md. One text a rule, read by learned-weights.ts. */\n' +
    `export const LEARNED_WEIGHTS: readonly string[] = [${list === '' ? '' : `\n${list}`}];\n`
  );
}
