/** The parameters of the search by name, as src/kernel/search/params.ts lists them in setDefaults(). */
import { readFileSync } from 'node:fs';
import * as constants from '../../src/kernel/search/params.ts';

export interface ParameterRow {
  readonly index: number;
  /** The value that the engine plays with. */
  readonly default: number;
  readonly unit: string;
  /** Values outside these bounds make no sense. */
  readonly min: number;
  readonly max: number;
  /** Perturbation in the last iteration of SPSA, to either side; 0: not tuned. */
  readonly step: number;
  /** Another value that was measured; null: none was, on its own. */
  readonly tried: number | null;
}

const ROW =
  /^params\[(\w+)\] = (-?\d+); \/\/ ([^,;]+)(?:, (-?\d+) to (\d+))?(?:, step (\d+))?(?:; (-?\d+): [+-]?\d+ \+-\d+ Elo \(\w{7}\))?$/;

/** @param lines of setDefaults() @returns the parameters by name, in their order */
export function parametersOf(lines: readonly string[]): Readonly<Record<string, ParameterRow>> {
  const rows = lines.map((line) => {
    const found = ROW.exec(line.trim());
    if (found === null)
      throw new Error(`params.ts: ${line.trim()}: expected "params[NAME] = 1; // unit, 0 to 9, step 1"`);
    const [, name, value, unit, min = '0', max = '1', step = '0', tried] = found;
    const index = (constants as unknown as Readonly<Record<string, number>>)[name];
    const bounds = { min: Number(min), max: Number(max), step: Number(step) };
    return [
      name,
      { index, default: Number(value), unit, ...bounds, tried: tried === undefined ? null : Number(tried) },
    ];
  });
  return Object.fromEntries(rows);
}

const SOURCE = readFileSync(new URL('../../src/kernel/search/params.ts', import.meta.url), 'utf8');
const [, TABLE] = /function setDefaults\(\): void \{\n(.*?)\n\}/s.exec(SOURCE) ?? [];

export const PARAMETERS = parametersOf(TABLE.split('\n'));
