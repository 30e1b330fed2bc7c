/** A game against the engine, or of two people at one board. */
import { BLACK, type Color, opponentOf } from '../../core/color.ts';
import { messageOf } from '../../core/errors.ts';
import type { XY } from '../../core/point.ts';
import { isUnanswered } from '../../engine/errors.ts';
import {
  type GameState,
  newGame,
  resigned,
  sideToMove,
  withoutPlies,
  withPlies,
  withPly,
} from '../../game/game-state.ts';
import { DEFAULT_LEVEL, levelOf } from '../../game/levels.ts';
import { labelOf } from '../../game/notation.ts';
import { ADVICE_LIMITS, analyze, chooseMove } from '../../game/opponent.ts';
import { type Variant, variantOf } from '../../game/variant.ts';
import { chanceOf } from '../../review/chance.ts';
import { isFoul, isLegal } from '../../rules/index.ts';
import type { EngineHost } from '../engine/host.ts';
import { Model } from '../state/model.ts';
import { keep, readKept } from '../state/storage.ts';

/** Who plays Black and White. */
export type Players = 'you-black' | 'you-white' | 'two';

export interface GameSettings {
  readonly rule: number;
  readonly size: number;
  readonly winLength: number;
  readonly level: number;
  readonly players: Players;
  /** Seconds for a move of the engine's; null: what the level takes. */
  readonly seconds: number | null;
}

export const FIRST_GAME: GameSettings = {
  rule: 0,
  size: 15,
  winLength: 5,
  level: DEFAULT_LEVEL,
  players: 'you-black',
  seconds: null,
};

export interface Hint {
  readonly point: XY;
  /** Of the side to move. */
  readonly chance: number;
  readonly line: readonly XY[];
}

/** A game as the browser keeps it. */
interface KeptGame {
  readonly settings: GameSettings;
  readonly moves: readonly (readonly number[] | null)[];
  readonly seed: number;
  readonly isResigned: boolean;
}

export type Activity = 'waiting' | 'thinking' | 'advising';

export class PlayModel extends Model {
  private readonly host: EngineHost;
  /** Told what happened, for those who do not see the board. */
  private readonly announce: (color: Color, point: string) => void;
  private current: GameSettings = FIRST_GAME;
  private state: GameState = newGame(variantOfSettings(FIRST_GAME));
  private seed = 1;
  private doing: Activity = 'waiting';
  private advice: Hint | null = null;
  private explained: XY | null = null;
  private depthReached = 0;
  /** Number of the newest task of the engine; what older ones bring is void. */
  private task = 0;

  constructor(host: EngineHost, announce: (color: Color, point: string) => void) {
    super();
    this.host = host;
    this.announce = announce;
    this.restore();
  }

  get settings(): GameSettings {
    return this.current;
  }

  get game(): GameState {
    return this.state;
  }

  get activity(): Activity {
    return this.doing;
  }

  get hint(): Hint | null {
    return this.advice;
  }

  /** A forbidden point that somebody wanted to play, and that the page explains. */
  get refused(): XY | null {
    return this.explained;
  }

  /** Plies the engine has looked ahead in the search that runs. */
  get depth(): number {
    return this.depthReached;
  }

  get color(): Color {
    return sideToMove(this.state);
  }

  /** Whether a person is to move. */
  get isYourTurn(): boolean {
    return this.state.end === null && this.isYours(this.color);
  }

  isYours(color: Color): boolean {
    const { players } = this.current;
    return players === 'two' || (players === 'you-black') === (color === BLACK);
  }

  /** Gets the engine ready before it is needed, and has it move if it is its turn. */
  enter(): void {
    this.host.for('play').prepare();
    this.goOn();
  }

  /** Gives up what the engine is at. */
  leave(): void {
    this.drop();
    this.changed();
  }

  start(settings: GameSettings): void {
    this.drop();
    this.current = settings;
    this.state = newGame(variantOfSettings(settings));
    this.seed = Math.floor(Math.random() * 2 ** 31);
    this.changedGame();
    this.goOn();
  }

  /** Goes on from a position, for instance one of an analysis. */
  continueFrom(game: GameState): void {
    const { rule, width } = game.variant;
    this.drop();
    const players: Players = sideToMove(game) === BLACK ? 'you-black' : 'you-white';
    this.current = { ...this.current, rule: rule.code, winLength: rule.winLength, size: width, players };
    this.state = game;
    this.changedGame();
  }

  /** A person's move. Nothing happens where there is a stone; a forbidden point is explained. */
  play(point: XY): void {
    const { position, variant } = this.state;
    if (!this.isYourTurn || !isLegal(position, point.x, point.y)) return;
    if (isFoul(position, variant.rule, point, this.color)) {
      this.explained = point;
      this.changed();
      return;
    }
    this.drop();
    this.put(point);
    this.goOn();
  }

  /** Takes back to the person's last turn. */
  undo(): void {
    const { plies, end } = this.state;
    if (plies.length === 0) return;
    const isEnginesStone = !this.isYours(plies.length % 2 === 1 ? BLACK : opponentOf(BLACK));
    const hasResigned = end?.reason === 'resigned';
    const count = hasResigned ? 0 : isEnginesStone && plies.length > 1 ? 2 : 1;
    const before = this.earlier(count);
    if (before === null) return;
    this.drop();
    this.state = before;
    this.changedGame();
    this.goOn();
  }

  /** @returns the game so many turns ago; null in a position that was set up and that no game leads to */
  private earlier(count: number): GameState | null {
    try {
      return withoutPlies(this.state, count);
    } catch {
      return null;
    }
  }

  /** The engine plays the other color from here on. */
  swap(): void {
    const { players } = this.current;
    if (players === 'two' || this.state.end !== null) return;
    this.drop();
    this.current = { ...this.current, players: players === 'you-black' ? 'you-white' : 'you-black' };
    this.changedGame();
    this.goOn();
  }

  resign(): void {
    if (this.state.end !== null) return;
    this.drop();
    this.state = resigned(this.state, this.loser);
    this.changedGame();
  }

  /** Who would resign: the person who plays the engine, or whoever is to move. */
  private get loser(): Color {
    const { players } = this.current;
    return players === 'two' ? this.color : players === 'you-white' ? opponentOf(BLACK) : BLACK;
  }

  /** Has the engine answer with the best it has. */
  moveNow(): void {
    if (this.doing === 'thinking') this.host.for('play').stop();
  }

  async askHint(): Promise<void> {
    if (!this.isYourTurn || this.doing !== 'waiting') return;
    const task = this.begin('advising');
    try {
      const [best] = await analyze(this.host.for('play'), this.state, ADVICE_LIMITS);
      if (task !== this.task) return;
      if (best.pv.length > 0) this.advice = { point: best.pv[0], chance: chanceOf(best), line: best.pv };
    } catch (error) {
      if (task !== this.task || isUnanswered(error)) return;
      throw new Error(`hint: ${messageOf(error)}`);
    }
    this.finish();
  }

  /** Has the engine move if it is its turn. */
  private goOn(): void {
    if (this.state.end === null && !this.isYours(this.color)) void this.letEngineMove();
  }

  private async letEngineMove(): Promise<void> {
    const task = this.begin('thinking');
    const { level, seconds } = this.current;
    const timeMs = seconds === null ? null : 1000 * seconds;
    try {
      const request = { game: this.state, level: levelOf(level), timeMs, seed: this.seed };
      const { move } = await chooseMove(this.host.for('play'), request, (info) => {
        if (task === this.task && info.depth !== this.depthReached) {
          this.depthReached = info.depth;
          this.changed();
        }
      });
      if (task !== this.task) return;
      this.put(move);
    } catch (error) {
      if (task !== this.task || isUnanswered(error)) return;
      throw new Error(`move: ${messageOf(error)}`);
    }
    this.finish();
  }

  private put(point: XY): void {
    this.announce(this.color, labelOf(point, this.state.variant.height));
    this.state = withPly(this.state, point);
    this.changedGame();
  }

  private begin(activity: Activity): number {
    this.drop();
    this.doing = activity;
    this.changed();
    return this.task;
  }

  private finish(): void {
    this.doing = 'waiting';
    this.changed();
  }

  /** Nothing that the engine is at counts any more. */
  private drop(): void {
    this.task++;
    this.depthReached = 0;
    this.advice = null;
    this.explained = null;
    if (this.doing !== 'waiting') this.host.for('play').cancel();
    this.doing = 'waiting';
  }

  private changedGame(): void {
    const { plies, end } = this.state;
    const moves = plies.map((ply) => (ply === null ? null : [ply.x, ply.y]));
    const kept: KeptGame = { settings: this.current, moves, seed: this.seed, isResigned: end?.reason === 'resigned' };
    keep('game', kept);
    this.changed();
  }

  private restore(): void {
    const kept = readKept('game') as Partial<KeptGame> | null;
    if (kept?.settings === undefined) return;
    try {
      levelOf(kept.settings.level);
      const plies = (kept.moves ?? []).map((move) => (move === null ? null : { x: move[0], y: move[1] }));
      this.state = withPlies(newGame(variantOfSettings(kept.settings)), plies);
      this.current = { ...FIRST_GAME, ...kept.settings };
      this.seed = kept.seed ?? 1;
      if (kept.isResigned === true) this.state = resigned(this.state, this.loser);
    } catch {
      // Kept by another version: a new game will do.
    }
  }
}

/** @throws MatchError if the rule has no such row or the board no room for one */
export function variantOfSettings({ rule, size, winLength }: GameSettings): Variant {
  return variantOf(rule, size, size, winLength);
}
