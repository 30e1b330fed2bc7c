/** The census counts every node of the main search once. */
import { expect, test } from 'vitest';
import { tool } from '../../../processes.ts';

/** @returns the numbers of a row of a Markdown table, without their percent signs */
function numbersOf(row: string): number[] {
  return row
    .split('|')
    .slice(2, -1)
    .map((cell) => Number.parseFloat(cell));
}

test('the kinds of node add up to all nodes, and so do the groups of late moves', () => {
  const args = ['census', '--positions', '10', '--nodes', '20000', '--game-nodes', '500'];
  const { status, stdout } = tool(...args);
  expect(status).toBe(0);
  const [kinds, depths, lateness] = stdout.split('\n\n').map((table) => table.split('\n').slice(2));
  const games = 5;
  for (const rows of [kinds, lateness]) {
    for (let column = 0; column <= games; column++) {
      const total = rows.reduce((sum, row) => sum + numbersOf(row)[column], 0);
      expect(Math.abs(total - 100)).toBeLessThan(1);
    }
  }
  // Every depth has its kinds, rounded to whole percents.
  for (const row of depths) {
    const [, ...ofKinds] = numbersOf(row);
    expect(Math.abs(ofKinds.reduce((sum, share) => sum + share, 0) - 100)).toBeLessThan(5);
  }
});
