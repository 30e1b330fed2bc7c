/** Steps about memory, processes, files, and the end of a session. */
import { readdirSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { playableSize } from './claims.ts';
import { alternating, GOMOCUP_MEMORY, playSome } from './kit.ts';
import { type CheckContext, type Finding, fail, note, type Step, skip, warn } from './step.ts';

const NOT_MEASURED = 'memory can be read on Linux only';

export const PROCESS_STEPS: readonly Step[] = [
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
  {
    id: 'end',
    title: 'END: exits at once with code 0 and no output',
    why: 'the judge kills the brain after 500 ms, Piskvork after 700 ms; c-gomoku-cli waits forever.',
    sentences: ['E1'],
    fix: 'Exit with status 0 when END is read; do not save or print anything that takes time.',
    run: (context) => leaves(context, 'END', fail, async () => {}),
  },
  {
    id: 'end-thinking',
    title: 'END while thinking',
    why: 'the same; a move printed after END is lost, or read as a move of the next game.',
    sentences: ['E2'],
    fix: 'Read input in a thread, and exit from there.',
    run: (context) =>
      leaves(context, 'END', warn, async (brain) => {
        void brain.board(alternating('h8', 'i9i7'), 20_000).catch(() => {});
        await sleep(400);
      }),
  },
  {
    id: 'end-in-board',
    title: 'END inside an unfinished BOARD',
    why: 'a manager that gives up inside a block must not leave the brain running.',
    sentences: ['E3'],
    fix: 'Look for END among the lines of a block.',
    run: (context) => leaves(context, 'BOARD\n7,7,1\nEND', warn, async () => {}),
  },
  {
    id: 'end-of-input',
    title: 'end of input: exits',
    why: 'a manager that crashes closes the pipe; a brain that keeps running wastes the machine.',
    sentences: ['E4'],
    fix: 'Exit when reading from stdin returns the end of the file.',
    async run({ ready }) {
      const brain = await ready();
      await brain.begin(300);
      brain.client.closeInput();
      return (await brain.client.exited(2000)) ? [] : [warn('still running after 2 s')];
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

async function* leaves(
  context: CheckContext,
  words: string,
  late: (text: string) => Finding,
  prepare: (brain: ReturnType<CheckContext['probe']>) => Promise<void>,
): AsyncGenerator<Finding> {
  const brain = await context.ready({ turnMs: 20_000 });
  await prepare(brain);
  const before = brain.replies.length;
  const start = performance.now();
  brain.client.send(words);
  const left = await brain.client.exited(3000);
  const ms = Math.round(performance.now() - start);
  if (!left) yield late('still running after 3 s');
  else if (ms > 500) yield warn(`took ${ms} ms`);
  else yield note(`${ms} ms`);
  const printed = brain.replies.slice(before);
  if (printed.length > 0) yield warn(`printed "${printed[0]}" after END`);
  if (left && brain.client.exitCode !== 0) yield warn(brain.client.ended?.message ?? 'the exit code is not 0');
}
