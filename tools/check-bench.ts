/**
 * Compares the node count of the built program's bench with the recorded one, tools/bench-nodes.txt. A change of the
 * search updates that file and has `Bench: <nodes>` in its commit; anything else must not change the count. The record
 * is a file, so that a clone without history can be checked as well.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { noArguments } from './common/options.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const RECORD = 'tools/bench-nodes.txt';

/**
 * @param record text of the record: one number
 * @param output of bench, which ends with `<nodes> nodes <nodes per second> nps`
 * @throws {Error} if one of them has another form
 */
export function compareBench(record: string, output: string): { isSame: boolean; report: string } {
  const recorded = /^\d+$/.exec(record.trim())?.[0];
  if (recorded === undefined) throw new Error(`${RECORD}: expected one number, got "${record.trim()}"`);
  const nodes = /^(\d+) nodes \d+ nps$/m.exec(output)?.[1];
  if (nodes === undefined) throw new Error(`bench: expected "<nodes> nodes <n> nps", got "${output.trim()}"`);
  const isSame = nodes === recorded;
  const counts = `bench: ${nodes} nodes, recorded ${recorded}`;
  const advice = `the search has changed; write ${nodes} into ${RECORD} and "Bench: ${nodes}" into the commit, or find out why`;
  return { isSame, report: isSame ? counts : `${counts}\nbench: ${advice}` };
}

export function main(args: readonly string[]): number {
  noArguments(args, 'check-bench');
  const { stdout, stderr } = spawnSync(process.execPath, ['dist/tengen.js', 'bench'], { cwd: ROOT, encoding: 'utf8' });
  const { isSame, report } = compareBench(readFileSync(resolve(ROOT, RECORD), 'utf8'), `${stdout}${stderr}`);
  console.log(report);
  return isSame ? 0 : 1;
}
