/** The figures of nodes to depth are the same each time, and grow with the depth. */
import { expect, test } from 'vitest';
import { tool } from '../../../processes.ts';

/** @returns what the tool prints for two openings per rule */
function figuresTo(depth: number): string {
  const args = ['nodes-to-depth', '--depth', `${depth}`, '--openings', '2', '--limit', '20000'];
  const { status, stdout } = tool(...args);
  expect(status).toBe(0);
  return stdout;
}

/** @returns the mean over all openings */
function meanOf(figures: string): number {
  return Number(/^\| all \| 10 \| (\d+) \|$/m.exec(figures)![1]);
}

test('nodes to a depth are repeatable and grow with it; a short win is proven, a long one is not', () => {
  const shallow = figuresTo(6);
  const deep = figuresTo(9);
  expect(figuresTo(6)).toBe(shallow);
  expect(meanOf(deep)).toBeGreaterThan(meanOf(shallow));
  expect(shallow).toMatch(/^\| W5 \| \d+ plies \| \d+ \|$/m);
  expect(shallow).toMatch(/^\| W4 \| not proven \| \d+ \|$/m);
});
