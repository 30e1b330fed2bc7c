/** The output of `--help`. */
import type { Command } from '../core/command.ts';
import { commandHelp, exitLine, explanations, optionLines, optionText, usageLines } from '../core/command-help.ts';
import { columns } from '../core/text.ts';
import { VERSION } from '../engine/version.ts';
import { PROTOCOL_COMMANDS } from '../protocol/commands.ts';

export function helpLines(command: Command): string[] {
  return commandHelp(`tengen ${command.name}`.trim(), command);
}

export function programHelp(brain: Command, commands: readonly Command[]): string[] {
  return [
    `tengen ${VERSION} - gomoku and renju engine (Gomocup protocol)`,
    '',
    ...usageLines('tengen', [
      ...brain.usages,
      'COMMAND [...]',
      '--help | --version',
      'help COMMAND, tengen COMMAND --help   help on one command',
    ]),
    '',
    'Commands:',
    ...columns(
      commands.map(({ name, summary }) => [`  ${name}`, summary]),
      () => true,
    ),
    '',
    'Options of the brain:',
    ...optionLines(Object.entries(brain.options).map(([name, option]) => optionText(`--${name}`, option))),
    '',
    ...explanations(brain.options),
    'Protocol commands (described in protocol.md):',
    ...[...PROTOCOL_COMMANDS.values()].map(({ usage }) => `  ${usage}`),
    '',
    exitLine(brain.exits),
  ];
}
