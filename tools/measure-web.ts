/**
 * Compares nodes per second of the built library in Chromium and on Node:
 *   npm run tool -- measure-web [rounds]
 *
 * The two take turns, so that other load on the machine affects both.
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readValue, whole } from '../src/core/values.ts';
import { openBrowser } from './common/browser.ts';
import { median } from './common/median.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';

const SYNTAX = { options: {}, operands: { noun: 'word', min: 0, max: 1 } } as const satisfies ToolSyntax;
const ROUNDS = 3;

/** Rule and moves; each is searched with the same node limit. */
const POSITIONS: readonly (readonly [number, string])[] = [
  [0, 'h8i9h9h10j8i8i10g8'],
  [1, 'h8i9g7i7h7'],
  [4, 'h8i9h6i7g7i8'],
];
const NODES = 500_000;

const library = (name: string): Buffer => readFileSync(new URL(`../dist/web/${name}`, import.meta.url));

const ISOLATION = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

/** @returns a server of the library; pages under /plain may not share memory */
function serve(): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const isScript = url.endsWith('.js');
    const isolation: Record<string, string> = url.startsWith('/plain') ? {} : ISOLATION;
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    for (const [name, value] of Object.entries(isolation)) response.setHeader(name, value);
    response.end(isScript ? library(url.slice(url.lastIndexOf('/') + 1)) : '<!doctype html><title>tengen</title>');
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

/** Runs here and in the page. @returns milliseconds for all positions together, after the search has been loaded */
async function measure([path, positions, maxNodes]: readonly [string, typeof POSITIONS, number]): Promise<number> {
  const { createEngine, parseMoves } = await import(path);
  let elapsed = 0;
  for (const [rule, moves] of positions) {
    const engine = createEngine({ rule });
    for (const { x, y } of parseMoves(moves, 15)) engine.play(x, y);
    await engine.think({ maxNodes: 1000 });
    engine.clearHash();
    const before = performance.now();
    await engine.think({ maxNodes });
    elapsed += performance.now() - before;
    engine.close();
  }
  return elapsed;
}

export async function main(args: readonly string[]): Promise<number> {
  const { operands } = toolArguments(SYNTAX, args, 'measure-web');
  const rounds = operands.length === 0 ? ROUNDS : readValue(whole(1), 'rounds', operands[0]);
  const server = await serve();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await openBrowser();
  const node = new URL('../dist/index.js', import.meta.url).href;
  const speeds: Record<'node' | 'isolated' | 'plain', number[]> = { node: [], isolated: [], plain: [] };
  const knps = (ms: number): number => (POSITIONS.length * NODES) / ms;
  for (let round = 0; round < rounds; round++) {
    speeds.node.push(knps(await measure([node, POSITIONS, NODES])));
    for (const kind of ['isolated', 'plain'] as const) {
      const page = await browser.newPage();
      await page.goto(`${url}/${kind}/`);
      speeds[kind].push(knps(await page.evaluate(measure, [`${url}/${kind}/index.js`, POSITIONS, NODES] as const)));
      await page.close();
    }
  }
  await browser.close();
  server.close();
  for (const [kind, values] of Object.entries(speeds)) {
    const share = (median(values) / median(speeds.node)).toFixed(2);
    console.log(
      `${kind.padEnd(9)} ${values.map((value) => Math.round(value)).join(', ')} kn/s; median ${share} of Node's`,
    );
  }
  return 0;
}
