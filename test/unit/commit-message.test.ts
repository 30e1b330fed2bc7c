/** The form of commit messages. */
import { expect, test } from 'vitest';
import { messageFaults } from '../../tools/common/commit-message.ts';

test.each([
  'Search: fail-high margin 9 a ply instead of 15\n\n+15 +-16 Elo, 632 pairs.\nBench: 123440',
  'docs: one TURN goes through 16 files\n\nNo functional change\n',
  `${'a'.repeat(72)}\n\nWhy.\n\nNo functional change\n# Please enter the commit message\n#\n`,
])('is accepted %#', (message) => {
  expect(messageFaults(message)).toEqual([]);
});

test.each([
  ['', ['no subject: say in one line what changes']],
  ['# only a comment\n', ['no subject: say in one line what changes']],
  [`${'a'.repeat(73)}\n\nBench: 1`, ['subject of 73 characters: at most 72']],
  ['A\nB\nBench: 1', ['second line "B": leave it empty, the body follows']],
  ['A', ['last line "A": expected "Bench: <nodes>" or "No functional change"']],
  ['A\n\nBench: many', ['last line "Bench: many": expected "Bench: <nodes>" or "No functional change"']],
  ['Bench: 1', ['last line "Bench: 1": expected "Bench: <nodes>" or "No functional change"']],
])('is rejected %#', (message, faults) => {
  expect(messageFaults(message)).toEqual(faults);
});
