/**
 * Common parts of the tools that measure search parameters: kinds of games, pairs of games in threads, a log that can
 * be resumed.
 */
import gamesSource from 'script:./games.ts';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { fnv1a } from '../../src/core/bytes.ts';
import { reasonOf } from '../../src/core/errors.ts';
import { parseJsonLine } from '../../src/core/json-lines.ts';
import type { XY } from '../../src/core/point.ts';
import { seededRandom } from '../../src/core/random.ts';
import { SHARING, type Sharing } from '../../src/engine/time.ts';
import { openingSequence } from '../../src/records/notation/openings.ts';
import { builtAddon } from '../common/built-addon.ts';
import { resumeLog } from '../common/log.ts';
import { type GameKind, readOpenings } from '../common/openings.ts';
import { fail } from '../common/options.ts';
import type { NamedValues, PairReply, PairRequest } from './games.ts';
import { PARAMETERS } from './parameters.ts';
import type { NodeClock } from './player.ts';
import { drawSigns, type Outcome } from './spsa.ts';

/** A kind of game, and how it is timed. */
export interface Kind extends GameKind {
  /** Play with a clock that counts nodes, instead of a node limit per move. */
  readonly clock?: NodeClock;
}

/** @returns for instance `60/5` or `3/0.2+0.1`, seconds */
export function clockText({ matchMs, turnMs, incrementMs }: NodeClock): string {
  return `${matchMs / 1000}/${turnMs / 1000}${incrementMs > 0 ? `+${incrementMs / 1000}` : ''}`;
}

/** Elo per point of a pair (-2 to 2) where the sides are about equal. */
const ELO_PER_POINT = 400 / Math.LN10;

/** @param example a valid file, for the error */
export function readTable<Table>(file: string, example: string): Table {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    fail(`${file}: ${reasonOf(error)}; expected a table such as ${example}`);
  }
}

/** @returns the value that the engine plays with */
export function engineValue(table: string, name: string): number {
  if (Object.hasOwn(SHARING, name)) return SHARING[name as keyof Sharing];
  if (Object.hasOwn(PARAMETERS, name)) return PARAMETERS[name].default;
  return fail(
    `${table}: parameter ${name}: expected a name of src/kernel/search/params.ts or of SHARING in src/engine/time.ts`,
  );
}

/** @returns for each kind of game a function that returns the opening of its n-th pair */
function openingsOf(kinds: readonly Kind[], seed: number): ((place: number) => readonly XY[])[] {
  return kinds.map((kind) =>
    openingSequence(readOpenings(kind), kind.size, { order: 'random', symmetry: 'random', seed }),
  );
}

/**
 * @param settings of the run; a network that the environment names is added to them
 * @returns the finished lines of a log with these settings; creates the log if there is none
 */
export function takeUp<Line>(log: string, settings: object): Line[] {
  return [...resumeLog(log, JSON.stringify({ ...settings, ...networkFact() }))].map(
    (line, i) => parseJsonLine(line, `${log} line ${i + 2}`) as Line,
  );
}

/** @returns a hash of the network that the environment names, nothing without one */
function networkFact(): { readonly network?: number } {
  const file = process.env.TENGEN_NETWORK;
  if (file === undefined) return {};
  try {
    return { network: fnv1a(readFileSync(file)) };
  } catch (error) {
    return fail(`TENGEN_NETWORK=${file}: ${reasonOf(error)}`);
  }
}

/** @returns the signs of the draw at `place`, which are independent of the run's other draws */
export function signsAt(place: number, count: number, seed: number): number[] {
  return drawSigns(count, seededRandom(Math.imul(seed + 1, 0x9e3779b1) + place));
}

/** Threads that play pairs of games, with the kinds in rotation. */
export class Pairs {
  private readonly threads: Worker[];
  private readonly openings: ReturnType<typeof openingsOf>;

  constructor(
    private readonly kinds: readonly Kind[],
    private readonly nodes: number,
    seed: number,
    concurrency: number,
  ) {
    this.openings = openingsOf(kinds, seed);
    const options = { eval: true, workerData: builtAddon()?.path ?? null };
    this.threads = Array.from({ length: concurrency }, () => new Worker(gamesSource, options));
  }

  /** @returns index of the kind of game of the pair at `place` */
  kindAt(place: number): number {
    return place % this.kinds.length;
  }

  /**
   * Plays the pairs at places `from` up to but excluding `from + count`.
   * @param sides of the pair at a place: the values of both
   * @returns their outcomes, in an order that does not depend on the threads
   */
  async play(
    from: number,
    count: number,
    sides: (place: number) => { plus: NamedValues; minus: NamedValues },
  ): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    let next = 0;
    const work = async (thread: Worker) => {
      while (next < count) {
        const i = next++;
        const place = from + i;
        const kind = this.kindAt(place);
        const { rule, size, clock } = this.kinds[kind];
        const opening = this.openings[kind](Math.floor(place / this.kinds.length));
        const limit = clock === undefined ? { nodes: this.nodes } : { clock };
        const request: PairRequest = { rule, size, opening, limit, ...sides(place) };
        thread.postMessage(request);
        const [points]: PairReply[] = await once(thread, 'message');
        outcomes[i] = { rule, points };
      }
    };
    await Promise.all(this.threads.map(work));
    return outcomes;
  }

  async close(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.terminate()));
  }
}

/** @param points of pairs, by one side @returns Elo of that side over the other, and the 95 % error of it */
export function eloOf(points: readonly number[]): { elo: number; error: number } {
  const mean = points.reduce((sum, x) => sum + x, 0) / points.length;
  const variance = points.reduce((sum, x) => sum + (x - mean) ** 2, 0) / points.length;
  return { elo: ELO_PER_POINT * mean, error: 1.96 * ELO_PER_POINT * Math.sqrt(variance / points.length) };
}
