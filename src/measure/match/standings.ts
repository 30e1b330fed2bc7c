/** Totals of the games so far: a few numbers per pairing and engine, no whole games. */
import { type GameRecord, loserOf, pointsFor, type SideReport } from '../../records/notation/game-record.ts';
import { type Counts, OrderedSprt, type PairCounts, type SprtOptions, type SprtState } from '../stats/index.ts';
import type { TimeControl } from './engine-spec.ts';
import type { Schedule } from './schedule.ts';

/** Totals of an engine over all its games. */
export class EngineTotals {
  /** Declared first, so that summaries begin with it. */
  readonly name: string;
  games = 0;
  wins = 0;
  draws = 0;
  losses = 0;
  /** Wins with Black. */
  winsAsBlack = 0;
  timeLosses = 0;
  crashes = 0;
  illegal = 0;
  fouls = 0;
  failedStarts = 0;
  worstOverrunMs = 0;
  peakBytes: number | null = null;
  noiseLines = 0;
  strayMoves = 0;
  ignoredEnds = 0;
  moves = 0;
  totalMs = 0;
  longestMs = 0;
  totalDepth = 0;
  movesWithDepth = 0;
  /**
   * Percent of the match time used, the median of its games with ten or more own moves; null without such games,
   * without a limited match time, and where nodes or depth are limited too.
   */
  clockUse: number | null = null;

  constructor(name: string) {
    this.name = name;
  }
}

/** Results between two engines, from the first one's side. */
export interface PairingTotals extends Counts {
  readonly first: string;
  readonly second: string;
}

/** What one worker of a fleet has contributed. */
export interface WorkerTotals {
  readonly name: string;
  games: number;
  /** Outcomes of the pairs that it played both games of, from the first engine's side. */
  readonly pairs: [...PairCounts];
}

/** The standings of a match, updated game by game. */
export class Standings {
  readonly engines: readonly EngineTotals[];
  private readonly pairingStates: readonly ReturnType<typeof newPairing>[];
  private readonly byName: ReadonlyMap<string, EngineTotals>;
  /** The sequential test of the first pairing. */
  private readonly test: OrderedSprt | null;
  private readonly clocks: ReadonlyMap<string, ClockUse>;
  private readonly byWorker = new Map<string, WorkerTotals>();
  /** Number of games counted. */
  games = 0;

  /** @param clocks match time of each engine whose clock use is to be measured */
  constructor(
    names: readonly string[],
    private readonly schedule: Schedule,
    sprt: SprtOptions | null,
    clocks: ReadonlyMap<string, TimeControl> = new Map(),
  ) {
    this.engines = names.map((name) => new EngineTotals(name));
    this.byName = new Map(this.engines.map((engine) => [engine.name, engine]));
    this.pairingStates = schedule.pairings.map(([first, second]) => newPairing(names[first], names[second]));
    this.test = sprt === null ? null : new OrderedSprt(sprt);
    this.clocks = new Map([...clocks].map(([name, time]) => [name, new ClockUse(time)]));
  }

  /** By pairing, in the order of the schedule. */
  get pairings(): readonly PairingTotals[] {
    return this.pairingStates;
  }

  /** Workers of a fleet in the order of their first games; none for games played here. */
  get workers(): readonly WorkerTotals[] {
    return [...this.byWorker.values()];
  }

  /** The sequential test of the first pairing; null if none is run. */
  get sprt(): (SprtState & { readonly pairs: number }) | null {
    return this.test?.state ?? null;
  }

  /** Counts a game. */
  add(record: GameRecord): void {
    const scheduled = this.schedule.at(record.game);
    const pairing = this.pairingStates[scheduled.pairing];
    this.games++;
    this.countEngine(record.black, record, record.blackSide, 0);
    this.countEngine(record.white, record, record.whiteSide, 1);
    const points = pointsFor(record, pairing.first);
    if (points === 1) pairing.games.wins++;
    else if (points === 0) pairing.games.losses++;
    else pairing.games.draws++;
    const worker = this.countWorker(record.worker?.name);
    const before = pairing.waiting.get(scheduled.pair);
    if (before === undefined) {
      pairing.waiting.set(scheduled.pair, { halves: points * 2, worker });
      return;
    }
    pairing.waiting.delete(scheduled.pair);
    const halves = before.halves + points * 2;
    pairing.pairs[halves]++;
    if (worker !== null && before.worker === worker) worker.pairs[halves]++;
    if (scheduled.pairing === 0) this.test?.add(scheduled.pair, halves);
  }

  /** Counts engines that did not start for a game that is retried or skipped. */
  addFailedStart(names: readonly string[]): void {
    for (const engine of this.engines) if (names.includes(engine.name)) engine.failedStarts++;
  }

  private countWorker(name: string | undefined): WorkerTotals | null {
    if (name === undefined) return null;
    const worker = this.byWorker.get(name) ?? { name, games: 0, pairs: [0, 0, 0, 0, 0] };
    this.byWorker.set(name, worker);
    worker.games++;
    return worker;
  }

  private countEngine(name: string, record: GameRecord, side: SideReport, parity: 0 | 1): void {
    const engine = this.byName.get(name);
    if (engine === undefined) return;
    const points = pointsFor(record, name);
    engine.games++;
    if (points === 1) {
      engine.wins++;
      if (parity === 0) engine.winsAsBlack++;
    } else if (points === 0) engine.losses++;
    else engine.draws++;
    if (loserOf(record) === name) countFault(engine, record.reason);
    engine.worstOverrunMs = Math.max(engine.worstOverrunMs, side.worstOverrunMs);
    if (side.peakBytes !== null) engine.peakBytes = Math.max(engine.peakBytes ?? 0, side.peakBytes);
    engine.noiseLines += side.noiseLines;
    engine.strayMoves += side.strayMoves;
    if (side.ignoredEnd) engine.ignoredEnds++;
    const [movesBefore, msBefore] = [engine.moves, engine.totalMs];
    for (let i = record.openingPlies; i < record.timesMs.length; i++) {
      if (i % 2 !== parity) continue;
      engine.moves++;
      engine.totalMs += record.timesMs[i];
      engine.longestMs = Math.max(engine.longestMs, record.timesMs[i]);
      const depth = record.depths[i];
      if (depth !== null) {
        engine.totalDepth += depth;
        engine.movesWithDepth++;
      }
    }
    const clock = this.clocks.get(name);
    if (clock === undefined) return;
    clock.add(engine.moves - movesBefore, engine.totalMs - msBefore);
    engine.clockUse = clock.median;
  }
}

function countFault(engine: EngineTotals, reason: GameRecord['reason']): void {
  if (reason === 'time') engine.timeLosses++;
  else if (reason === 'crash') engine.crashes++;
  else if (reason === 'illegal') engine.illegal++;
  else if (reason === 'foul') engine.fouls++;
  else if (reason === 'start') engine.failedStarts++;
}

function newPairing(first: string, second: string) {
  return {
    first,
    second,
    games: { wins: 0, draws: 0, losses: 0 },
    pairs: [0, 0, 0, 0, 0] as [...PairCounts],
    /** First games of pairs that wait for the second, by pair number: half points, and who played it. */
    waiting: new Map<number, { readonly halves: number; readonly worker: WorkerTotals | null }>(),
  };
}

/** Minimum number of an engine's moves for a game to count; shorter games say little about clock use. */
const CLOCK_MOVES = 10;

/** The share of the match time that an engine uses, as a histogram in whole percent, of constant size. */
class ClockUse {
  /** Games by percent used, from 0 to 100 and more. */
  private readonly games = new Array<number>(101).fill(0);

  constructor(private readonly time: TimeControl) {}

  add(moves: number, usedMs: number): void {
    const { matchMs, turnMs, incrementMs } = this.time;
    if (matchMs === null || moves < CLOCK_MOVES) return;
    // Match time that the turn limit keeps out of reach does not count as unused.
    const usableMs = Math.min(matchMs + incrementMs * moves, (turnMs ?? Number.POSITIVE_INFINITY) * moves);
    this.games[Math.min(100, Math.floor((100 * usedMs) / usableMs))]++;
  }

  /** Null before the first game that counts. */
  get median(): number | null {
    const games = this.games.reduce((sum, count) => sum + count, 0);
    let below = 0;
    const at = this.games.findIndex((count) => {
      below += count;
      return games > 0 && 2 * below >= games;
    });
    return at < 0 ? null : at;
  }
}
