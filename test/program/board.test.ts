/** `tengen board` as users start it. */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import files from 'tengen:board-files';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../folder.ts';
import { type Running, start, tengen } from '../processes.ts';

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

async function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) };
}

describe('a running board', () => {
  let program: Running;
  let url = '';
  beforeAll(async () => {
    program = start(['board', '--port', '0']);
    await program.until(/\n/);
    url = /http:\/\/localhost:\d+\//.exec(program.output())?.[0] ?? program.output();
  });

  test('prints its address and serves the page with the headers that threads need', async () => {
    expect(url).toMatch(/^http/);
    const { status, headers, body } = await ask(url);
    expect(status).toBe(200);
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-type']).toContain('text/html');
    expect(body.toString()).toContain('<title>tengen</title>');
  });

  test('serves every file, compressed if the client accepts that, and once only', async () => {
    const plain = await ask(`${url}search.js`);
    const packed = await ask(`${url}search.js?again`, { 'accept-encoding': 'br, gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    const again = await ask(`${url}search.js`, { 'if-none-match': String(plain.headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  test.each(['none.js', '../package.json', '%2e%2e/package.json', 'index.html/x'])('has no %s', async (path) => {
    const { status } = await ask(url + path);
    expect(status).toBe(404);
  });

  test('ends on request', async () => {
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  });
});

test('--files writes the page for any static file server, and nothing into a folder that is in use', async () => {
  const folder = join(temporaryFolder(), 'page');
  const write = () => tengen(['board', '--files', folder]);
  expect(write()).toMatchObject({ status: 0, stderr: '' });
  const written = readdirSync(folder).sort();
  expect(written).toEqual(Object.keys(files).sort());
  for (const name of written) expect(readFileSync(join(folder, name), 'utf8') === files[name], name).toBe(true);
  expect(write()).toMatchObject({
    status: 1,
    stderr: `tengen board: --files ${folder}: it is not empty; choose a new or empty folder\n`,
  });
  expect(readdirSync(folder).sort()).toEqual(written);
});

test('a port that is in use is reported, and so is wrong usage', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const run = (...args: string[]) => tengen(['board', ...args]);
  const taken = run('--port', String(port));
  expect(taken.status).toBe(1);
  expect(taken.stderr).toMatch(
    new RegExp(`^tengen board: port ${port}: .*EADDRINUSE.*choose another one with --port\n$`),
  );
  expect(run('--port', '99999')).toMatchObject({
    status: 2,
    stderr: 'tengen board: --port 99999: expected a whole number from 0 to 65535\n',
  });
  expect(run('--color').status).toBe(2);
  expect(run('--help').stdout).toContain('Usage: tengen board');
  other.close();
});
