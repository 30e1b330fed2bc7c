import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { PROTOCOL_COMMANDS } from '../../../src/protocol/commands.ts';
import { readTranscripts, replay } from '../../../tools/replay.ts';
import { temporaryFolder } from '../../folder.ts';
import { PROGRAM } from '../../processes.ts';

const conversations = readTranscripts(fileURLToPath(new URL('../../transcripts', import.meta.url)));

describe('recorded conversations with the built program', () => {
  test.concurrent.each(conversations.map((conversation) => [conversation.title, conversation] as const))(
    '%s',
    async (_, conversation) => {
      await replay(conversation, [process.execPath, PROGRAM], { cwd: temporaryFolder() });
    },
  );

  test('there are enough of them, and they contain every command', () => {
    expect(conversations.length).toBeGreaterThanOrEqual(60);
    const sent = conversations.flatMap(({ steps }) => steps.filter(({ kind }) => kind === '>').map(({ text }) => text));
    const words = new Set(sent.map((line) => line.trim().split(/\s/)[0].toUpperCase()));
    for (const name of PROTOCOL_COMMANDS.keys()) expect(words).toContain(name);
  });
});
