/** `tengen play --problems`: the loop around a session of problems. */
import { UserError } from '../../core/errors.ts';
import { seededRandom } from '../../core/random.ts';
import { ruleNameOf } from '../../core/rule.ts';
import { counted } from '../../core/text.ts';
import { createEngine } from '../../platform/node/engine.ts';
import { TABLE_BYTES } from '../../play/opponent/opponent.ts';
import { listedProblems } from '../../play/problems/problem.ts';
import { ProcessConsole } from './console.ts';
import { PROBLEM_COMMANDS, ProblemSession } from './problem-session.ts';

/** @param rule its code; null: all @returns exit code @throws UserError if there is no problem of the rule */
export async function solveProblems(rule: number | null, seed: number, isAscii: boolean): Promise<number> {
  const { default: files } = await import('tengen:board-files');
  const all = listedProblems(files['problems.txt']);
  const problems = all.filter(({ code }) => rule === null || code === rule);
  if (problems.length === 0)
    throw new UserError(`--rule ${ruleNameOf(rule ?? 0)}: there are no problems for this rule`);
  const engine = createEngine();
  engine.setTableBytes(TABLE_BYTES);
  const processConsole = new ProcessConsole(isAscii);
  const { console } = processConsole;
  const session = new ProblemSession(problems, engine, seededRandom(seed));
  const solve = async (): Promise<number> => {
    let messages: readonly string[] | null = [`${counted(problems.length, 'problem')}. ${PROBLEM_COMMANDS}`];
    while (messages !== null) {
      console.show((look) => session.picture(look), messages, true, true);
      const line = await console.ask(session.prompt, false);
      messages = line === null ? null : await console.during(session.handle(line), () => {});
    }
    console.show((look) => session.picture(look), [session.result], false, false);
    return 0;
  };
  try {
    return await processConsole.run(solve);
  } finally {
    void engine.close();
  }
}
