/** `tengen serve`: analysis over HTTP and WebSocket; see docs/guide/serve.md. */
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { cpus, networkInterfaces } from 'node:os';
import files from 'tengen:board-files';
import { MAX_ANALYSIS_MS, MAX_ANALYSIS_THREADS, MAX_TABLE_MB } from '../analysis/limits.ts';
import { AnalysisServer } from '../analysis/server/server.ts';
import { type Command, readArguments, type Syntax } from '../core/command.ts';
import { SERVE_TOKEN_VARIABLE } from '../core/environment.ts';
import { faultText, named, reasonOf, UserError } from '../core/errors.ts';
import { MAX_NODES } from '../core/limits.ts';
import { counted } from '../core/text.ts';
import { text, type ValueType, whole } from '../core/values.ts';
import { openSearcher } from './analyze/batch.ts';
import { pageListener } from './board-server.ts';
import { ADDRESS, listenAt, stopSignal } from './listening.ts';

const LIMITS = 'Limits';

const ORIGIN: ValueType<string> = {
  word: 'ORIGIN',
  expected: 'an origin such as https://example.org',
  range: '',
  read: (given) => (/^https?:\/\/[^/\s]+$/.test(given) && URL.canParse(given) ? new URL(given).origin : undefined),
};

const HOST_NAME: ValueType<string> = {
  word: 'NAME',
  expected: 'a host name without a port',
  range: '',
  read: (given) => (/^[\w.-]+$/.test(given) ? given.toLowerCase() : undefined),
};

const SYNTAX = {
  options: {
    host: { type: ADDRESS, default: '127.0.0.1', help: 'address to listen on; 0.0.0.0: all, which requires a token' },
    port: { type: whole(0, 65535), default: 8016, help: 'port to listen on; 0: any free port' },
    'token-file': { type: text('FILE'), help: 'file with the token that clients must send; created if it is missing' },
    cors: { type: ORIGIN, isMany: true, help: 'origin of a page that may use the server' },
    'allow-host': { type: HOST_NAME, isMany: true, help: 'name of this server, for instance that of a reverse proxy' },
    engines: {
      type: whole(1, MAX_ANALYSIS_THREADS),
      help: 'number of concurrent searches, each with one thread',
      usual: 'half of the processors',
    },
    table: {
      type: whole(1, MAX_TABLE_MB, 'MB'),
      default: 32,
      help: 'table size of each search, in MB; it affects the answers',
    },
    'max-nodes': { type: whole(1, MAX_NODES), default: 10_000_000, help: 'node limit of a query', section: LIMITS },
    'max-time': {
      type: whole(1, MAX_ANALYSIS_MS / 1000, 'SECONDS'),
      default: 60,
      help: 'time limit of a query, also of those without one',
      section: LIMITS,
    },
    queue: { type: whole(1, 100_000), default: 1000, help: 'waiting queries of all clients', section: LIMITS },
    pending: { type: whole(1, 100_000), default: 500, help: 'unanswered queries of one client', section: LIMITS },
    connections: { type: whole(1, 10_000), default: 500, help: 'open connections', section: LIMITS },
  },
} as const satisfies Syntax;

export const COMMAND: Command = {
  name: 'serve',
  summary: 'serves analysis over HTTP and WebSocket, and the page of tengen board',
  usages: ['[options]'],
  about: [
    'Answers queries as JSON lines, those of tengen analyze --batch, over HTTP (POST /analyze) and WebSocket (/analyze), and prints its address. GET /health and /metrics report its state; every other path is the page of tengen board. Ctrl-C ends the searches, which answer with what they have found, and stops the server.',
  ],
  ...SYNTAX,
  notes: [
    `The token is read from --token-file or from the environment variable ${SERVE_TOKEN_VARIABLE}. See docs/guide/serve.md.`,
  ],
  exits: { 0: 'stopped', 1: 'the port is in use, or the token cannot be read' },
  prepare(args) {
    const { values } = readArguments(SYNTAX, args, 'tengen serve');
    const { host, 'token-file': file } = values;
    const isLocal = host === 'localhost' || host === '::1' || /^127\./.test(host);
    if (!isLocal && file === null && !process.env[SERVE_TOKEN_VARIABLE]) {
      throw new UserError(
        `--host ${host}: other machines could connect; set a token with --token-file FILE or ${SERVE_TOKEN_VARIABLE}`,
      );
    }
    return () => serve(values);
  },
};

type ServeValues = ReturnType<typeof readArguments<typeof SYNTAX>>['values'];

/** Serves until a signal. @returns the exit code */
async function serve(values: ServeValues): Promise<number> {
  const { host, port, cors, 'allow-host': names, table } = values;
  const { token, note } = readToken(values['token-file'], process.env);
  const maxMs = 1000 * values['max-time'];
  const engines = values.engines ?? Math.max(1, cpus().length >> 1);
  const server = await AnalysisServer.create({
    access: { token, origins: new Set(cors), hosts: new Set(names) },
    bounds: { maxNodes: values['max-nodes'], maxMs, defaultMs: maxMs },
    engines,
    open: () => openSearcher(table << 20, 'serve'),
    maxWaiting: values.queue,
    maxPending: values.pending,
    maxConnections: values.connections,
    page: pageListener(files),
    onFault: (error) => process.stderr.write(`tengen serve: ${faultText(error)}\n`),
  });
  const taken = await listenAt(server.http, host, port, {
    place: `${host} port ${port}`,
    advice: 'choose others with --host and --port',
  });
  const notes = [
    ...(note === null ? [] : [note]),
    ...(server.hasSockets ? [] : ['WebSocket is off: it needs one more package (npm install ws)']),
    `Serving with ${counted(engines, 'engine')} at ${addressesOf(host, taken).join(', ')} (Ctrl-C to stop)`,
  ];
  process.stdout.write(`${notes.join('\n')}\n`);
  await stopSignal();
  await server.close();
  return 0;
}

/** @returns URLs that lead to the server, from other machines too if it listens on all addresses */
function addressesOf(host: string, port: number): string[] {
  const all = host === '0.0.0.0' || host === '::';
  const others = Object.values(networkInterfaces()).flatMap((addresses) =>
    (addresses ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal).map(({ address }) => address),
  );
  const hosts = all ? ['127.0.0.1', ...others] : [isIP(host) === 6 ? `[${host}]` : host];
  return hosts.map((name) => `http://${name}:${port}/`);
}

/** Only characters that a WebSocket subprotocol may contain, and enough of them that guessing is hopeless. */
const TOKEN = /^[\w-]{16,256}$/;
const RANDOM_BYTES = 24;

/**
 * @param file null: the environment
 * @returns the token, and a note for the user
 * @throws UserError that does not repeat the token
 */
function readToken(file: string | null, env: NodeJS.ProcessEnv) {
  if (file !== null) return tokenFrom(file);
  const token = env[SERVE_TOKEN_VARIABLE] ?? '';
  return { token: token === '' ? null : checked(token, SERVE_TOKEN_VARIABLE), note: null };
}

function tokenFrom(file: string) {
  try {
    return { token: checked(readFileSync(file, 'utf8').trim(), file), note: null };
  } catch (error) {
    if (error instanceof UserError) throw error;
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw new UserError(`${file}: ${reasonOf(error)}`);
  }
  const token = randomBytes(RANDOM_BYTES).toString('base64url');
  named(file, () => writeFileSync(file, `${token}\n`, { mode: 0o600, flag: 'wx' }));
  return { token, note: `Wrote a new token to ${file}` };
}

function checked(token: string, source: string): string {
  if (TOKEN.test(token)) return token;
  throw new UserError(`token of ${token.length} characters: expected 16 to 256 letters, digits, - and _ in ${source}`);
}
