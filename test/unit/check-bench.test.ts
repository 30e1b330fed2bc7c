import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compareBench } from '../../tools/check-bench.ts';

const OUTPUT = 'freestyle opening 40\nrenju middle 2\n42 nodes 1000 nps\n';

test('the recorded count passes, another one fails and says what to do', () => {
  expect(compareBench('42\n', OUTPUT)).toEqual({ isSame: true, report: 'bench: 42 nodes, recorded 42' });
  const { isSame, report } = compareBench('41\n', OUTPUT);
  expect(isSame).toBe(false);
  expect(report).toContain('bench: 42 nodes, recorded 41');
  expect(report).toContain('write 42 into tools/bench-nodes.txt');
});

test('output without a count is an error, not a silent pass', () => {
  expect(() => compareBench('', OUTPUT)).toThrow('expected one number, got ""');
  expect(() => compareBench('many', OUTPUT)).toThrow('expected one number, got "many"');
  expect(() => compareBench('42', 'Error: no')).toThrow('got "Error: no"');
});

test('the recorded count can be read without a commit history', () => {
  const record = readFileSync(new URL('../../tools/bench-nodes.txt', import.meta.url), 'utf8');
  expect(compareBench(record, `${record.trim()} nodes 1 nps`).isSame).toBe(true);
});
