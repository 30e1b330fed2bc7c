#!/usr/bin/env node
import { WRONG_USAGE } from '../core/command.ts';
/**
 * The program: a brain unless a command is named. Everything but the brain is loaded on demand, so that START is
 * answered quickly.
 */
import { suggestion } from '../core/near.ts';
import { VERSION } from '../engine/version.ts';
import { complain, endOnBrokenPipe, repairStreams } from '../platform/node/streams.ts';
import { BRAIN } from './brain.ts';
import { COMMANDS } from './commands.ts';
import { runCommand } from './run.ts';

// Not awaited: in the executables this is a classic script, which has no top-level await.
void main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  if (process.platform === 'win32') repairStreams();
  const [first = '', ...rest] = args;
  // The brain writes by descriptor, and starts faster without the streams.
  if (/^[a-z]/.test(first)) endOnBrokenPipe();
  if (Object.hasOwn(COMMANDS, first)) process.exitCode = await runCommand((await COMMANDS[first]()).COMMAND, rest);
  else if (/^(--version|-v)$/.test(first)) await printVersion();
  else if (/^(--help|-h|help)$/.test(first)) process.exitCode = await help(rest[0]);
  else if (/^(-|$)/.test(first)) process.exitCode = await runCommand(BRAIN, args);
  else {
    const near = suggestion(first, Object.keys(COMMANDS)) || '; see tengen --help';
    complain(`tengen ${first}: unknown command${near}`);
    process.exitCode = WRONG_USAGE;
  }
}

async function printVersion(): Promise<void> {
  const { kernelChoice } = await import('../platform/node/kernel-choice.ts');
  process.stdout.write(`tengen ${VERSION} (kernel: ${kernelChoice().text})\n`);
}

/** Prints the help of one command, or of the program. @returns the exit code */
async function help(name = ''): Promise<number> {
  if (Object.hasOwn(COMMANDS, name)) return runCommand((await COMMANDS[name]()).COMMAND, ['--help']);
  const { programHelp } = await import('./help.ts');
  const commands = await Promise.all(Object.values(COMMANDS).map(async (load) => (await load()).COMMAND));
  process.stdout.write(`${programHelp(BRAIN, commands).join('\n')}\n`);
  return 0;
}
