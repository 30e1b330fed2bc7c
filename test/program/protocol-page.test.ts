import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EXPECTED_BASELINE_BYTES, MIN_TABLE_BYTES, planTableBytes } from '../../src/engine/memory.ts';
import { PROTOCOL_COMMANDS } from '../../src/protocol/commands.ts';
import { defaultSettings } from '../../src/protocol/settings.ts';
import { parseTranscripts, replay } from '../../tools/replay.ts';
import { temporaryFolder } from '../folder.ts';
import { PROGRAM } from '../processes.ts';

const page = readFileSync(new URL('../../protocol.md', import.meta.url), 'utf8');
const sections = page.split(/^#+ /m).slice(1);
const described = sections.filter((section) => section.startsWith('`'));

const MEGABYTE = 1 << 20;

/** @returns what the page says about a setting */
const saidOf = (key: string): string => new RegExp(`^\\| \`${key}\` \\| (.*) \\|$`, 'm').exec(page)?.[1] ?? '';

/** @returns the only number of megabytes after the given words */
const megabytesBehind = (text: string, words: string): number =>
  Number(new RegExp(`${words} (\\d+) MB`).exec(text)?.[1]) * MEGABYTE;

describe('protocol.md', () => {
  test('gives the figures of the memory plan', () => {
    const memory = saidOf('max_memory');
    expect(memory).toMatch(/\b0, the default: no limit\b/);
    expect(defaultSettings().maxMemory).toBe(0);
    expect(planTableBytes(0, EXPECTED_BASELINE_BYTES)).toBe(megabytesBehind(memory, 'with a table of up to'));
    expect(planTableBytes(0, EXPECTED_BASELINE_BYTES, 512 * MEGABYTE)).toBe(512 * MEGABYTE);
    const least = megabytesBehind(memory, 'Node itself needs \\(Node 20: about');
    expect(planTableBytes(least, EXPECTED_BASELINE_BYTES)).toBeGreaterThanOrEqual(MIN_TABLE_BYTES);
    expect(planTableBytes(least - MEGABYTE, EXPECTED_BASELINE_BYTES)).toBe(0);
    const hash = saidOf('hash_size');
    expect(hash).toContain('or to half of `max_memory` where that is more');
    expect(planTableBytes(250 * MEGABYTE, 0)).toBe(megabytesBehind(hash, 'up to'));
    expect(planTableBytes(700 * MEGABYTE, 0)).toBe(350 * MEGABYTE);
    expect(planTableBytes(9999 * MEGABYTE, 0)).toBe(megabytesBehind(hash, 'at most'));
  });

  test('describes the existing commands, in their order', () => {
    const usages = [...PROTOCOL_COMMANDS.values()].map(({ usage }) => usage);
    expect(described.map((section) => /^`(.+)`\n/.exec(section)?.[1])).toEqual(usages);
  });

  test('has an example for each command', () => {
    for (const section of described) expect(section).toContain('```transcript\n');
  });

  const examples = sections.flatMap((section) =>
    [...section.matchAll(/```transcript\n([\s\S]*?)```/g)].map(([, text]) => [section.split('\n')[0], text] as const),
  );

  test.concurrent.each(examples)('the example of %s works', async (_, text) => {
    // The move may differ.
    const steps = text.replace(/^< \d+,\d+$/gm, '< /^\\d+,\\d+$/');
    const [conversation] = parseTranscripts(`== example\n${steps}`);
    await replay(conversation, [process.execPath, PROGRAM], { cwd: temporaryFolder() });
  });
});
