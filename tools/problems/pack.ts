/** Selects the problems of the page from what was found. */
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { imageOf, pointOfCell, SYMMETRIES } from '../../src/core/point.ts';
import { ruleNameOf } from '../../src/core/rule.ts';
import { formatProblem, KINDS, listedProblems, type Problem, parseProblem } from '../../src/play/problems/problem.ts';
import type { Setup } from '../../src/play/review/setup.ts';
import { withNamed } from '../common/options.ts';
import { readFound } from './find.ts';

/** @param each most problems of a rule and kind */
export function packProblems(files: readonly string[], out: string, each: number): void {
  const found = distinct(files.flatMap((file) => withNamed(file, readProblems)));
  const rules = [...new Set(found.map(({ variant }) => variant.rule.code))].sort((a, b) => a - b);
  const chosen = rules.flatMap((code) =>
    KINDS.flatMap((kind) => {
      const group = found.filter((problem) => problem.variant.rule.code === code && problem.kind === kind);
      const spread = spreadOut(group.sort(byRating), each);
      const ratings = spread.length === 0 ? '' : `, rated ${spread[0].rating} to ${spread[spread.length - 1].rating}`;
      console.log(`${ruleNameOf(code)} ${kind}: ${spread.length} of ${group.length}${ratings}`);
      return spread;
    }),
  );
  const text = chosen.map((problem) => `${formatProblem(problem)}\n`).join('');
  writeFileSync(out, text);
  console.log(`${chosen.length} problems, ${text.length} bytes, ${gzipSync(text, { level: 9 }).length} gzipped`);
}

/** @param file of {@link findProblems}, or of {@link packProblems} */
export function readProblems(file: string): Problem[] {
  const text = readFileSync(file, 'utf8');
  if (!text.startsWith('{')) return listedProblems(text).map((listed) => parseProblem(listed.text));
  const [, ...lines] = text.split('\n').slice(0, -1);
  return lines.flatMap((line) => readFound(line, file).problems.map(parseProblem));
}

/** @returns the same text for all mirror images and rotations of a position */
export function imageKey(setup: Setup): string {
  const { width, height } = setup.variant;
  const textOf = (cells: Uint8Array) => formatProblem({ ...setup, cells, kind: KINDS[0], rating: 0, line: [] });
  if (width !== height) return textOf(setup.cells);
  const images = Array.from({ length: SYMMETRIES }, (_, symmetry) => {
    const cells = new Uint8Array(width * width);
    for (const [i, cell] of setup.cells.entries()) {
      const { x, y } = imageOf(pointOfCell(i, width), width, symmetry);
      cells[y * width + x] = cell;
    }
    return textOf(cells);
  });
  return images.sort()[0];
}

/** @returns the first of all mirror images */
function distinct(problems: readonly Problem[]): Problem[] {
  const byKey = new Map<string, Problem>();
  for (const problem of problems) {
    const key = imageKey(problem);
    if (!byKey.has(key)) byKey.set(key, problem);
  }
  return [...byKey.values()];
}

/** Equally rated problems are in the order of their text, so that the order of the files does not matter. */
function byRating(a: Problem, b: Problem): number {
  return a.rating - b.rating || (formatProblem(a) < formatProblem(b) ? -1 : 1);
}

/** @returns up to `count` of them at equal distances in the list */
function spreadOut<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, i) => items[Math.floor(((i + 0.5) * items.length) / count)]);
}
