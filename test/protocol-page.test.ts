import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../src/protocol/commands.ts';
import { parseTranscripts, replay } from '../tools/replay.ts';
import { inFolder } from './folder.ts';

const PROGRAM = [process.execPath, fileURLToPath(new URL('../dist/tengen.js', import.meta.url))];
const page = readFileSync(new URL('../protocol.md', import.meta.url), 'utf8');
const sections = page.split(/^#+ /m).slice(1);
const described = sections.filter((section) => section.startsWith('`'));

describe('protocol.md', () => {
  test('describes the commands there are, in their order', () => {
    const usages = [...COMMANDS.values()].map(({ usage }) => usage);
    expect(described.map((section) => /^`(.+)`\n/.exec(section)?.[1])).toEqual(usages);
  });

  test('has an example of each', () => {
    for (const section of described) expect(section).toContain('```transcript\n');
  });

  const examples = sections.flatMap((section) =>
    [...section.matchAll(/```transcript\n([\s\S]*?)```/g)].map(([, text]) => [section.split('\n')[0], text] as const),
  );

  test.concurrent.each(examples)('the example of %s happens', async (_, text) => {
    // A move may be another one.
    const steps = text.replace(/^< \d+,\d+$/gm, '< /^\\d+,\\d+$/');
    const [conversation] = parseTranscripts(`== example\n${steps}`);
    await inFolder((cwd) => replay(conversation, PROGRAM, { cwd }));
  });
});
