import { expect, test } from 'vitest';
import { integersBelow, seededRandom } from '../../../../src/core/random.ts';
import {
  decodeNetwork,
  encodeNetwork,
  type NetworkWeights,
  useNetwork,
} from '../../../../src/engine/runtime/network-weights.ts';
import { evaluate, evaluateFrom, isRough, threatMask } from '../../../../src/kernel/eval/evaluate.ts';
import { CHANNELS, HIDDEN } from '../../../../src/kernel/eval/kernels.ts';
import { LINE_ROWS, lineRow, otherRow } from '../../../../src/kernel/eval/lines.ts';
import * as kernel from '../../../../src/kernel/index.ts';
import { stoneAt, undo } from '../../../../src/kernel/patterns/state.ts';
import { BLACK, EMPTY, pointAt } from '../../../../src/kernel/point.ts';
import { NETWORK_WEIGHT_256 } from '../../../../src/kernel/search/params.ts';
import { importBundled } from '../../../bundled.ts';
import { randomNetwork } from '../../../unit/kernel/eval/random-network.ts';

const forms = await importBundled<typeof import('../search/forms-bundle.ts')>(
  new URL('../search/forms-bundle.ts', import.meta.url),
);

/** Rule codes of INFO rule by index in src/kernel/eval/learned.ts. */
const RULES = [0, 1, 4, 8, 9];
const UNTIMED_MS = 1 << 30;

interface Move {
  readonly x: number;
  readonly y: number;
  readonly color: number;
}

/** The network as defined, point by point and line by line, without incremental sums. */
function slowCorrection(
  network: NetworkWeights,
  size: number,
  moves: readonly Move[],
  side: number,
  table: number,
  mask: number,
): number {
  const cells = new Map(moves.map(({ x, y, color }) => [`${x},${y}`, color]));
  const symbol = (x: number, y: number) =>
    x < 0 || y < 0 || x >= size || y >= size ? 3 : (cells.get(`${x},${y}`) ?? 0);
  const sums = [0, 1].map((view) => {
    const { rows, bias } = network;
    const total = new Array<number>(CHANNELS).fill(0);
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        if (symbol(x, y) !== 0) continue;
        const lines = [
          [1, 0],
          [0, 1],
          [-1, 1],
          [1, 1],
        ].map(([dx, dy]) => {
          const bits = (steps: readonly number[]) =>
            steps.reduce((sum, step, i) => {
              const seen = symbol(x + step * dx, y + step * dy);
              const own = seen === 3 || seen === 1 + view ? 1 : 0;
              const other = seen === 3 || seen === 2 - view ? 1 : 0;
              return sum | (own << i) | (other << (i + 4));
            }, 0);
          return lineRow(bits([-4, -3, -2, -1]), bits([1, 2, 3, 4]));
        });
        for (let c = 0; c < CHANNELS; c++) {
          const sum = lines.reduce((value, row) => value + rows[row * CHANNELS + c], bias[c]);
          total[c] += Math.max(0, sum) - Math.max(0, bias[c]);
        }
      }
    }
    return total;
  });
  const { hidden, output } = network.heads[(side - 1) % network.heads.length];
  const bounded = Math.max(-1200, Math.min(1200, table));
  const bits = Array.from({ length: 11 }, (_, bit) => ((mask >> bit) & 1) * 1024);
  const inputs = [...sums[side - 1], ...sums[2 - side], ...bits, 1024, Math.trunc((bounded * 1024) / 200)];
  let total = 0;
  for (let unit = 0; unit < HIDDEN; unit++) {
    const sum = inputs.reduce((value, input, i) => value + input * hidden[i * HIDDEN + unit], 0);
    total += Math.min(32767, Math.max(0, sum >> 10)) * output[unit];
  }
  return total >> 14;
}

const within = (value: number) => Math.max(-6000, Math.min(6000, value));

test('rows of lines: 7,381, symmetric, and unchanged by exchanging the colors twice', () => {
  const mirrored = (bits: number) =>
    [0, 1, 2, 3].reduce((sum, i) => sum | (((bits >> i) & 1) << (3 - i)) | (((bits >> (i + 4)) & 1) << (7 - i)), 0);
  const exchanged = (bits: number) => ((bits & 15) << 4) | (bits >> 4);
  const seen = new Set<number>();
  for (let behind = 0; behind < 256; behind++) {
    for (let ahead = 0; ahead < 256; ahead++) {
      const row = lineRow(behind, ahead);
      seen.add(row);
      if (row !== lineRow(mirrored(ahead), mirrored(behind))) expect.fail(`${behind}, ${ahead} reversed`);
      if (otherRow(row) !== lineRow(exchanged(behind), exchanged(ahead))) expect.fail(`${behind}, ${ahead} exchanged`);
    }
  }
  expect(seen.size).toBe(LINE_ROWS);
  expect(Math.max(...seen)).toBe(LINE_ROWS - 1);
  expect(lineRow(0, 0)).toBe(0);
});

test('a network can be read back; other bytes are rejected', () => {
  const network = { ...randomNetwork(2, seededRandom(1)), rules: [[0, 0], null, [1, 0], null, [1, 1]] } as const;
  const bytes = encodeNetwork(network);
  expect(decodeNetwork(bytes)).toEqual(network);
  expect(() => decodeNetwork(bytes.subarray(1))).toThrow('not a network: expected TGNN at the start');
  expect(() => decodeNetwork(bytes.subarray(0, bytes.length - 1))).toThrow(
    `network of ${bytes.length - 1} bytes: expected ${bytes.length}`,
  );
  const [old, beyond] = [bytes.slice(), bytes.slice()];
  old[4] = 1;
  beyond[7] = 2;
  expect(() => decodeNetwork(old)).toThrow('network of version 1: expected 2');
  expect(() => decodeNetwork(beyond)).toThrow('network with head 2: expected less than 2, its number of heads');
});

test.each([0, 1, 2, 3, 4])(
  'rule %i: the correction that follows the moves is the one that the definition gives',
  (rule) => {
    const random = seededRandom(30 + rule);
    const below = integersBelow(random);
    for (let game = 0; game < 4; game++) {
      const network = randomNetwork(rule === 2 ? 2 : 1, random);
      const size = 9 + below(12);
      const moves: Move[] = [];
      const evaluations: string[] = [];
      useNetwork(kernel, network, rule);
      kernel.setUp(size, size, RULES[rule], 5);
      for (let step = 0; step < 150; step++) {
        // Goes back by a few moves now and then, so that the sums of removed positions must be discarded.
        if (below(4) === 0) {
          for (let back = Math.min(below(5), moves.length); back > 0; back--) {
            moves.pop();
            undo();
          }
        } else {
          const [x, y] = [below(size), below(size)];
          if (stoneAt[pointAt(x, y)] !== EMPTY) continue;
          const color = 1 + (moves.length & 1);
          kernel.place(x, y, color);
          moves.push({ x, y, color });
        }
        if (below(2) === 0) evaluations.push(`${step}: ${evaluate(1 + (moves.length & 1))}`);
        if (step % 25 !== 24) continue;
        const side = 1 + (moves.length & 1);
        const fast = evaluate(side);
        kernel.hasNetwork[0] = 0;
        kernel.setUp(size, size, RULES[rule], 5);
        for (const move of moves) kernel.place(move.x, move.y, move.color);
        const table = evaluate(side);
        kernel.hasNetwork[0] = rule + 1;
        kernel.setUp(size, size, RULES[rule], 5);
        for (const move of moves) kernel.place(move.x, move.y, move.color);
        const anew = evaluate(side);
        expect(anew, `game ${game}, step ${step}`).toBe(fast);
        if (Math.abs(table) < 6000) {
          const slow = slowCorrection(network, size, moves, side, table, threatMask(side));
          expect(fast, `game ${game}, step ${step}`).toBe(within(table + slow));
          expect([evaluateFrom(side, table + 1), isRough], 'below the limit').toEqual([table, 1]);
          expect([evaluateFrom(side, table), isRough], 'at the limit').toEqual([fast, 0]);
        }
      }
      expect(new Set(evaluations.map((text) => text.split(' ')[1])).size).toBeGreaterThan(evaluations.length / 2);
    }
    kernel.hasNetwork[0] = 0;
  },
);

test('both forms of the search evaluate a network alike: vector code and loops', () => {
  const random = seededRandom(40);
  const below = integersBelow(random);
  const [wasm, script] = [forms.openKernel(1 << 20), forms.openJsKernel(1 << 20)];
  const results = new Set<number>();
  for (let step = 0; step < 25; step++) {
    const rule = below(5);
    const network = randomNetwork(1 + below(2), random);
    const [width, height] = [8 + below(13), 8 + below(13)];
    const stones = new Map<string, Move>();
    for (let i = below(30); i >= 0; i--) {
      const [x, y] = [below(width), below(height)];
      stones.set(`${x},${y}`, { x, y, color: 1 + (i & 1) });
    }
    const found = [wasm, script].map((search) => {
      useNetwork(search, network, rule);
      search.params[NETWORK_WEIGHT_256] = step % 5 === 0 ? 128 : 256;
      search.setUp(width, height, RULES[rule], 5);
      search.newGame();
      for (const { x, y, color } of stones.values()) search.place(x, y, color);
      search.think(1 + (stones.size & 1), UNTIMED_MS, UNTIMED_MS, 6, 400, 1);
      return { result: [...search.result], pv: [...search.pv] };
    });
    expect(found[0], `step ${step}`).toEqual(found[1]);
    results.add(found[0].result[0] * 1e6 + found[0].result[1]);
  }
  expect(results.size).toBeGreaterThan(15);
});

test('a network of another rule than the one in force is ignored', () => {
  const position = (use: boolean): number => {
    kernel.hasNetwork[0] = 0;
    if (use) useNetwork(kernel, randomNetwork(1, seededRandom(5)), 0);
    kernel.setUp(15, 15, 1, 5);
    kernel.place(7, 7, BLACK);
    return evaluate(2);
  };
  expect(position(true)).toBe(position(false));
  kernel.hasNetwork[0] = 0;
});

test('a rule without a head in the network uses its table alone', () => {
  const network = { ...randomNetwork(1, seededRandom(6)), rules: [[0, 0], null, null, null, null] } as const;
  kernel.hasNetwork[0] = 0;
  expect(useNetwork(kernel, network, 1)).toBe(false);
  expect(kernel.hasNetwork[0]).toBe(0);
  expect(useNetwork(kernel, network, 0)).toBe(true);
  expect(kernel.hasNetwork[0]).toBe(1);
  kernel.hasNetwork[0] = 0;
});
