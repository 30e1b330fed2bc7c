/** The network trainer's command, on a handful of games. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../folder.ts';
import { tengen, tool } from '../../../processes.ts';

const folder = temporaryFolder();

const train = (file: string, ...options: string[]) =>
  tool('network', 'train', '--epochs', '1', '--out', join(folder, 'a.tgnn'), ...options, file);

test('trains on fewer positions than a batch, too', () => {
  const samples = join(folder, 'a.tgsa');
  const play = ['--label-nodes', '100', '--nodes', '100', '--sizes', '8', '--games', '8', '--out', samples];
  expect(tengen(['selfplay', ...play])).toMatchObject({ status: 0, stderr: '' });
  const { status, stdout } = train(samples, '--threads', '1');
  expect(status).toBe(0);
  const [, loss] = /epoch 1: training (\S+),/.exec(stdout) ?? [];
  expect(Number(loss)).toBeGreaterThan(0);
  const alone = readFileSync(join(folder, 'a.tgnn'));
  expect(train(samples, '--threads', '3')).toMatchObject({ status: 0, stderr: '' });
  expect(readFileSync(join(folder, 'a.tgnn')).equals(alone), 'the same network in any number of threads').toBe(true);
});

test('an invalid file gets one line with its name', () => {
  const foreign = join(folder, 'foreign');
  writeFileSync(foreign, 'a text that is longer than the header of such a file\n');
  expect(train(foreign)).toMatchObject({ status: 2, stderr: expect.stringMatching(/^\S+foreign: expected .*\n$/) });
  const none = join(folder, 'none');
  expect(train(none)).toMatchObject({ status: 2, stderr: `${none}: no such file or folder\n` });
});
