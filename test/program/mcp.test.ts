/** `tengen mcp`, through the client of the protocol's own SDK. */
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { node, PROGRAM, ROOT, tengen } from '../processes.ts';

interface Result {
  readonly content: { type: string; text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
}

const client = new Client({ name: 'test', version: '1' });
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [PROGRAM, 'mcp', '--max-time', '3600', '--max-nodes', '500000'],
  stderr: 'pipe',
});
let errors = '';
transport.stderr?.on('data', (chunk) => {
  errors += chunk;
});
beforeAll(() => client.connect(transport));
afterAll(() => client.close());

const call = (name: string, args: Record<string, unknown> = {}, signal?: AbortSignal) =>
  client.callTool({ name, arguments: args }, undefined, { timeout: 900_000, ...(signal ? { signal } : {}) });
const resultOf = async (name: string, args: Record<string, unknown> = {}) => {
  const { content, structuredContent, isError = false } = (await call(name, args)) as unknown as Result;
  expect(content).toHaveLength(1);
  return { text: content[0].text, json: structuredContent, isError };
};

test('introduces itself and its tools', async () => {
  expect(client.getServerVersion()).toMatchObject({ name: 'tengen' });
  expect(client.getInstructions()).toContain('H8 is the center');
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(['analyze', 'best_move', 'threats', 'forbidden_points', 'review_game', 'board_picture']);
  const page = readFileSync(join(ROOT, 'docs/guide/mcp.md'), 'utf8');
  for (const { name, description, annotations } of tools) {
    expect(page).toContain(`| \`${name}\` |`);
    expect(description).toMatch(/^[A-Z].*\.$/);
    expect(annotations).toMatchObject({ readOnlyHint: true });
  }
});

describe('tools', () => {
  test('analyze returns the answer of tengen analyze --batch, and the same in words', async () => {
    const query = { rule: 'renju', moves: 'H8 I9 J8', nodes: 3000, lines: 2 };
    const { text, json } = await resultOf('analyze', query);
    const input = `${JSON.stringify({ id: 1, ...query, threats: true })}\n`;
    const { stdout } = tengen(['analyze', '--batch'], { input });
    const { id: _, turnNumber: __, isDuringSearch: ___, ...answer } = JSON.parse(stdout);
    const timeless = (lines: object[]) => lines.map((line) => ({ ...line, elapsedMs: 0 }));
    expect({ ...json, lines: timeless(json?.lines as object[]) }).toEqual({
      ...answer,
      lines: timeless(answer.lines),
      isStopped: false,
    });
    expect(text).toMatch(/^ {3}a b c/);
    expect(text).toContain('renju, 15x15. Move 4, White to move, last J8\n1. score ');
    expect(text).toContain('\nWhite has no threats.');
  });

  test('analyze reports a finished game, and a set-up position without an order of moves', async () => {
    const won = await resultOf('analyze', { moves: 'H8 A1 I8 A2 J8 A3 K8 A4 L8' });
    expect(won.json).toMatchObject({ result: 'black', reason: 'five', lines: [] });
    expect(won.text).toMatch(/\nBlack has won$/);
    const setUp = await resultOf('analyze', { black: 'H8 I8 J8 K8', white: 'G8 A1', toMove: 'black' });
    expect(setUp.json).toMatchObject({ moves: null, sideToMove: 'black', lines: [{ winIn: 1, winChance: 1 }] });
  });

  test('best_move wins', async () => {
    const { text, json } = await resultOf('best_move', { moves: 'H8 A1 I8 A3 J8 A5 K8 G8' });
    expect(text).toBe('L8: wins in 1 move, win chance 100 %, depth 1\nExpected line: L8');
    expect(json).toMatchObject({ sideToMove: 'black', move: { name: 'L8', x: 11, y: 7 }, winIn: 1 });
  });

  test('threats', async () => {
    const { text, json } = await resultOf('threats', { moves: 'H8 A1 I8 A3 J8 C2' });
    expect(text).toMatch(/^Black threatens to make a four that one move cannot stop, at [A-Z0-9, ]+ or K8\.\n/);
    expect(text).toMatch(/\nWhite has no threats\.$/);
    expect(json).toMatchObject({ threats: { white: { wins: [], doubleThreats: [] } }, forbidden: [] });
  });

  test('forbidden_points explains each point', async () => {
    const moves = 'H8 A1 I8 A3 J9 A5 J10 A7';
    const { text, json } = await resultOf('forbidden_points', { moves });
    expect(text).toContain('\nJ8: double-three\n  three: ');
    expect(json).toEqual({
      forbidden: [{ name: 'J8', x: 9, y: 7, kind: 'double-three', why: [expect.any(String), expect.any(String)] }],
    });
    expect(await resultOf('forbidden_points', { moves, rule: 'caro' })).toEqual({
      text: 'Only renju and omok have forbidden points.',
      json: { forbidden: [] },
      isError: false,
    });
  });

  test('review_game reads moves or a file', async () => {
    const moves = 'H8 I9 I8 J8 G8 F8 H7 A1';
    const review = await resultOf('review_game', { moves, nodes: 2000 });
    expect(review.text.split('\n')).toHaveLength(1 + 8 + 1 + 2);
    expect(review.json).toMatchObject({ moves, review: { length: 8 }, isStopped: false });
    const sgf = '(;GM[4]SZ[15];B[hh];W[ig];B[ih];W[jh];B[gh];W[fh];B[hi];W[ao])';
    const same = await resultOf('review_game', { file: sgf, nodes: 2000 });
    expect(same.text).toBe(
      `Note: the file names no rule: assuming freestyle, use rule for another one\n${review.text}`,
    );
    expect(same.json).toEqual(review.json);
    const renju = await resultOf('review_game', { file: sgf, rule: 'renju', nodes: 500 });
    expect(renju.json).toMatchObject({ rule: 'renju' });
  });

  test('board_picture draws text and SVG', async () => {
    const text = await resultOf('board_picture', { moves: 'E5 D5', size: 9 });
    expect(text.text).toContain('\n 5 . . . O X . . . .\n');
    expect(text.text).toMatch(/\nfreestyle, 9x9\. Move 3, Black to move, last D5$/);
    const svg = await resultOf('board_picture', { moves: 'E5 D5', size: 9, format: 'svg' });
    expect(svg.text).toMatch(/^<svg [^>]*>\n<title>9x9, 2 stones<\/title>[\s\S]*<\/svg>\n$/);
  });
});

describe('bad input', () => {
  test.each([
    [
      'analize',
      {},
      'tool "analize": expected analyze, best_move, threats, forbidden_points, review_game or board_picture; did you mean analyze?',
    ],
    [
      'threats',
      { move: 'H8' },
      'unknown field "move": expected moves, black, white, toMove, rule, size or win; did you mean moves?',
    ],
    ['best_move', { moves: 'H8 Z9' }, 'Z9: off the board, expected a column from A to O and a row from 1 to 15'],
    ['best_move', { moves: 'H8 H8' }, 'H8: already occupied by a black stone'],
    [
      'best_move',
      { moves: 'H8 A1 I8 A2 J8 A3 K8 A4 L8' },
      'the game is over: expected a position in which a move can be played',
    ],
    ['analyze', { nodes: 1e9 }, 'nodes 1000000000: expected a whole number from 1 to 500000'],
    ['analyze', { timeMs: 1e9 }, 'timeMs 1000000000: expected a whole number from 1 to 3600000'],
    ['analyze', { lines: 'two' }, 'lines "two": expected a whole number from 1 to 16'],
    ['review_game', {}, 'moves: expected a game with moves'],
    ['review_game', { file: 'hello' }, expect.stringMatching(/^[^\n]*expected[^\n]*$/)],
    ['review_game', { file: '(;SZ[15];B[hh' }, expect.stringMatching(/^[^\n]+$/)],
    ['review_game', { file: 7 }, 'file 7: expected the text of a game'],
    ['review_game', { file: 'h8i9', moves: 'H8' }, 'file with moves: expected only one form of game'],
    ['review_game', { file: 'h8i9', nth: 2 }, 'game 2: expected 1 to 1'],
    ['board_picture', { format: 'png' }, 'format "png": expected "text" or "svg"'],
  ])('%s %j', async (name, args, expected) => {
    expect(await resultOf(name, args)).toEqual({ text: expected, json: undefined, isError: true });
  });

  test('leaves the server as it was, and nothing on stderr', async () => {
    expect((await resultOf('best_move', { moves: 'H8', nodes: 500 })).isError).toBe(false);
    expect(errors).toBe('');
  });
});

test('calls are answered in turn; a canceled one ends', async () => {
  const controller = new AbortController();
  const long = call('analyze', { moves: 'H8 I9', timeMs: 3_600_000 }, controller.signal);
  const next = resultOf('board_picture');
  setTimeout(() => controller.abort('enough'), 300);
  await expect(long).rejects.toThrow('enough');
  expect((await next).text).toContain('Black to move');
});

const message = (id: number, method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id, method, params });
const INITIALIZE = message(1, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
});
const answersTo = (program: string, ...input: string[]) => node([program, 'mcp'], { input });

test('answers the calls sent before the input ended, and names a line that is no message', () => {
  const moves = { name: 'best_move', arguments: { moves: 'H8 I9', nodes: 500 } };
  const { status, stdout, stderr } = answersTo(PROGRAM, INITIALIZE, 'hello', message(2, 'tools/call', moves));
  expect(status).toBe(0);
  const answers = stdout.trimEnd().split('\n');
  expect(answers.map((line) => JSON.parse(line).id)).toEqual([1, 2]);
  expect(JSON.parse(answers[1]).result.structuredContent).toMatchObject({ sideToMove: 'black' });
  expect(stderr).toBe('tengen mcp: input line ignored: expected a JSON-RPC message\n');
});

test('ends if a message is longer than 10 MB', () => {
  const { status, stderr } = answersTo(PROGRAM, INITIALIZE, 'x'.repeat(11_000_000));
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^tengen mcp: .*exceeded maximum size of \d+ bytes\n$/)]);
});

test('without the package it says what to install', () => {
  const folder = temporaryFolder();
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (name) => !/\/dist\/(?:bin|native)/.test(name),
  });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  expect(answersTo(join(folder, 'dist/tengen.js'), INITIALIZE)).toMatchObject({
    status: 1,
    stdout: '',
    stderr:
      'tengen mcp: one more package is needed: npm install @modelcontextprotocol/sdk (with -g if tengen is installed with -g)\n',
  });
});
