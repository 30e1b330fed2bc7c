/**
 * Measures `tengen serve` under load: many clients at once, each of which sends a query, waits for the answer and sends
 * the next one, half of them over HTTP and half over WebSocket. Starts the built program on a free port.
 *
 * npm run -s tool -- serve-load [--clients N] [--seconds S] [--nodes N] [--engines N]
 *
 * Prints one line per minute with the memory of the server, then the number of answers, of queries without an answer
 * or with an error, and the times from query to answer.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { WebSocket } from 'ws';
import { whole } from '../src/core/values.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';

const SYNTAX = {
  options: {
    clients: { type: whole(1), default: 200 },
    seconds: { type: whole(1), default: 600 },
    nodes: { type: whole(1), default: 300 },
    engines: { type: whole(1), default: 1 },
  },
} as const satisfies ToolSyntax;

/** Games from which the queries take their positions. */
const GAMES = [
  'H8 I9 J8 I7 I8 G8 H7 G6 K9 L10 H9 H10',
  'H8 H9 I8 G8 J9 F7 J7 K6 I10 K8 G10 F11',
  'H8 G9 I9 G7 G8 I8 H7 H6 F9 E10 J6 K5',
];
/** How often the memory is read, ms. */
const SAMPLE_MS = 10_000;
/** A query that has no answer after this long has none, ms. */
const PATIENCE_MS = 120_000;

interface Counts {
  readonly timesMs: number[];
  errors: number;
  unanswered: number;
}

/** Sends a query and resolves with its final answer. */
type Ask = (query: object) => Promise<Record<string, unknown>>;

export async function main(args: readonly string[]): Promise<number> {
  const values = toolArguments(SYNTAX, args, 'serve-load').values;
  const { program, url } = await startServer(`${values.engines}`);
  const counts: Counts = { timesMs: [], errors: 0, unanswered: 0 };
  const endMs = performance.now() + 1000 * values.seconds;
  const memory: number[] = [];
  const timer = setInterval(async () => {
    const text = await (await fetch(`${url}metrics`)).text();
    memory.push(Number(/^process_resident_memory_bytes (\d+)$/m.exec(text)?.[1]) / 1e6);
    if (memory.length % 6 === 0)
      console.log(`${memory.length / 6} min: ${counts.timesMs.length} answers, ${memory.at(-1)!.toFixed(0)} MB`);
  }, SAMPLE_MS);
  try {
    const clients = Array.from({ length: values.clients }, (_, i) => i);
    await Promise.all(clients.map((i) => runClient(i, url, values.nodes, endMs, counts)));
  } finally {
    clearInterval(timer);
    program.kill('SIGTERM');
  }
  await once(program, 'exit');
  report(counts, memory, program.exitCode);
  return counts.unanswered + counts.errors === 0 ? 0 : 1;
}

async function startServer(engines: string): Promise<{ program: ChildProcess; url: string }> {
  const args = ['dist/tengen.js', 'serve', '--port', '0', '--engines', engines];
  const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(program.stdout!, 'data');
  return { program, url: /http:\S+/.exec(String(line))![0] };
}

async function runClient(number: number, url: string, nodes: number, endMs: number, counts: Counts): Promise<void> {
  const { ask, close } = number % 2 === 0 ? httpClient(url) : await socketClient(url);
  for (let i = 0; performance.now() < endMs; i++) {
    const moves = GAMES[(number + i) % GAMES.length]
      .split(' ')
      .slice(0, 1 + ((7 * number + i) % 12))
      .join(' ');
    const startMs = performance.now();
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<null>((resolve) => {
      timer = setTimeout(() => resolve(null), PATIENCE_MS);
    });
    const answer = await Promise.race([ask({ id: `${number}-${i}`, moves, nodes }).catch(() => null), patience]);
    clearTimeout(timer);
    if (answer === null) counts.unanswered++;
    else if (answer.id !== `${number}-${i}` || answer.error !== undefined) counts.errors++;
    else counts.timesMs.push(performance.now() - startMs);
  }
  close();
}

function httpClient(url: string): { ask: Ask; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask: Ask = async (query) => {
    const sent = request(`${url}analyze`, { method: 'POST', agent });
    sent.end(JSON.stringify(query));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    let text = '';
    for await (const part of response.setEncoding('utf8')) text += part;
    return JSON.parse(text);
  };
  return { ask, close: () => agent.destroy() };
}

async function socketClient(url: string): Promise<{ ask: Ask; close: () => void }> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}analyze`, [], { headers: {} });
  await once(socket, 'open');
  const ask: Ask = async (query) => {
    socket.send(JSON.stringify(query));
    const [data] = await once(socket, 'message');
    return JSON.parse(String(data));
  };
  return { ask, close: () => socket.terminate() };
}

function report({ timesMs, errors, unanswered }: Counts, memory: readonly number[], exitCode: number | null): void {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const at = (share: number) => `${(sorted[Math.floor(share * (sorted.length - 1))] / 1000).toFixed(2)} s`;
  console.log(`${sorted.length} answers, ${errors} errors, ${unanswered} without an answer; exit code ${exitCode}`);
  console.log(`time: median ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}`);
  const third = Math.ceil(memory.length / 3);
  const mean = (part: readonly number[]) => (part.reduce((sum, one) => sum + one, 0) / part.length).toFixed(0);
  console.log(
    `memory: ${mean(memory.slice(third, 2 * third))} MB in the second third, ${mean(memory.slice(2 * third))} MB in the last one`,
  );
}
