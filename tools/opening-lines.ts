/**
 * Draws openings of three stones for a book, one per line in pos notation with row 1 at the top, no two of them
 * symmetric:
 *   npm run -s tool -- opening-lines [--rule freestyle] [--size 15] [--count 100] [--seed 1] > openings.pos
 *
 * Under renju the 26 of the game: the center, a stone next to it, a stone within 5 by 5. Under other rules the stones
 * are within a square of 9 by 9 in a corner, on a side or in the center, as in swap2.
 */
import { MAX_SIZE } from '../src/core/limits.ts';
import { pointOfCell } from '../src/core/point.ts';
import { integersBelow, seededRandom } from '../src/core/random.ts';
import { RULE } from '../src/core/rule.ts';
import { FREESTYLE, RENJU } from '../src/core/rule-code.ts';
import { whole } from '../src/core/values.ts';
import { Line } from '../src/records/book/key.ts';
import { formatPosLine } from '../src/records/notation/openings.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';

const SQUARE = 9;
const MAX_TRIES = 1_000_000;

const SYNTAX = {
  options: {
    rule: { type: RULE, default: FREESTYLE },
    size: { type: whole(SQUARE, MAX_SIZE), default: 15 },
    count: { type: whole(1), default: 100 },
    seed: { type: whole(0), default: 1 },
  },
} as const satisfies ToolSyntax;

/** Runs the tool. @returns exit code: 0 done, 2 wrong usage */
export function main(args: readonly string[]): number {
  const { rule, size, count, seed } = toolArguments(SYNTAX, args, 'opening-lines').values;
  const random = seededRandom(seed);
  const seen = new Set<string>();
  for (const cells of rule === RENJU ? renjuOpenings(size) : drawn(size, random)) {
    const { high, low } = new Line(rule, size, cells);
    if (seen.has(`${high} ${low}`)) continue;
    seen.add(`${high} ${low}`);
    process.stdout.write(
      `${formatPosLine(
        cells.map((cell) => pointOfCell(cell, size)),
        size,
      )}\n`,
    );
    if (seen.size === count) break;
  }
  return 0;
}

function* renjuOpenings(size: number): Generator<number[]> {
  const middle = size >> 1;
  const center = middle * size + middle;
  for (const second of [center - size, center - size + 1]) {
    for (let y = middle - 2; y <= middle + 2; y++) {
      for (let x = middle - 2; x <= middle + 2; x++) {
        const third = y * size + x;
        if (third !== center && third !== second) yield [center, second, third];
      }
    }
  }
}

function* drawn(size: number, random: () => number): Generator<number[]> {
  const below = integersBelow(random);
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const [left, top] = [0, 0].map(() => below(size - SQUARE + 1));
    const cells = new Set<number>();
    while (cells.size < 3) {
      const [x, y] = [left, top].map((from) => from + below(SQUARE));
      cells.add(y * size + x);
    }
    yield [...cells];
  }
}
