/** Steps about the end of a session. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { alternating } from './kit.ts';
import { type CheckContext, type Finding, fail, note, type Step, warn } from './step.ts';

export const LEAVING_STEPS: readonly Step[] = [
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
