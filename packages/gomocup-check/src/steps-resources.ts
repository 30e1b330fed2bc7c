/** Steps about memory, processes and files. */
import { readdirSync } from 'node:fs';
import { playableSize } from './claims.ts';
import { GOMOCUP_MEMORY, playSome } from './kit.ts';
import { fail, note, type Step, skip, warn } from './step.ts';

const NOT_MEASURED = 'memory can be read on Linux only';

export const RESOURCE_STEPS: readonly Step[] = [
  {
    id: 'memory',
    title: 'keeps to max_memory',
    why: 'more than 350 MB loses: the judge counts unshared memory, including all children, after each move; Piskvork counts the peak resident size of the process.',
    sentences: ['I6'],
    fix: 'Subtract what the program itself needs from max_memory before you allocate tables.',
    async run({ probe, spec, full, claims, platform, report }) {
      if (platform !== 'linux') return [skip(NOT_MEASURED)];
      const brain = probe();
      const turnMs = full ? 5000 : 1000;
      const size = playableSize(claims, 20);
      await brain.ready({ turnMs, memoryBytes: GOMOCUP_MEMORY, size });
      let unique = 0;
      const games = full ? 6 : 2;
      for (let i = 0; i < games; i++) {
        report(`game ${i + 1} of ${games}`);
        await brain.rest();
        await brain.client.start(size, spec.startTimeoutMs);
        await playSome(brain, 1, turnMs, size);
        unique = Math.max(unique, brain.client.uniqueBytes() ?? 0);
      }
      brain.client.sampleMemory();
      const peak = brain.client.peakBytes;
      if (peak === null) return [skip('memory cannot be read on this system')];
      const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
      const text = `${mib(unique)} MiB unshared after a move, peak resident size ${mib(peak)} MiB, limit ${mib(GOMOCUP_MEMORY)} MiB`;
      return [unique > GOMOCUP_MEMORY ? fail(text) : peak > GOMOCUP_MEMORY ? warn(text) : note(text)];
    },
  },
  {
    id: 'one-process',
    title: 'one process, no files left in its folder',
    why: "the judge suspends the main process only, so children would think on the opponent's time; files belong in the folder that INFO folder names.",
    sentences: ['P1', 'I8'],
    fix: 'Do the work in threads; write files only to the folder of INFO folder, and remove temporary ones at END.',
    async *run({ ready, spec, platform }) {
      const before = new Set(filesIn(spec.cwd));
      const brain = await ready();
      await playSome(brain, 2, 200);
      const children = platform === 'linux' ? brain.client.childCount : null;
      if (children === null) yield note('files only: child processes can be counted on Linux only');
      else if (children > 0) yield warn(children === 1 ? 'a child process' : `${children} child processes`);
      await brain.client.end(1000);
      const left = filesIn(spec.cwd).filter((name) => !before.has(name));
      if (left.length > 0) yield warn(`left ${left.slice(0, 3).join(', ')} in ${spec.cwd}`);
    },
  },
];

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
