/** Pages list options and commands like the commands' own tables. The diff shows what a page should say. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands.ts';
import type { Command } from '../../../src/core/command.ts';
import { optionText } from '../../../src/core/command-help.ts';

const pageOf = (path: string) => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');
const commands = await Promise.all(Object.values(COMMANDS).map(async (load) => (await load()).COMMAND));

/** @param section of the help; undefined: the options outside of sections */
function tableOf({ options, dash = '--' }: Command, section: string | undefined): string[] {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = Object.entries(options).filter(([, option]) => option.section === section);
  return [
    '| option | meaning | default |',
    '| --- | --- | --- |',
    ...rows.map(([name, option]) => {
      const { usage, help, range, usual } = optionText(dash + name, option);
      return `| \`${cell(usage)}\` | ${cell(range === '' ? help : `${help} (${range})`)} | ${cell(usual)} |`.replace(
        '|  |',
        '| |',
      );
    }),
  ];
}

/** `<!-- options of tengen play -->` or `<!-- options of tengen analyze, For programs -->` precedes a table. */
const MARK = /^<!-- options of tengen (\w+)(?:, (.*?))? -->\n((?:\|.*\n)+)/gm;

test.each(['docs/guide/play.md', 'docs/guide/batch.md', 'docs/guide/serve.md', 'docs/guide/mcp.md'])('%s', (path) => {
  const marks = [...pageOf(path).matchAll(MARK)];
  expect(marks.length).toBeGreaterThan(0);
  for (const [, name, section, table] of marks) {
    const command = commands.find((one) => one.name === name)!;
    expect(table.trimEnd().split('\n'), name).toEqual(tableOf(command, section));
  }
});

test('README.md lists the commands', () => {
  const [, list] = /## The other commands\n\n```\n([^`]*)tengen --help\n```/.exec(pageOf('README.md'))!;
  const width = Math.max(...commands.map(({ name }) => name.length));
  expect(list.trimEnd().split('\n')).toEqual(
    commands.map(({ name, summary }) => `tengen ${name.padEnd(width)}  ${summary}`),
  );
});
