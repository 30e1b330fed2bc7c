/** One side of the tuner's games: a search with its own parameters. */
import { readFileSync } from 'node:fs';
import type { XY } from '../../src/core/point.ts';
import type { Kernel } from '../../src/engine/runtime/kernel.ts';
import type { NativeAddon } from '../../src/engine/runtime/native-kernel.ts';
import { provideNetwork, setUpBoard, useAllLearned } from '../../src/engine/runtime/networks.ts';
import { openKernel, setUpMoves } from '../../src/engine/runtime/open-kernel.ts';
import { ANY_DEPTH, pointXY, UNTIMED_MS } from '../../src/engine/runtime/think.ts';
import { type Clocks, planTime, SHARING, type Sharing } from '../../src/engine/time.ts';
import * as constants from '../../src/kernel/search/params.ts';
import { RESULT_BEST, RESULT_SCORE } from '../../src/kernel/search/result.ts';

/** Indices of the search parameters by name. */
const INDICES = constants as unknown as Readonly<Record<string, number>>;
const TABLE_BYTES = 16 << 20;
const WIN_LENGTH = 5;

/** Nodes between two checks whether to stop, and nodes per millisecond of a search by the clock. */
const NODES_PER_QUESTION = 64;
const NODES_PER_MS = 500;

/**
 * A game clock that counts nodes, so that it is the same on every machine and under any load. The match is played
 * `speed` times faster than its times say: 60 s at a speed of 20 are three seconds of search, 1.5 million nodes.
 */
export interface NodeClock {
  readonly matchMs: number;
  readonly turnMs: number;
  readonly incrementMs: number;
  readonly speed: number;
}

/** Limit of a move: nodes, or the clock of the game. */
export type MoveLimit = { readonly nodes: number } | { readonly clock: NodeClock };

export interface Choice {
  readonly move: XY;
  /** From the view of the mover. */
  readonly score: number;
  /** The match time is over. */
  readonly isLate: boolean;
}

export class Player {
  private questions = 0;
  private stopAtMs = Number.POSITIVE_INFINITY;
  private readonly search: Kernel;
  private readonly defaults: Int32Array;
  private rule = 0;
  private size = 0;
  private sharing: Sharing = SHARING;
  private timeLeftMs: number | null = null;

  /** @param addon the native form; null: the search is built from the sources */
  constructor(addon: NativeAddon | null) {
    const host = {
      now: () => Math.floor(this.searchMs()),
      stop: () => {
        this.questions++;
        return this.searchMs() >= this.stopAtMs ? 1 : 0;
      },
      info: () => {},
    };
    this.search = openKernel(TABLE_BYTES, host, addon);
    this.defaults = this.search.params.slice();
    useAllLearned(this.search);
    const network = process.env.TENGEN_NETWORK;
    if (network !== undefined) provideNetwork(() => readFileSync(network));
  }

  /** Whether both use the same search, as happens where there is no memory for two. */
  isSameAs(other: Player): boolean {
    return this.search.params.buffer === other.search.params.buffer;
  }

  /** @param values of search parameters and of {@link SHARING} by name; all others are the engine's */
  startGame(values: Readonly<Record<string, number>>, rule: number, size: number): void {
    const { params } = this.search;
    params.set(this.defaults);
    const sharing: Record<string, number> = { ...SHARING };
    for (const [name, value] of Object.entries(values)) {
      if (Object.hasOwn(sharing, name)) sharing[name] = value;
      else params[INDICES[name]] = value;
    }
    this.sharing = sharing as unknown as Sharing;
    this.timeLeftMs = null;
    this.rule = rule;
    this.size = size;
    setUpBoard(this.search, { width: size, height: size, rule, winLength: WIN_LENGTH });
    this.search.newGame();
  }

  /** @param moves from the empty board, Black first */
  choose(moves: readonly XY[], limit: MoveLimit): Choice {
    const { size, rule } = this;
    const { result } = this.search;
    const color = setUpMoves(this.search, { width: size, height: size, rule, winLength: WIN_LENGTH }, moves);
    if ('nodes' in limit) this.search.think(color, UNTIMED_MS, UNTIMED_MS, ANY_DEPTH, limit.nodes, 1);
    else this.thinkByClock(limit.clock, color, moves.length);
    return {
      move: pointXY(result[RESULT_BEST]),
      score: result[RESULT_SCORE],
      isLate: this.timeLeftMs !== null && this.timeLeftMs <= 0,
    };
  }

  private thinkByClock({ matchMs, turnMs, incrementMs, speed }: NodeClock, color: number, stones: number): void {
    const timeLeftMs = this.timeLeftMs ?? matchMs;
    const clocks: Clocks = { turnMs, matchMs, timeLeftMs, usedMs: 0, incrementMs };
    const { optimumMs, maxMs } = planTime(clocks, stones, this.size * this.size - stones, this.sharing);
    this.questions = 0;
    this.stopAtMs = maxMs / speed;
    this.search.think(color, Math.floor(optimumMs / speed), Math.floor(this.stopAtMs), ANY_DEPTH, 0, 1);
    this.timeLeftMs = timeLeftMs - this.searchMs() * speed + incrementMs;
  }

  /** Milliseconds of search since the last search by the clock began. */
  private searchMs(): number {
    return (this.questions * NODES_PER_QUESTION) / NODES_PER_MS;
  }
}
