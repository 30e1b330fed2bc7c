import { describe, expect, test } from 'vitest';
import { parseTranscripts, replay } from '../../tools/replay.ts';

describe('the replay itself detects', () => {
  const failure = async (text: string, brain: string): Promise<string> => {
    const [conversation] = parseTranscripts(`== made up\n${text}`);
    const error = await replay(conversation, [process.execPath, '-e', brain]).then(
      () => null,
      (reason: Error) => reason,
    );
    return error?.message ?? 'passed';
  };
  const ECHO = `process.stdin.on('data', (chunk) => {
    const text = String(chunk);
    process.stdout.write(text.replace('END\\n', ''));
    if (text.endsWith('END\\n')) process.exit(0);
  })`;

  test.concurrent.each([
    ['another answer', '> hello\n< goodbye', 'got hello'],
    ['a move on a stone', '> START 15\n< START 15\n> TURN 3,3\n< TURN 3,3\n> 3,3\n< MOVE', 'move on a stone'],
    ['a move off the board', '> START 15\n< START 15\n> 15,3\n< MOVE', 'move off the board'],
    ['a line too many', '> a\n< a\n> b', 'left over: b'],
    ['a line where none may come', '! raw "a\\nb\\n"\n< a\n! quiet 100', 'said b'],
    ['another exit status', '! eof\n! exit 1', 'ended with 0'],
    [
      'a search that failed',
      '> DEBUG search failed: x\n> OK\n< OK',
      'the brain reports a failure: DEBUG search failed: x',
    ],
    [
      'an error inside',
      '> DEBUG internal: Error: x\n> OK\n< OK',
      'the brain reports a failure: DEBUG internal: Error: x',
    ],
    ['a failure next to a MESSAGE', '> DEBUG internal: x\n> MESSAGE y\n< /^MESSAGE/', 'reports a failure'],
    ['a failure among other DEBUG lines', '> DEBUG internal: x\n< /^DEBUG/', 'reports a failure'],
    ['a failure at the end', '> OK\n< OK\n> DEBUG search failed: x', 'left over: DEBUG search failed: x'],
    ['a failure in silence', '! raw "OK\\nDEBUG internal: x\\n"\n< OK\n! quiet 100', 'said DEBUG internal: x'],
  ])('%s', async (_, text, expected) => {
    expect(await failure(text, ECHO)).toContain(expected);
  });

  test.concurrent.each([
    ['as it is', '> DEBUG search failed: x\n< DEBUG search failed: x'],
    ['by a pattern that names it', '> DEBUG internal: x\n< /^DEBUG internal: ./'],
    ['other lines of DEBUG and MESSAGE pass', '> DEBUG depth 3\n> MESSAGE searching\n> OK\n< OK'],
  ])('but accepts an expected failure: %s', async (_, text) => {
    expect(await failure(text, ECHO)).toBe('passed');
  });

  test('but knows that DONE on the line of BOARD ends the block', async () => {
    const text = '> START 15\n< START 15\n> BOARD 1,1,1 DONE\n< BOARD 1,1,1 DONE\n> 3,3\n< MOVE';
    expect(await failure(text, ECHO)).toBe('passed');
  });

  test('noise on stderr', async () => {
    expect(await failure('> END\n! exit 0', `console.error('warning'); ${ECHO}`)).toContain('on stderr: warning');
  });
});
