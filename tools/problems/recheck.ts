/** Checks known problems again, after the search or the check has changed. */
import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { checkProblem } from '../../src/play/problems/check.ts';
import { formatProblem } from '../../src/play/problems/problem.ts';
import { gameAfter } from '../../src/play/problems/solve.ts';
import { withNamed } from '../common/options.ts';
import { type FoundLine, openOutput } from './find.ts';
import { KernelAnalyzer } from './kernel-analyzer.ts';
import { readProblems } from './pack.ts';

export interface RecheckOptions {
  /** A file of `find` or `pack`. */
  readonly file: string;
  /** As `find` writes it, with the number of the problem in place of that of the game. */
  readonly out: string;
  /** Numbers of the first and the last problem. */
  readonly first: number;
  readonly last: number;
  /** Of each search. */
  readonly nodes: number;
}

/** @param options an existing output file is continued */
export async function recheckProblems({ file, out, first, last, nodes }: RecheckOptions): Promise<void> {
  const known = withNamed(file, readProblems);
  const done = openOutput(out, { games: basename(file), nodes });
  const engine = new KernelAnalyzer();
  let [kept, refused] = [0, 0];
  for (const [index, problem] of known.entries()) {
    if (index < first || index > last || done.has(index)) continue;
    const checked = await checkProblem(engine, gameAfter(problem, []), { nodes });
    const isProblem = checked !== null && 'problem' in checked;
    const line: FoundLine = { game: index, problems: isProblem ? [formatProblem(checked.problem)] : [] };
    appendFileSync(out, `${JSON.stringify(line)}\n`);
    if (isProblem) kept++;
    else refused++;
  }
  console.error(`${out}: ${kept} problems remain, ${refused} do not`);
}
