import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineSplitter, MAX_LINE_LENGTH } from '../../../src/protocol/lines.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

function split(...chunks: string[]): string[] {
  const lines: string[] = [];
  const splitter = new LineSplitter((line) => lines.push(line));
  for (const chunk of chunks) splitter.push(bytes(chunk));
  return lines;
}

test('a CR or an LF ends a line at once', () => {
  expect(split('START 15\r')).toEqual(['START 15']);
  expect(split('START 15\n')).toEqual(['START 15']);
  expect(split('a\nb\rc\r\nd')).toEqual(['a', 'b', 'c']);
  expect(split('a\r', '\nb\r\n\r\n\n\r\rc\r')).toEqual(['a', 'b', '', '', '', '', 'c']);
});

test('text at the end of input is a line', () => {
  const lines: string[] = [];
  const splitter = new LineSplitter((line) => lines.push(line));
  splitter.push(bytes('END'));
  expect(lines).toEqual([]);
  splitter.end();
  splitter.end();
  expect(lines).toEqual(['END']);
});

test('a line longer than any command is truncated, and the next one is complete', () => {
  const [long, next] = split('x'.repeat(1 << 20), `${'x'.repeat(99)}\nSTART 15\n`);
  expect(long).toBe('x'.repeat(MAX_LINE_LENGTH));
  expect(next).toBe('START 15');
});

test('a byte order mark is skipped before the first line, however it arrives, and only there', () => {
  expect(split('\u00ef\u00bb', '\u00bfSTART 15\n\u00ef\u00bb\u00bfEND\n')).toEqual([
    'START 15',
    '\u00ef\u00bb\u00bfEND',
  ]);
});

test('the positions where chunks are split do not matter', () => {
  const text = fc.string({ unit: fc.constantFrom('\r', '\n', 'a', ',', ' ', '\u00ff', '\u0000'), maxLength: 60 });
  fc.assert(
    fc.property(text, fc.array(fc.nat(60), { maxLength: 6 }), (whole, cuts) => {
      const at = [0, ...cuts.map((cut) => Math.min(cut, whole.length)).sort((a, b) => a - b), whole.length];
      const parts = at.slice(1).map((end, index) => whole.slice(at[index], end));
      expect(split(...parts)).toEqual(split(whole));
    }),
  );
});
