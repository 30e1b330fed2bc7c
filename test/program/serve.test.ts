/** The server of `tengen serve`, with engines that answer at once, or never. */
import { once } from 'node:events';
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { AnalysisClient } from '../../src/analysis/client.ts';
import { MAX_BODY, STUCK_MS } from '../../src/analysis/server/limits.ts';
import { linesOf } from '../../src/analysis/server/messages.ts';
import { AnalysisServer, type ServerOptions } from '../../src/analysis/server/server.ts';
import { EngineError } from '../../src/engine/errors.ts';
import type { Searcher } from '../../src/play/analysis/analysis.ts';

const TOKEN = 'a-token-of-24-characters';

/** What the engines of a server have done. */
class FakeEngines {
  opened = 0;
  running = 0;
  cancelled = 0;
  /** Whether a think ends by itself. */
  isQuick = true;
  /** Ends the latest think. */
  end = () => {};

  readonly open = (): Searcher => {
    this.opened++;
    let end = (_isCancelled: boolean) => {};
    return {
      setPosition() {},
      clearHash() {},
      stop: () => end(false),
      cancel: () => end(true),
      close: async () => {},
      think: (_, onInfo) => {
        this.running++;
        const figures = {
          score: 10,
          winIn: null,
          depth: 3,
          selDepth: 4,
          nodes: 50,
          elapsedMs: 1,
          pv: [{ x: 7, y: 7 }],
        };
        onInfo?.({ ...figures, kind: 'iteration', line: 0, lines: 1 });
        return new Promise((resolve, reject) => {
          end = (isCancelled) => {
            end = () => {};
            this.running--;
            if (isCancelled) this.cancelled++;
            if (isCancelled) reject(new EngineError('cancelled', 'think cancelled'));
            else
              resolve({
                ...figures,
                winChance: 0.5,
                x: 7,
                y: 7,
                source: 'search',
                searchMs: 1,
                isForced: false,
                isFoul: false,
              });
          };
          this.end = () => end(false);
          if (this.isQuick) setImmediate(() => end(false));
        });
      },
    };
  };
}

const opened: AnalysisServer[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

interface Served {
  readonly port: number;
  readonly engines: FakeEngines;
  readonly server: AnalysisServer;
}

async function serve(options: Partial<ServerOptions> = {}, isQuick = true): Promise<Served> {
  const engines = new FakeEngines();
  engines.isQuick = isQuick;
  const server = await AnalysisServer.create({
    access: { token: null, origins: new Set(), hosts: new Set() },
    bounds: { maxNodes: 1e6, maxMs: 60_000, defaultMs: 60_000 },
    engines: 2,
    open: engines.open,
    maxWaiting: 10,
    maxPending: 8,
    maxConnections: 50,
    page: (_, response) => void response.end('the page'),
    onFault: (error) => {
      throw error;
    },
    ...options,
  });
  opened.push(server);
  server.http.listen(0, '127.0.0.1');
  await once(server.http, 'listening');
  return { port: (server.http.address() as AddressInfo).port, engines, server };
}

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string;
}

async function ask({ port }: Served, { method = 'POST', path = '/analyze', headers = {}, body = '' }: Asked) {
  const sent = request({ host: '127.0.0.1', port, method, path, headers });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += part;
  return { status: response.statusCode, headers: response.headers, text };
}

const answersOf = ({ text }: { readonly text: string }): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const query = (id: string | number, more: object = {}) => JSON.stringify({ id, moves: 'H8', nodes: 100, ...more });

/** Waits for something that happens soon. */
async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 5));
}

describe('HTTP', () => {
  test('answers each line of a request, errors too', async () => {
    const served = await serve();
    const done = await ask(served, { body: `${query('a')}\r\n\n{"id": 2, "moves": "Z9"}\n${query('b')}\n` });
    expect([done.status, done.headers['content-type']]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    const answers = answersOf(done);
    expect(answers).toHaveLength(3);
    expect(answers).toContainEqual({
      id: 2,
      error: 'Z9: off the board, expected a column from A to O and a row from 1 to 15',
      code: 'bad-request',
    });
    for (const id of ['a', 'b']) {
      const answer = answers.find((one) => one.id === id);
      expect(answer).toMatchObject({ isDuringSearch: false, turnNumber: 1, lines: [{ nodes: 50 }] });
    }
    expect(served.engines.opened).toBeLessThanOrEqual(2);
  });

  test('accepts one object on several lines', async () => {
    const done = await ask(await serve(), { body: JSON.stringify({ id: 'pretty', moves: 'H8 I9' }, null, 2) });
    expect(answersOf(done)).toMatchObject([{ id: 'pretty', moves: 'H8 I9' }]);
  });

  test('has the status of an error if no line was accepted', async () => {
    const served = await serve();
    const bad = await ask(served, { body: '{"id": 1, "size": 99}\nnonsense' });
    expect(bad.status).toBe(400);
    expect(answersOf(bad).map(({ id, code }) => [id, code])).toEqual([
      [1, 'bad-request'],
      [null, 'bad-request'],
    ]);
    expect(await ask(served, {})).toMatchObject({
      status: 400,
      text: '{"error":"no request: expected one JSON object per line","code":"bad-request"}\n',
    });
  });

  test.each<[what: string, asked: Asked, status: number, error: string]>([
    ['another method', { method: 'GET' }, 405, 'GET /analyze: expected POST'],
    ['a method of health', { path: '/health' }, 405, 'POST /health: expected GET'],
    ['a large body', { body: ' '.repeat(MAX_BODY + 1) }, 413, `body too large: expected at most ${MAX_BODY} bytes`],
    [
      'a large body in parts',
      { body: ' '.repeat(MAX_BODY + 1), headers: { 'Transfer-Encoding': 'chunked' } },
      413,
      `body too large: expected at most ${MAX_BODY} bytes`,
    ],
    ['many lines', { body: '{}\n'.repeat(1001) }, 413, '1001 lines: expected at most 1000'],
    [
      'a compressed body',
      { body: 'x', headers: { 'Content-Encoding': 'gzip' } },
      415,
      'Content-Encoding "gzip": expected an uncompressed body',
    ],
  ])('refuses %s', async (_, asked, status, error) => {
    const done = await ask(await serve(), asked);
    expect([done.status, JSON.parse(done.text).error]).toEqual([status, error]);
  });

  test('limits of a query are those of the server, and a query without one gets a time limit', async () => {
    const done = await ask(await serve(), { body: `${query(1, { nodes: 1e6 + 1 })}\n${query(2, { timeMs: 60_001 })}` });
    expect(answersOf(done).map(({ error }) => error)).toEqual([
      'nodes 1000001: expected a whole number from 1 to 1000000',
      'timeMs 60001: expected a whole number from 1 to 60000',
    ]);
    const version = await ask(await serve(), { body: '{"id": "v", "action": "query_version"}' });
    expect(answersOf(version)).toMatchObject([{ id: 'v', maxNodes: 1e6, maxTimeMs: 60_000 }]);
  });

  test('refuses invalid UTF-8', async () => {
    const { port } = await serve();
    const text = await sendRaw(
      port,
      'POST /analyze HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{"id":"\xff"}',
      (got) => got.includes('}'),
    );
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(text).toContain('{"error":"body with invalid UTF-8: expected JSON in UTF-8","code":"bad-request"}');
  });

  test.each([
    ['POST', '/analyze', '{"id":1,"action":"query_version"}', '"maxNodes":1000000'],
    ['GET', '/health', '', '"status":"ok"'],
  ])("answers %s %s of Java's client, which offers HTTP/2", async (method, path, body, expected) => {
    const { port } = await serve();
    const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n`;
    const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAAB\r\n\r\n';
    const text = await sendRaw(port, head + offer + body, (got) => got.includes(expected));
    expect(text).toMatch(/^HTTP\/1\.1 200 /);
    // The connection continues as if nothing had been offered.
    const again = `${head + offer + body}${head}\r\n${body}`;
    const both = await sendRaw(port, again, (got) => got.split(expected).length === 3);
    expect(both.match(/^HTTP\/1\.1 200 /gm)).toHaveLength(2);
  });

  test('reports health, metrics and the page', async () => {
    const served = await serve();
    await ask(served, { body: `${query(1)}\n${query(2)}` });
    const health = await ask(served, { method: 'GET', path: '/health' });
    expect(JSON.parse(health.text)).toMatchObject({ status: 'ok', engines: 2, running: 0, waiting: 0, clients: 0 });
    const metrics = await ask(served, { method: 'GET', path: '/metrics' });
    expect(metrics.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(metrics.text).toContain('tengen_queries_total{outcome="answered"} 2\n');
    expect(metrics.text).toContain('tengen_nodes_total 100\n');
    expect(metrics.text).toContain('tengen_query_seconds_count 2\n');
    expect(metrics.text).toMatch(/^tengen_query_seconds_bucket\{le="\+Inf"\} 2$/m);
    expect(metrics.text).toMatch(/^process_resident_memory_bytes \d+$/m);
    // Every sample has a type, and no line is anything else.
    for (const line of metrics.text.trimEnd().split('\n')) {
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"\})? [\d.e+-]+)$/);
    }
    expect(await ask(served, { method: 'GET', path: '/' })).toMatchObject({ status: 200, text: 'the page' });
  });
});

describe('a client that leaves', () => {
  test.each(['HTTP', 'pipelined HTTP', 'WebSocket'])(
    'by %s: its searches stop, and others are searched',
    async (kind) => {
      const served = await serve({ engines: 1 }, false);
      const { port, engines, server } = served;
      const body = `${query(1)}\n${query(2)}\n`;
      let leave = () => {};
      if (kind === 'pipelined HTTP') {
        const socket = connect(port, '127.0.0.1');
        const head = `POST /analyze HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${query(1).length}\r\n\r\n`;
        socket.write(head + query(1) + head + query(2));
        leave = () => socket.destroy();
      } else if (kind === 'HTTP') {
        const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/analyze' });
        sent.on('error', () => {});
        sent.end(body);
        leave = () => sent.destroy();
      } else {
        const socket = await openSocket(served);
        socket.send(body);
        leave = () => socket.terminate();
      }
      // The second request of a connection is read when the first one has its answer.
      const read = kind === 'pipelined HTTP' ? 1 : 2;
      await until(() => server.metricsText.includes('tengen_queries_running 1\n'));
      await until(() => server.metricsText.includes(`tengen_queries_waiting ${read - 1}\n`));
      leave();
      await until(() => engines.cancelled === 1);
      engines.isQuick = true;
      expect(answersOf(await ask(served, { body: query(3) }))).toMatchObject([{ id: 3, lines: [{ depth: 3 }] }]);
      const { text } = await ask(served, { method: 'GET', path: '/metrics' });
      expect(text).toContain(`tengen_queries_total{outcome="gone"} ${read}\n`);
      expect(text).toContain('tengen_queries_total{outcome="answered"} 1\n');
      expect(text).toContain('tengen_clients 0\n');
    },
  );
});

test('a client that stops reading is disconnected, whatever it asked for; one that waits for a search is not', async () => {
  const page = 'x'.repeat(20 << 20);
  const served = await serve({ page: (_, response) => void response.end(page) }, false);
  const { http } = served.server;
  expect(http.timeout).toBe(STUCK_MS);
  http.timeout = 50;
  const waiting = ask(served, { body: query(1) });
  await until(() => served.engines.running === 1);
  const socket = connect(served.port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const connections = promisify(http.getConnections.bind(http));
  await until(() => socket.bytesRead > 0);
  while ((await connections()) > 1) await new Promise((resolve) => setTimeout(resolve, 5));
  served.engines.end();
  expect(answersOf(await waiting)).toMatchObject([{ id: 1, lines: [{}] }]);
  socket.destroy();
});

describe('an error of the server itself', () => {
  test.each(['HTTP', 'WebSocket'])('ends only its connection: %s', async (kind) => {
    const faults: unknown[] = [];
    const fault = new TypeError('a bug');
    const open = () => {
      throw fault;
    };
    const served = await serve({ open, onFault: (error) => faults.push(error) });
    if (kind === 'HTTP') await expect(ask(served, { body: query(1) })).rejects.toThrow();
    else {
      const socket = await openSocket(served);
      socket.send(query(1));
      expect((await once(socket, 'close'))[0]).toBe(1011);
    }
    expect(faults).toEqual([fault]);
    const { text } = await ask(served, { method: 'GET', path: '/health' });
    expect(JSON.parse(text)).toMatchObject({ status: 'ok', waiting: 0, clients: 0 });
  });
});

describe('clients share the engines', () => {
  /** Searches of one engine, each ended by hand, in the order in which they begin. */
  async function orderOf(served: Served, sent: readonly (readonly [client: number, id: string, priority: number])[]) {
    const answers: string[] = [];
    const sockets: WebSocket[] = [];
    for (const [client] of sent) sockets[client] ??= await openSocket(served);
    for (const socket of sockets) {
      socket.on('message', (data) => answers.push(String(JSON.parse(String(data)).id)));
    }
    const waiting = () => Number(/^tengen_queries_waiting (\d+)$/m.exec(served.server.metricsText)?.[1]);
    for (const [i, [client, id, priority]] of sent.entries()) {
      sockets[client].send(query(id, { priority }));
      await until(() => served.engines.running === 1 && waiting() === i);
    }
    for (let i = 1; i <= sent.length; i++) {
      served.engines.end();
      await until(() => answers.length === i);
    }
    for (const socket of sockets) socket.terminate();
    return answers;
  }
  const one = () => serve({ engines: 1, maxWaiting: 50, maxPending: 50 }, false);

  test('in turns, so that a client with many queries leaves room for others', async () => {
    const many = ['a', 'b', 'c', 'd'].map((id) => [0, id, 0] as const);
    expect(await orderOf(await one(), [...many, [1, 'x', 0], [1, 'y', 0]])).toEqual(['a', 'b', 'x', 'c', 'y', 'd']);
  });

  test('by priority, which starves none: every fourth search is of the client that has waited longest', async () => {
    const high = ['a', 'b', 'c', 'd', 'e'].map((id) => [0, id, 9] as const);
    expect(await orderOf(await one(), [[1, 'first', 0], [2, 'low', 0], ...high, [2, 'lower', -1]])).toEqual(
      // The first search begins before others are waiting.
      ['first', 'a', 'b', 'low', 'c', 'd', 'e', 'lower'],
    );
  });
});

test('a client with thousands of lines does not delay the others until they have been read', async () => {
  const receive = vi.spyOn(AnalysisClient.prototype, 'receive');
  let before = 0;
  const served = await serve({
    page: (_, response) => {
      before = receive.mock.calls.length;
      response.end();
    },
  });
  const socket = await openSocket(served);
  for (let i = 0; i < 8; i++) socket.send('x\n'.repeat(1000));
  await until(() => receive.mock.calls.length > 0);
  await ask(served, { method: 'GET', path: '/' });
  expect(before).toBeLessThan(8000);
  receive.mockRestore();
  socket.terminate();
});

describe('a client that pipelines requests', () => {
  /** Sends requests on one connection without waiting. @returns what came back, and the most that were in progress */
  async function flood(count: number, body: string) {
    const served = await serve({ maxPending: 1e6, maxWaiting: 1e6 });
    const { server, port } = served;
    let most = 0;
    const { obey } = server;
    server.obey = (client, lines) => {
      most = Math.max(most, Number(/tengen_clients (\d+)/.exec(server.metricsText)?.[1]));
      return obey.call(server, client, lines);
    };
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1').on('data', (data) => {
      text += data;
    });
    const head = `POST /analyze HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: ${body.length}\r\n\r\n`;
    socket.write(`${head}${body}`.repeat(count));
    const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
    return { served, socket, statuses, most: () => most };
  }

  test('gets all answers, one request after the other, and delays no one', async () => {
    const { socket, statuses, most } = await flood(500, '{}');
    await until(() => statuses().length === 500);
    expect([new Set(statuses()), most()]).toEqual([new Set([400]), 1]);
    socket.destroy();
  });

  test('that are cut anywhere gets all answers', async () => {
    const { socket, statuses } = await flood(400, `${' '.repeat(3000)}${query('a')}`);
    await until(() => statuses().length === 400);
    expect(new Set(statuses())).toEqual(new Set([200]));
    socket.destroy();
  });

  test('no longer has any of them once it has left', async () => {
    const { served, socket, statuses } = await flood(500, '{}');
    await until(() => statuses().length > 0);
    socket.destroy();
    await until(() => served.server.metricsText.includes('tengen_clients 0'));
    // Another client's requests are answered after what was in progress.
    const refused = async () => {
      await ask(served, { method: 'GET', path: '/health' });
      return /tengen_http_responses_total\{.*400.*/.exec(served.server.metricsText)?.[0];
    };
    const before = await refused();
    expect(before).toMatch(/ [1-9]\d*$/);
    for (let i = 0; i < 10; i++) expect(await refused()).toBe(before);
  });
});

describe('too many queries', () => {
  test('of one client, and of all, are refused with the numbers', async () => {
    const served = await serve({ engines: 1, maxPending: 3, maxWaiting: 3 }, false);
    const many = [1, 2, 3, 4].map((id) => query(id)).join('\n');
    const first = ask(served, { body: many });
    await until(() => served.engines.running === 1);
    const second = ask(served, { body: query(5) });
    await until(() => served.server.metricsText.includes('tengen_queries_waiting 3'));
    const third = await ask(served, { body: query(6) });
    expect([third.status, third.headers['retry-after']]).toEqual([503, '1']);
    expect(answersOf(third)).toEqual([
      {
        id: 6,
        error: '3 queries are waiting: expected at most 3 with this one; try again later',
        code: 'busy',
      },
    ]);
    await served.server.close();
    const answers = answersOf(await first);
    expect(answers[0]).toEqual({
      id: 4,
      error: '3 queries of this client are pending: expected at most 3 with this one; wait for answers',
      code: 'busy',
    });
    // The end of the server answers the others: one with what it found.
    expect(answers.slice(1).map(({ id, noResults = false }) => [id, noResults])).toEqual([
      [2, true],
      [3, true],
      [1, false],
    ]);
    expect(answersOf(await second)).toMatchObject([{ id: 5, noResults: true }]);
  });

  test('before the positions of the query are read: that takes long for a game with many turns', async () => {
    const served = await serve({ maxPending: 2 });
    const moves = Array.from({ length: 30 }, () => 'not a point');
    const answer = await ask(served, { body: JSON.stringify({ id: 1, moves, analyzeTurns: [0, 1, 2] }) });
    expect([answer.status, answersOf(answer)[0].code]).toEqual([503, 'busy']);
  });

  test('a game with more turns than a client may have is refused as a whole', async () => {
    const served = await serve({ maxPending: 2 });
    const done = await ask(served, { body: query(1, { moves: 'H8 I9', analyzeTurns: [0, 1, 2] }) });
    expect([done.status, served.engines.opened]).toEqual([503, 0]);
  });
});

describe('access', () => {
  const withToken = (origins: string[] = [], hosts: string[] = []) =>
    serve({ access: { token: TOKEN, origins: new Set(origins), hosts: new Set(hosts) } });

  test('without the token, nothing but health and the page', async () => {
    const served = await withToken();
    for (const authorization of [undefined, 'Bearer', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, 'Bearer é']) {
      const headers =
        authorization === undefined ? {} : { authorization: Buffer.from(authorization).toString('latin1') };
      const done = await ask(served, { body: query(1), headers });
      expect([done.status, done.headers['www-authenticate']]).toEqual([401, 'Bearer']);
      expect(JSON.parse(done.text)).toMatchObject({ code: 'unauthorized' });
      expect(done.text).not.toContain(TOKEN);
      expect((await ask(served, { method: 'GET', path: '/metrics', headers })).status).toBe(401);
    }
    expect((await ask(served, { method: 'GET', path: '/health' })).status).toBe(200);
    expect((await ask(served, { method: 'GET', path: '/' })).status).toBe(200);
    expect(served.engines.opened).toBe(0);
    const right = await ask(served, { body: query(1), headers: { authorization: `bearer ${TOKEN}` } });
    expect(answersOf(right)).toMatchObject([{ id: 1, lines: [{}] }]);
  });

  test.each(['evil.example', 'evil.example:8016', 'localhost.evil.example', '127.0.0.1.evil.example', '[evil]', 'a b'])(
    'the name %j is refused: it could be rebound to this address',
    async (host) => {
      const served = await serve();
      for (const asked of [{ body: query(1) }, { method: 'GET', path: '/' }, { method: 'GET', path: '/health' }]) {
        const { status, text } = await ask(served, { ...asked, headers: { host } });
        expect([400, 403]).toContain(status);
        expect(text).not.toContain('the page');
      }
      expect(served.engines.opened).toBe(0);
    },
  );

  test.each(['127.0.0.1', 'localhost:1', 'LOCALHOST', '192.168.1.5:8016', '[::1]:8016', 'engine.example:443'])(
    'the name %j is accepted',
    async (host) => {
      const served = await serve({ access: { token: null, origins: new Set(), hosts: new Set(['engine.example']) } });
      expect((await ask(served, { body: query(1), headers: { host } })).status).toBe(200);
    },
  );

  test.each(['https://evil.example', 'null', 'http://localhost:9', 'http://127.0.0.1', 'file://'])(
    'a page of origin %j is refused, and its browser gets no permission',
    async (origin) => {
      const served = await serve();
      for (const method of ['POST', 'OPTIONS']) {
        const { status, headers, text } = await ask(served, { method, body: query(1), headers: { origin } });
        expect([status, headers['access-control-allow-origin']]).toEqual([403, undefined]);
        expect(JSON.parse(text).error).toMatch(/^Origin .* expected the server's own page, or an origin from --cors$/);
      }
      await expect(openSocket(served, [], { origin })).rejects.toThrow('403');
      expect(served.engines.opened).toBe(0);
    },
  );

  test('a listed origin and its own page are served, with the headers of CORS', async () => {
    const served = await withToken(['https://board.example']);
    const origin = 'https://board.example';
    const preflight = await ask(served, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-private-network': 'true' },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-allow-private-network': 'true',
      vary: 'Origin',
    });
    for (const from of [origin, `http://127.0.0.1:${served.port}`]) {
      const headers = { origin: from, authorization: `Bearer ${TOKEN}` };
      const done = await ask(served, { body: query(1), headers });
      expect([done.status, done.headers['access-control-allow-origin']]).toEqual([200, from]);
    }
  });
});

async function openSocket(
  { port }: Served,
  protocols: string[] = [],
  headers: Record<string, string> = {},
  path = '/analyze',
) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, { headers });
  await once(socket, 'open');
  return socket;
}

describe('WebSocket', () => {
  test('answers messages of one or several lines, each answer in one message', async () => {
    const socket = await openSocket(await serve());
    const answers: Record<string, unknown>[] = [];
    socket.on('message', (data) => answers.push(JSON.parse(String(data))));
    socket.send(query('a'));
    socket.send(`${query('b')}\n${query('c')}\n`);
    socket.send('nonsense');
    socket.send(Buffer.from(query('d')));
    socket.send(' \n');
    socket.send(`${query('e')}\n`.repeat(1001));
    await until(() => answers.length === 7);
    expect(
      answers
        .map(({ id }) => id)
        .filter((id) => id !== null)
        .sort(),
    ).toEqual(['a', 'b', 'c']);
    const faults = answers.filter(({ id }) => id === null).map(({ error, code }) => [error, code]);
    expect(faults).toEqual([
      ['message 3 line 1: "nonsense": expected a JSON object on one line', 'bad-request'],
      ['message 4: binary, expected text', 'bad-request'],
      ['message 5: no request: expected one JSON object per line', 'bad-request'],
      ['message 6: 1001 lines: expected at most 1000', 'too-large'],
    ]);
    socket.terminate();
  });

  test('reports during a search, which terminate ends; ids belong to their client', async () => {
    const served = await serve({}, false);
    const [one, other] = [await openSocket(served), await openSocket(served)];
    const answers: Record<string, unknown>[] = [];
    one.on('message', (data) => answers.push(JSON.parse(String(data))));
    const others: Record<string, unknown>[] = [];
    other.on('message', (data) => others.push(JSON.parse(String(data))));
    one.send(query('a', { reportDuringSearchEvery: 0.05 }));
    await until(() => answers.length >= 2);
    expect(answers[0]).toMatchObject({ id: 'a', isDuringSearch: true, lines: [{ depth: 3 }] });
    other.send('{"id": 1, "action": "terminate_all"}\n{"cancel": "a"}');
    await until(() => others.length === 2);
    expect(others).toEqual([
      { id: 1, action: 'terminate_all' },
      { cancel: 'a', cancelled: 0 },
    ]);
    expect(served.engines.running).toBe(1);
    one.send('{"id": 1, "action": "terminate", "terminateId": "a"}');
    await until(() => answers.some(({ isDuringSearch }) => isDuringSearch === false));
    expect(served.engines.running).toBe(0);
    one.terminate();
    other.terminate();
  });

  test('takes the token as a subprotocol, and refuses a wrong one', async () => {
    const served = await serve({ access: { token: TOKEN, origins: new Set(), hosts: new Set() } });
    const socket = await openSocket(served, ['tengen', `token.${TOKEN}`]);
    expect(socket.protocol).toBe('tengen');
    socket.terminate();
    await expect(openSocket(served, ['tengen'])).rejects.toThrow('401');
    await expect(openSocket(served, ['tengen', `token.${TOKEN}x`])).rejects.toThrow('401');
    (await openSocket(served, [], { authorization: `Bearer ${TOKEN}` })).terminate();
  });

  test('refuses another path, a foreign name and a large message', async () => {
    const served = await serve();
    await expect(openSocket(served, [], {}, '/health')).rejects.toThrow('404');
    await expect(openSocket(served, [], { host: 'evil.example' })).rejects.toThrow('403');
    const socket = await openSocket(served);
    socket.send('x'.repeat(MAX_BODY + 1));
    const [code] = await once(socket, 'close');
    expect(code).toBe(1009);
  });

  test.each([
    ['no key', '', 'Missing or invalid Sec-WebSocket-Key header'],
    ['bad protocols', 'Sec-WebSocket-Protocol: ,\r\n', 'Invalid Sec-WebSocket-Protocol header'],
  ])('refuses a handshake with %s by a line of JSON', async (_, line, fault) => {
    const { port, server } = await serve();
    const key = line === '' ? '' : HANDSHAKE_KEY;
    const text = await sendRaw(port, `${HANDSHAKE_HEAD}${key}${line}\r\n`, () => false);
    expect(text).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(text.split('\r\n\r\n')[1])).toEqual({
      error: `WebSocket: ${fault}: expected a handshake of version 13, RFC 6455`,
      code: 'bad-request',
    });
    expect(server.metricsText).toContain('tengen_http_responses_total{status="400"} 1\n');
    expect(server.metricsText).not.toContain('status="101"');
  });

  test('closes with the code of a server that stops, after the last answers', async () => {
    const served = await serve({}, false);
    const socket = await openSocket(served);
    const answers: Record<string, unknown>[] = [];
    socket.on('message', (data) => answers.push(JSON.parse(String(data))));
    socket.send(query(1));
    await until(() => served.engines.running === 1);
    const closed = once(socket, 'close');
    await served.server.close();
    expect((await closed)[0]).toBe(1001);
    expect(answers).toMatchObject([{ id: 1, isDuringSearch: false, lines: [{ depth: 3 }] }]);
  });
});

const HANDSHAKE_HEAD =
  'GET /analyze HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
  'Sec-WebSocket-Version: 13\r\n';
const HANDSHAKE_KEY = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const HANDSHAKE = `${HANDSHAKE_HEAD}${HANDSHAKE_KEY}\r\n`;

test('a WebSocket that no longer answers does not delay the stop of the server', async () => {
  const { port, server } = await serve();
  const socket = connect(port, '127.0.0.1');
  socket.write(HANDSHAKE);
  await once(socket, 'data');
  socket.resume();
  const closed = once(socket, 'close');
  await server.close();
  await closed;
});

/** Sends bytes, each character as one. @returns what comes back until the server closes the connection, or `isEnd` holds */
async function sendRaw(port: number, bytes: string, isEnd: (text: string) => boolean): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1');
  socket.on('error', () => {});
  socket.write(bytes, 'latin1');
  await new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('data', (part) => {
      text += part;
      if (isEnd(text)) resolve();
    });
  });
  socket.destroy();
  return text;
}

describe('input made to keep the server busy', () => {
  test('many empty lines', () => {
    // With a search that backtracks at every line, this would take minutes.
    expect(linesOf(`x${'\n'.repeat(MAX_BODY - 1)}`)).toEqual([['x', 'line 1']]);
  });
});

describe('bytes that are not a request', () => {
  test.each<[string, string, number]>([
    ['nonsense', 'hello\r\n\r\n', 400],
    ['a large header', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(10_000)}\r\n\r\n`, 431],
    ['no Host', 'GET /health HTTP/1.1\r\n\r\n', 400],
    ['an empty Host', 'GET /health HTTP/1.1\r\nHost:\r\n\r\n', 403],
    ['two lengths', 'POST /analyze HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', 400],
  ])('%s', async (_, bytes, status) => {
    const { port } = await serve();
    expect(await sendRaw(port, bytes, (text) => text.includes('\r\n\r\n'))).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  });

  test('anything at all leaves the server alive', async () => {
    const served = await serve();
    const word = fc.constantFrom(
      ...['GET ', 'POST ', '/analyze', '/health', ' HTTP/1.1\r\n', 'Host: localhost\r\n', 'Upgrade: websocket\r\n'],
      ...['Connection: Upgrade\r\n', HANDSHAKE_KEY, 'Origin: null\r\n', '\r\n'],
      ...['Sec-WebSocket-Version: 13\r\n', 'Transfer-Encoding: chunked\r\n', 'Content-Length: 5\r\n', '{"id":1}', '\0'],
    );
    const bytes = fc
      .array(fc.oneof(word, fc.string({ maxLength: 5 })), { maxLength: 12 })
      .map((words) => words.join(''));
    await fc.assert(
      fc.asyncProperty(bytes, async (sent) => {
        const socket = connect(served.port, '127.0.0.1');
        socket.on('error', () => {});
        socket.end(sent, 'latin1');
        socket.resume();
        await once(socket, 'close');
      }),
      { numRuns: 200 },
    );
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (body) => {
        const done = await ask(served, { body });
        expect(done.status).toBe(400);
        for (const line of done.text.trimEnd().split('\n')) expect(JSON.parse(line).error).toMatch(/./);
      }),
      { numRuns: 200 },
    );
    expect((await ask(served, { body: query(1) })).status).toBe(200);
  });
});

/** A frame as clients send it, right or wrong: its first two bytes, a length of 0 to 8 bytes, and whatever follows. */
const frame = fc.oneof(
  fc
    .constantFrom(query(1), `${query(2)}\n${query(3)}`, 'START 15', '{"id":1,"action":"terminate_all"}', '')
    .map(maskedText),
  fc
    .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: 0, max: 255 }), fc.uint8Array({ maxLength: 20 }))
    .map(([first, second, rest]) => Buffer.from([first, second, ...rest])),
);

/** A text of at most 125 bytes, with a mask of zeros. */
function maskedText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

test('frames of every kind, whole and in part, end only their own connection', async () => {
  const served = await serve();
  const other = await openSocket(served);
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 8 }), fc.boolean(), async (frames, isAbrupt) => {
      const socket = connect(served.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(HANDSHAKE);
      await once(socket, 'data');
      socket.resume();
      const bytes = Buffer.concat(frames);
      if (isAbrupt) socket.write(bytes, () => socket.resetAndDestroy());
      else socket.end(bytes);
      await once(socket, 'close');
    }),
    { numRuns: 200 },
  );
  other.send(query('other'));
  const [answer] = await once(other, 'message');
  expect(JSON.parse(String(answer))).toMatchObject({ id: 'other', lines: [{ depth: 3 }] });
  await until(() => served.server.metricsText.includes('tengen_clients 1\n'));
  expect(served.engines.running).toBe(0);
  other.terminate();
});
