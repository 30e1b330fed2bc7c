// Compares the node count of the built program's bench with the last line `Bench: <nodes>` in the history: a change of
// the search says so in its commit, and anything else must not change it. Skipped where there is no such line.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const expected = recordedNodes();
if (expected === null) {
  console.log('bench: skipped, no "Bench: <nodes>" line in the history');
} else {
  const nodes = benchNodes();
  console.log(`bench: ${nodes} nodes, recorded ${expected}`);
  if (nodes !== expected) {
    console.log('bench: the search has changed; say so by a line "Bench: <nodes>" in the commit, or find out why');
    process.exitCode = 1;
  }
}

/** @returns the newest count in the history, or null */
function recordedNodes() {
  const log = spawnSync('git', ['log', '--format=%B'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 });
  const match = log.status === 0 ? /^Bench: (\d+)$/m.exec(log.stdout) : null;
  return match === null ? null : Number(match[1]);
}

/** @returns the count in the last line of bench: `<nodes> nodes <nodes per second> nps` */
function benchNodes() {
  const bench = spawnSync(process.execPath, ['dist/tengen.js', 'bench'], { cwd: ROOT, encoding: 'utf8' });
  const match = /^(\d+) nodes \d+ nps$/m.exec(bench.stdout);
  if (match === null) throw new Error(`bench: expected "<nodes> nodes <n> nps", got ${bench.stdout}${bench.stderr}`);
  return Number(match[1]);
}
