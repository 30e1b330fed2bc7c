/** `tengen serve` as users start it. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { start, tengen } from '../processes.ts';

const folder = temporaryFolder();

async function serve(...args: string[]): Promise<{ program: ChildProcess; url: string; output: string }> {
  const { child, output, until } = start(['serve', '--port', '0', ...args]);
  await until(/Serving.*\n/);
  return { program: child, url: /http:\/\/[^ ,]+\//.exec(output())![0], output: output() };
}

const run = (args: readonly string[], env?: NodeJS.ProcessEnv) => tengen(['serve', ...args], { env });

test('searches, serves the page, and answers what it has found when it stops', async () => {
  const { program, url } = await serve('--engines', '1', '--table', '16');
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const page = await fetch(url);
  expect(await page.text()).toContain('<title>tengen</title>');
  const queries = [
    { id: 1, moves: 'H8 I9', nodes: 2000 },
    { id: 2, moves: 'H8 I9 J8', timeMs: 60_000, reportDuringSearchEvery: 0.1 },
  ];
  const response = await fetch(`${url}analyze`, {
    method: 'POST',
    body: queries.map((one) => JSON.stringify(one)).join('\n'),
  });
  const lines: { id: number; isDuringSearch: boolean; lines: unknown[] }[] = [];
  let rest = '';
  for await (const part of response.body!.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
    const texts = (rest + part).split('\n');
    rest = texts.pop()!;
    lines.push(...texts.map((line) => JSON.parse(line)));
    // The first report of the second search shows that it runs.
    if (!program.killed && lines.some(({ isDuringSearch }) => isDuringSearch)) program.kill('SIGTERM');
  }
  expect(lines[0]).toMatchObject({ id: 1, isDuringSearch: false, lines: [{}] });
  expect(lines.at(-1)).toMatchObject({ id: 2, isDuringSearch: false, lines: [{}] });
  if (program.exitCode === null) await once(program, 'exit');
  expect(program.exitCode).toBe(0);
});

test('makes a token file that no other user can read, and demands its token', async () => {
  const file = join(folder, 'token');
  const { url, output } = await serve('--token-file', file);
  expect(output).toContain(`Wrote a new token to ${file}\n`);
  const token = readFileSync(file, 'utf8').trim();
  expect(output).not.toContain(token);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  const ask = (headers: Record<string, string>) =>
    fetch(`${url}analyze`, { method: 'POST', body: '{"id":1,"action":"query_version"}', headers });
  expect((await ask({})).status).toBe(401);
  expect((await ask({ Authorization: `Bearer ${token}` })).status).toBe(200);
  const again = await serve('--token-file', file);
  expect(again.output).not.toContain('Wrote');
  expect(readFileSync(file, 'utf8').trim()).toBe(token);
});

test('listens on other addresses only with a token', async () => {
  for (const host of ['0.0.0.0', '::', '192.0.2.1']) {
    expect(run(['--host', host], { TENGEN_SERVE_TOKEN: '' })).toMatchObject({
      status: 2,
      stderr: `tengen serve: --host ${host}: other machines could connect; set a token with --token-file FILE or TENGEN_SERVE_TOKEN\n`,
    });
  }
  writeFileSync(join(folder, 'all'), `${'x'.repeat(20)}\n`);
  const { output } = await serve('--host', '0.0.0.0', '--token-file', join(folder, 'all'));
  expect(output).toMatch(/at http:\/\/127\.0\.0\.1:\d+\//);
});

test('reports a port in use, a bad token and wrong usage', async () => {
  const { url } = await serve();
  const { port } = new URL(url);
  const taken = run(['--port', port]);
  expect(taken.status).toBe(1);
  expect(taken.stderr).toMatch(
    /^tengen serve: 127\.0\.0\.1 port \d+: .*EADDRINUSE.*; choose others with --host and --port\n$/,
  );
  expect(run([], { TENGEN_SERVE_TOKEN: 'secret one' })).toMatchObject({
    status: 1,
    stderr: 'tengen serve: token of 10 characters: expected 16 to 256 letters, digits, - and _ in TENGEN_SERVE_TOKEN\n',
  });
  expect(run(['--token-file', folder]).stderr).toBe(`tengen serve: ${folder}: a folder, expected a file\n`);
  expect(run(['--host', 'example.org']).stderr).toBe(
    'tengen serve: --host example.org: expected an IP address, or localhost\n',
  );
  expect(run(['--cors', '*']).stderr).toBe('tengen serve: --cors *: expected an origin such as https://example.org\n');
  expect(run(['--max-time', '0']).status).toBe(2);
});
