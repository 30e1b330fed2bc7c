import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linesOf } from '../../../tools/common/log.ts';
import { temporaryFolder } from '../../folder.ts';

test('lines are the same wherever the pieces of a file end', () => {
  const file = join(temporaryFolder(), 'file');
  // More than two pieces of a megabyte; every character but the ends of lines has two or three bytes.
  const lines = Array.from({ length: 50_000 }, (_, i) => `${'é€'.repeat(i % 17)}${i % 7 === 0 ? '' : 'ü'}`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  expect([...linesOf(file)]).toEqual(lines);
  writeFileSync(file, [...lines, 'torn'].join('\n'));
  expect([...linesOf(file)]).toEqual([...lines, 'torn']);
});
