/** Runs a command with its arguments: prints its help, or runs it and prints one line if it fails. */
import { type Command, FAILED, WRONG_USAGE } from '../core/command.ts';
import { faultText } from '../core/errors.ts';

/** @returns the exit code */
export async function runCommand(command: Command, args: readonly string[]): Promise<number> {
  const isEmpty = args.length === 0 && command.needsArguments === true;
  if (isEmpty || asksForHelp(args)) {
    const { helpLines } = await import('./help.ts');
    process.stdout.write(`${helpLines(command).join('\n')}\n`);
    return isEmpty ? WRONG_USAGE : 0;
  }
  let code = WRONG_USAGE;
  try {
    const run = command.prepare(args);
    code = command.failure ?? FAILED;
    return await run();
  } catch (error) {
    process.stderr.write(`${`tengen ${command.name}`.trim()}: ${faultText(error)}\n`);
    return code;
  }
}

function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).some((word) => /^--?(help|h)$/i.test(word));
}
