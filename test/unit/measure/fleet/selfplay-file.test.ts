import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UserError } from '../../../../src/core/errors.ts';
import { SelfPlayFile } from '../../../../src/measure/fleet/selfplay-file.ts';
import { productOf, type SelfPlayRun } from '../../../../src/measure/selfplay/product.ts';
import { temporaryFolder } from '../../../folder.ts';

const folder = temporaryFolder();

const RUN: SelfPlayRun = {
  games: 1,
  rule: 0,
  nodes: 100,
  seed: 1,
  sizes: [9],
  handset: false,
  network: null,
  labels: null,
};

/** @returns whether this process holds the file open */
function isOpen(file: string): boolean {
  const targets = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return ''; // the one that listed the folder
    }
  });
  return targets.includes(file);
}

test.runIf(process.platform === 'linux')('a file that is refused is neither changed nor held open', () => {
  const name = join(folder, 'other.tgs');
  writeFileSync(name, 'This is not a file of games.');
  expect(() => new SelfPlayFile(name, productOf(RUN))).toThrow(UserError);
  expect(readFileSync(name, 'latin1')).toBe('This is not a file of games.');
  expect(isOpen(name)).toBe(false);
  rmSync(name);
  const file = new SelfPlayFile(name, productOf(RUN));
  expect(isOpen(name)).toBe(true);
  file.close();
  expect(isOpen(name)).toBe(false);
});
