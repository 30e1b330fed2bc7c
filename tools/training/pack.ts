/** Learned weights in the trainer's files and in the form that src/engine/runtime/learned-weights.ts reads. */
import { PART_MOVES, PART_VALUE, readWeights, WEIGHTS_VERSION } from '../../src/engine/runtime/learned-weights.ts';
import { CODES } from '../../src/kernel/eval/codes.ts';
import { LEARNED_RULES } from '../../src/kernel/eval/learned.ts';
import { THREAT_MASKS } from '../../src/kernel/eval/threat-mask.ts';

/** Learned weights of one rule, whole numbers; each table covers one color or both. */
export interface RuleWeights {
  /** Index as in src/kernel/eval/learned.ts. */
  readonly rule: number;
  /** Number of colors with separate tables, 1 or 2. */
  readonly colors: number;
  /** Score points by code and by threat mask; absent: the hand-set ones apply. */
  readonly value?: readonly number[];
  readonly threat?: readonly number[];
  /** Move scores 0 to 255 by code, for the owner and for the other side; absent: the hand-set ones apply. */
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
  const { rule, colors, value, threat, own, other } = weights;
  const parts = (value && threat ? PART_VALUE : 0) | (own && other ? PART_MOVES : 0);
  const bytes = [WEIGHTS_VERSION, rule, colors, parts];
  if (value && threat) for (const entry of [...value, ...threat]) addSigned(bytes, entry);
  if (own && other) bytes.push(...own, ...other);
  return Buffer.from(bytes).toString('base64');
}

/** Inverse of {@link packWeights}. @throws Error for any other text */
export function unpackWeights(text: string): RuleWeights {
  const tables = {
    hasLearnedValue: new Uint8Array(LEARNED_RULES),
    hasLearnedMoves: new Uint8Array(LEARNED_RULES),
    learnedValue: new Int16Array(LEARNED_RULES * 2 * CODES),
    learnedOwn: new Uint8Array(LEARNED_RULES * 2 * CODES),
    learnedOther: new Uint8Array(LEARNED_RULES * 2 * CODES),
    learnedThreat: new Int16Array(LEARNED_RULES * 2 * THREAT_MASKS),
  };
  readWeights(text, tables);
  const [, rule, colors, parts] = Buffer.from(text, 'base64');
  const part = (table: Int16Array | Uint8Array, size: number) =>
    Array.from(table.subarray(rule * 2 * size, (rule * 2 + colors) * size));
  return {
    rule,
    colors,
    ...((parts & PART_VALUE) !== 0 && {
      value: part(tables.learnedValue, CODES),
      threat: part(tables.learnedThreat, THREAT_MASKS),
    }),
    ...((parts & PART_MOVES) !== 0 && {
      own: part(tables.learnedOwn, CODES),
      other: part(tables.learnedOther, CODES),
    }),
  };
}

/** @returns source of src/engine/runtime/weights-data.ts */
export function weightsModule(texts: readonly string[]): string {
  const list = texts.map((text) => `  '${text}',\n`).join('');
  return (
    '/** Written by tools/train.ts pack; see docs/internals/evaluation.md. One text a rule, read by learned-weights.ts. */\n' +
    `export const LEARNED_WEIGHTS: readonly string[] = [${list === '' ? '' : `\n${list}`}];\n`
  );
}
