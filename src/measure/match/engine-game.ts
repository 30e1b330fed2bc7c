/**
 * One game between two engines: turns, the referee's verdicts, and the result. Everything an engine does becomes a
 * result; only {@link GameAborted} and faults of the runner itself are thrown.
 */
import type { AbortSignalLike } from '../../core/abort-signal.ts';
import { BLACK, colorAt, sideName } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import type { Rule } from '../../core/rule.ts';
import {
  type EndReason,
  formatMoves,
  type GameRecord,
  type GameResult,
  type Score,
} from '../../records/notation/game-record.ts';
import { emptyPosition, isLegal, judgeMove, type Position } from '../../rules/index.ts';
import { BrainError, type BrainFailure } from './brain-error.ts';
import type { EngineSpec } from './engine-spec.ts';
import { type Adjudication, adjudicatedByScores, drawnByRoom, type GameVerdict, type RoomLimits } from './game-end.ts';
import { complaintIn } from './lines.ts';
import { playSwap2 } from './play-swap2.ts';
import { type EngineKnowledge, launchPlayer, type Player } from './player.ts';
import { NO_THINKING, type Thinking } from './thinking.ts';

/** Settings common to all games of a match. */
export interface MatchGameSettings extends RoomLimits, Adjudication {
  readonly rule: Rule;
  /** The engines choose colors and opening by swap2, on their clocks. */
  readonly swap2: boolean;
  /** Send BOARD before every move instead of TURN. */
  readonly sendByBoard: boolean;
  /** Suspend the engine that is not to move. */
  readonly suspend: boolean;
  /** Any line but a move, MESSAGE or DEBUG loses. */
  readonly strict: boolean;
}

/** One game of a match: players and opening. */
export interface GamePlan {
  /** Place in the schedule. */
  readonly game: number;
  readonly black: EngineSpec;
  readonly white: EngineSpec;
  readonly opening: readonly XY[];
}

/** Thrown when the game is aborted by the caller; there is no result. */
export class GameAborted extends Error {
  override readonly name = 'GameAborted';
}

/** Provides players: new processes, or ones that remain from an earlier game. */
export interface PlayerSource {
  /** @returns a player for one game */
  take(spec: EngineSpec, options: { readonly strict: boolean; readonly suspend: boolean }): Player;
  /** @returns the knowledge that its games share */
  knowledge(spec: EngineSpec): EngineKnowledge;
  /** Takes a player back after its game. @param usable false if the engine must not be used again */
  giveBack(player: Player, usable: boolean): Promise<void>;
}

/** The engines of one of several simultaneous games: new for each game, or reused if the engine allows it. */
export class SlotPlayers implements PlayerSource {
  private readonly kept = new Map<string, Player>();
  /** Of engines that had ended between two games. */
  private readonly endings: Promise<unknown>[] = [];

  constructor(private readonly knownEngines: ReadonlyMap<string, EngineKnowledge>) {}

  knowledge(spec: EngineSpec): EngineKnowledge {
    return this.knownEngines.get(spec.name)!;
  }

  take(spec: EngineSpec, options: { readonly strict: boolean; readonly suspend: boolean }): Player {
    const kept = this.kept.get(spec.name);
    this.kept.delete(spec.name);
    if (kept?.client.ended === null) return kept;
    // An engine that has ended between two games may have started processes.
    if (kept !== undefined) this.endings.push(kept.end());
    return launchPlayer(spec, options);
  }

  async giveBack(player: Player, usable: boolean): Promise<void> {
    if (usable && !player.spec.restart && player.client.ended === null) this.kept.set(player.spec.name, player);
    else await player.end();
  }

  async close(): Promise<void> {
    await Promise.all([...this.endings, ...[...this.kept.values()].map((player) => player.end())]);
    this.kept.clear();
  }
}

interface Ending extends GameVerdict {
  /** The player whose fault ended the game. */
  readonly culprit?: Player;
}

/** Plays a game to its end. @throws GameAborted if `signal` fires first */
export async function playGame(
  plan: GamePlan,
  settings: MatchGameSettings,
  source: PlayerSource,
  signal: AbortSignalLike,
): Promise<GameRecord> {
  if (signal.aborted) throw new GameAborted();
  const players = [source.take(plan.black, settings), source.take(plan.white, settings)] as const;
  const abort = () => {
    for (const player of players) player.client.kill();
  };
  signal.addEventListener('abort', abort);
  const game = new EngineGame(plan, settings, players);
  let ending: Ending | null = null;
  try {
    ending = await game.play(source);
  } finally {
    signal.removeEventListener('abort', abort);
    const usable = ending !== null && ending.culprit === undefined && !signal.aborted;
    await Promise.all(players.map((player) => source.giveBack(player, usable)));
  }
  if (signal.aborted) throw new GameAborted();
  return game.record(ending);
}

const REASON_OF: Readonly<Record<BrainFailure, EndReason>> = {
  start: 'start',
  timeout: 'time',
  exit: 'crash',
  answer: 'illegal',
  flood: 'illegal',
};

class EngineGame {
  private readonly position: Position;
  private readonly stones: XY[] = [];
  private readonly timesMs: number[] = [];
  private readonly thoughts: Thinking[] = [];
  private openingPlies = 0;

  constructor(
    private readonly plan: GamePlan,
    private readonly settings: MatchGameSettings,
    /** Black, White; exchanged when swap2 gives the first player White. */
    private players: readonly [Player, Player],
  ) {
    this.position = emptyPosition(settings.size, settings.size);
  }

  async play(source: PlayerSource): Promise<Ending> {
    const unready = await this.startBoth(source);
    if (unready !== null) return unready;
    for (const point of this.plan.opening) this.place(point, 0, NO_THINKING);
    if (this.settings.swap2) {
      const failed = await this.openBySwap2();
      if (failed !== null) return failed;
    }
    this.openingPlies = this.stones.length;
    for (;;) {
      const ending = drawnByRoom(this.settings, this.stones.length) ?? (await this.turn());
      if (ending !== null) return ending;
    }
  }

  /** Readies both engines at the same time. */
  private async startBoth(source: PlayerSource): Promise<Ending | null> {
    const { size, rule } = this.settings;
    const [black, white] = await Promise.all(
      this.players.map(async (player) => {
        try {
          await player.newGame(size, rule.code, source.knowledge(player.spec));
          return null;
        } catch (error) {
          return `${player.spec.name}: ${brainErrorOf(error).message}${lastComplaint(player)}`;
        }
      }),
    );
    if (black !== null && white !== null) {
      const detail = `neither engine started: ${black}; ${white}`;
      return { result: 'draw', reason: 'start', detail, culprit: this.players[0] };
    }
    if (black !== null) return { result: 'white', reason: 'start', detail: black, culprit: this.players[0] };
    if (white !== null) return { result: 'black', reason: 'start', detail: white, culprit: this.players[1] };
    return null;
  }

  private async openBySwap2(): Promise<Ending | null> {
    const [first, second] = this.players;
    let asked = first;
    try {
      const opening = await playSwap2(
        (who, stones) => {
          asked = who === 'first' ? first : second;
          return asked.swap2(stones);
        },
        (point, stones) =>
          isLegal(this.position, point.x, point.y) && !stones.some(({ x, y }) => x === point.x && y === point.y),
      );
      if (!opening.firstHasBlack) this.players = [second, first];
      for (const point of opening.stones) {
        const color = colorAt(this.stones.length);
        const { outcome } = judgeMove(this.position, this.settings.rule, point.x, point.y, color);
        this.place(point, 0, NO_THINKING);
        if (outcome !== 'none') return this.lost(asked, 'illegal', 'the swap2 opening ended the game');
      }
      return null;
    } catch (error) {
      return this.failed(asked, brainErrorOf(error));
    }
  }

  /** Plays one move. @returns the end of the game, or null */
  private async turn(): Promise<Ending | null> {
    const ply = this.stones.length;
    const color = colorAt(ply);
    const own = color === BLACK ? 0 : 1;
    const player = this.players[own];
    try {
      const { move, elapsedMs, thinking } = await player.move(this.stones, own, this.settings.sendByBoard);
      if (!isLegal(this.position, move.x, move.y)) return this.lost(player, 'illegal', this.whyIllegal(move));
      const { outcome, forbidden } = judgeMove(this.position, this.settings.rule, move.x, move.y, color);
      this.place(move, elapsedMs, thinking);
      if (outcome === 'win') return { result: sideName(color), reason: 'five', detail: `${player.spec.name} wins` };
      if (outcome === 'foul')
        return this.lost(player, 'foul', `forbidden move ${move.x},${move.y}: ${forbidden?.kind}`, false);
      const scores = this.thoughts.slice(this.openingPlies).map(({ score }) => score);
      const adjudicated = adjudicatedByScores(this.settings, this.stones.length, scores);
      if (adjudicated?.reason !== 'resigned') return adjudicated;
      const loser = this.players[adjudicated.result === 'white' ? 0 : 1];
      return { ...adjudicated, detail: `${loser.spec.name} ${adjudicated.detail}` };
    } catch (error) {
      return this.failed(player, brainErrorOf(error));
    }
  }

  private whyIllegal({ x, y }: XY): string {
    const { size } = this.settings;
    const onBoard = x >= 0 && y >= 0 && x < size && y < size;
    return onBoard ? `move ${x},${y} is on an occupied point` : `move ${x},${y} is off the ${size}x${size} board`;
  }

  private place(point: XY, elapsedMs: number, thinking: Thinking): void {
    this.position.cells[point.y * this.settings.size + point.x] = colorAt(this.stones.length);
    this.stones.push(point);
    this.timesMs.push(Math.round(elapsedMs * 10) / 10);
    this.thoughts.push(thinking);
  }

  private failed(player: Player, error: BrainError): Ending {
    return this.lost(player, REASON_OF[error.failure], error.message);
  }

  /** @param broken whether the engine itself is at fault, not only its move */
  private lost(player: Player, reason: EndReason, detail: string, broken = true): Ending {
    const result: GameResult = player === this.players[0] ? 'white' : 'black';
    return { result, reason, detail: `${player.spec.name}: ${detail}`, ...(broken ? { culprit: player } : {}) };
  }

  record(ending: Ending): GameRecord {
    const { settings, plan, players } = this;
    const [black, white] = players;
    return {
      type: 'game',
      game: plan.game,
      black: black.spec.name,
      white: white.spec.name,
      rule: settings.rule.code,
      size: settings.size,
      openingPlies: this.openingPlies,
      moves: formatMoves(this.stones),
      result: ending.result,
      reason: ending.reason,
      detail: ending.detail,
      timesMs: this.timesMs,
      scores: this.thoughts.map(({ score }): Score | null => score),
      depths: this.thoughts.map(({ depth }) => depth),
      nodes: this.thoughts.map(({ nodes }) => nodes),
      blackSide: black.report(),
      whiteSide: white.report(),
      ...(settings.swap2 ? { swap2First: plan.black.name } : {}),
      ...(ending.culprit === undefined ? {} : { lastLines: ending.culprit.client.lastLines }),
      endedAt: new Date().toISOString(),
    };
  }
}

/** @returns the stderr output of an engine, which often explains why it did not start; empty if there is none */
function lastComplaint({ client }: Player): string {
  const line = complaintIn(client.lastLines.filter((text) => text.startsWith('! ')).map((text) => text.slice(2)));
  return line === null ? '' : `; on stderr: ${line}`;
}

/** Rethrows faults of the runner; those of engines become results. */
function brainErrorOf(error: unknown): BrainError {
  if (error instanceof BrainError) return error;
  throw error;
}
