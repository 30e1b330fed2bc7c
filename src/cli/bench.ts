/**
 * `tengen bench`: searches a fixed set of positions of every rule to a fixed depth, each with an empty table. The total
 * node count is a checksum of the search: identical in every run and on every machine. The speed is not.
 */
import { type Command, readArguments, type Syntax } from '../core/command.ts';
import { MAX_SIZE } from '../core/limits.ts';
import { readValue, whole } from '../core/values.ts';
import type { Kernel } from '../engine/runtime/kernel.ts';
import { useAllLearned } from '../engine/runtime/networks.ts';
import { setUpMoves } from '../engine/runtime/open-kernel.ts';
import { nodesOf, UNTIMED_MS } from '../engine/runtime/think.ts';
import { kernelChoice } from '../platform/node/kernel-choice.ts';
import { openChosenKernel } from '../platform/node/open-chosen-kernel.ts';
import { parsePosMoves } from '../records/notation/pos.ts';

type BenchPosition = ReturnType<typeof square>;

/** @param moves in playing order, Black first */
function square(name: string, size: number, rule: number, moves: string, winLength = 5) {
  return { name, width: size, height: size, rule, winLength, moves };
}

/** Positions from games between engines (15x15 and 20x20), and small ones that reach the edges. */
export const BENCH_POSITIONS: readonly BenchPosition[] = [
  square('freestyle 15, opening', 15, 0, 'k12j11g9k10i12j12j10j9g10l11'),
  square('freestyle 15, middle', 15, 0, 'l3j4h3h7h5i5h6i7j7h4i4j6k7k5l4l6i3j3j5k6'),
  square(
    'freestyle 15, late',
    15,
    0,
    'k12j11g9k10i12j12j10j9g10l11m12l9g8g11h11f9i9h8i8i10l10j7m11k9k8m8n7j13f7g7j5k7h7i5m13m10',
  ),
  square('freestyle 20, opening', 20, 0, 'p7n7n3o6p5p6n6q5'),
  square('freestyle 20, middle', 20, 0, 'p7n7n3o6p5p6n6q5o7m5q7r7l5k6o4m2m4n4o2p1o3o5l2l3k7j5k4i4h3i7'),
  square('freestyle 20, one stone', 20, 0, 'b19'),
  square('standard 15, opening', 15, 1, 'g7i8g6i9g5h7'),
  square('standard 15, middle', 15, 1, 'c6e8e9f10d9g10f9g9g8e11d12d11f11h10'),
  square('standard 20, middle', 20, 1, 'q12p10o10p11p9n11p13o14q10q11r11o8m11o13o15n9r12s12r10r9m10m9'),
  square('renju 15, opening', 15, 4, 'h8h9i8j6e10'),
  square('renju 15, Black to move', 15, 4, 'j5m5m8k6i6h7j7k8k7j6i7l7j9l6m6l4l5k4j4h5i9i8h8k3'),
  square('renju 15, White to move', 15, 4, 'j6i6h6i5i7h8l7k8l9j8l8l10k7'),
  square('caro 15, opening', 15, 8, 'j9i9h7h8'),
  square('caro 15, middle', 15, 8, 'h8f8g8f9i8f7j8l8'),
  square('caro 15 exact, opening', 15, 9, 'd9e8f8f10g9'),
  square('caro 15 exact, middle', 15, 9, 'c6e8e9f10d9g10f9g9g8e11d12d11f11h10'),
  square('largest board', MAX_SIZE, 0, 'k11l12l11m11k12j12'),
  { name: 'narrow board', width: 22, height: 6, rule: 0, winLength: 5, moves: 'k3k4l3j3' },
  square('four in a row on 7', 7, 0, 'd4c3', 4),
  square('six in a row on 19', 19, 0, 'j10k10j11k11j9k9', 6),
  square('three in a row on 3', 3, 0, 'b2a1', 3),
];

const DEFAULT_DEPTH = 10;
export const BENCH_TABLE_BYTES = 16 << 20;

/**
 * Runs the bench.
 * @param search any form of it, without a clock and with a table of {@link BENCH_TABLE_BYTES}
 * @param depth plies, at least 1
 * @param report called with a position's name and nodes
 * @returns total nodes
 */
export function runBench(search: Kernel, depth: number, report: (name: string, nodes: number) => void): number {
  useAllLearned(search);
  let total = 0;
  for (const position of BENCH_POSITIONS) {
    search.newGame();
    const color = setUpMoves(search, position, parsePosMoves(position.moves)!);
    search.think(color, UNTIMED_MS, UNTIMED_MS, depth, 0, 1);
    const nodes = nodesOf(search.result);
    report(position.name, nodes);
    total += nodes;
  }
  return total;
}

const SYNTAX = { options: {}, operands: { noun: 'depth', min: 0, max: 1 } } as const satisfies Syntax;
const DEPTH = whole(1, 99);

export const COMMAND: Command = {
  name: 'bench',
  summary: 'searches a fixed set of positions; prints a node count that is identical on every machine',
  usages: ['[depth=N]'],
  about: [
    `Searches a fixed set of positions of every rule to N plies, ${DEPTH.range} (default ${DEFAULT_DEPTH}), and prints the nodes of each, their total and the speed. The total is identical in every run and on every machine: it shows whether two builds search identically, and whether the forms of the search do. The first line names the form that runs; TENGEN_KERNEL=native, wasm or js chooses it.`,
  ],
  ...SYNTAX,
  exits: { 0: 'done' },
  prepare(args) {
    const [word = String(DEFAULT_DEPTH)] = readArguments(SYNTAX, args, 'tengen bench').operands;
    const depth = readValue(DEPTH, 'depth', word.replace(/^depth=/, ''));
    return () => bench(depth);
  },
};

function bench(depth: number): number {
  const search = openChosenKernel(BENCH_TABLE_BYTES);
  process.stdout.write(`kernel: ${kernelChoice().text}\n`);
  const start = performance.now();
  const total = runBench(search, depth, (name, nodes) => {
    process.stdout.write(`${String(nodes).padStart(10)} ${name}\n`);
  });
  const seconds = (performance.now() - start) / 1000;
  process.stdout.write(`${total} nodes ${Math.round(total / seconds)} nps\n`);
  return 0;
}
