/** A game against the engine, or of two people at one board. */
import { BLACK, type Color, opponentOf, WHITE } from '../../core/color.ts';
import { messageOf } from '../../core/errors.ts';
import type { XY } from '../../core/point.ts';
import { isUnanswered } from '../../engine/errors.ts';
import { chooseAnswer } from '../../game/opening/player.ts';
import { equalOffers, isWithin, type OpeningStep, openingRuleOf } from '../../game/opening/rules.ts';
import {
  askedColor,
  type OpeningAnswer,
  type OpeningState,
  offerCount,
  openingAfter,
} from '../../game/opening/state.ts';
import { DEFAULT_LEVEL, levelOf } from '../../game/opponent/levels.ts';
import { ADVICE_LIMITS, analyze, chooseMove } from '../../game/opponent/opponent.ts';
import { clocksSwapped, leftOf, type SpentMs, spentAfter, timeForMove } from '../../game/played/clock.ts';
import {
  type GameState,
  gameFromSetup,
  newGame,
  resigned,
  sideToMove,
  timedOut,
  withoutPlies,
  withPlies,
  withPly,
} from '../../game/state/game-state.ts';
import { labelOf } from '../../game/state/notation.ts';
import { type Variant, variantOf } from '../../game/state/variant.ts';
import { chanceOf } from '../../review/chance.ts';
import { isFoul, isLegal } from '../../rules/index.ts';
import type { EngineHost } from '../engine/host.ts';
import { Model } from '../state/model.ts';
import { keep, readKept } from '../state/storage.ts';

/** Who plays Black and White. */
export type Players = 'you-black' | 'you-white' | 'two';

export interface GameSettings {
  readonly rule: number;
  readonly width: number;
  readonly height: number;
  readonly winLength: number;
  readonly level: number;
  readonly players: Players;
  /** Seconds for a move of the engine's; null: what the level takes. */
  readonly seconds: number | null;
  /** Minutes that either side has for the game; null: no clock. */
  readonly minutes: number | null;
  /** Name of the opening rule; null: none. */
  readonly opening: string | null;
}

export const FIRST_GAME: GameSettings = {
  rule: 0,
  width: 15,
  height: 15,
  winLength: 5,
  level: DEFAULT_LEVEL,
  players: 'you-black',
  seconds: null,
  minutes: null,
  opening: null,
};

const COLORS = [BLACK, WHITE] as const;

export interface Hint {
  readonly point: XY;
  /** Of the side to move. */
  readonly chance: number;
  readonly line: readonly XY[];
}

/** An answer to a step of the opening, and what was asked. */
export interface ToldAnswer {
  readonly answer: OpeningAnswer;
  readonly step: OpeningStep;
  /** The color that who answered had then. */
  readonly color: Color;
  readonly isYours: boolean;
}

/** Why a point cannot be played. */
export type Refusal =
  /** Forbidden to Black. */
  | { readonly kind: 'foul'; readonly point: XY }
  /** Outside the square that the opening allows. */
  | { readonly kind: 'outside'; readonly point: XY }
  /** The board turned or mirrored, it is a point that is offered. */
  | { readonly kind: 'equal'; readonly point: XY; readonly earlier: XY }
  | { readonly kind: 'not-offered'; readonly point: XY };

/** A game as the browser keeps it. */
interface KeptGame {
  /** Earlier versions knew square boards alone, by their `size`. */
  readonly settings: GameSettings & { readonly size?: number };
  readonly answers: readonly OpeningAnswer[];
  /** All turns, those of the opening among them. */
  readonly moves: readonly (readonly number[] | null)[];
  readonly seed: number;
  /** Turns at the beginning that are stones set up; earlier versions knew none. */
  readonly setupPlies?: number;
  readonly isResigned: boolean;
  readonly spent: SpentMs | null;
}

export type Activity = 'waiting' | 'thinking' | 'advising';

export class PlayModel extends Model {
  private readonly host: EngineHost;
  /** Told what happened, for those who do not see the board. */
  private readonly announce: (color: Color, point: string) => void;
  private readonly announceAnswer: (told: ToldAnswer) => void;
  private current: GameSettings = FIRST_GAME;
  private state: GameState = newGame(variantOfSettings(FIRST_GAME));
  private seed = 1;
  private doing: Activity = 'waiting';
  private advice: Hint | null = null;
  private explained: Refusal | null = null;
  /** Answers to the steps of the opening so far. */
  private answers: readonly OpeningAnswer[] = [];
  /** Null when the opening is over, or there is none. */
  private openingState: OpeningState | null = null;
  /** Turns that belong to the opening. */
  private openingPlies = 0;
  /** The opening has changed the colors. */
  private isSwapped = false;
  private told: ToldAnswer | null = null;
  private adviceInOpening: ToldAnswer | null = null;
  /** Points that a person is about to offer. */
  private picked: readonly XY[] = [];
  /** The engine's answer is wanted now. */
  private isHurried = false;
  private spent: SpentMs | null = null;
  /** Since when the side to move uses its time; null: its clock stands. */
  private since: number | null = null;
  private flag: ReturnType<typeof setTimeout> | undefined;
  /** The game is an earlier visit's: its clock stands until somebody plays. */
  private isKept = false;
  private depthReached = 0;
  /** Number of the newest task of the engine; what older ones bring is void. */
  private task = 0;

  constructor(
    host: EngineHost,
    announce: (color: Color, point: string) => void,
    announceAnswer: (told: ToldAnswer) => void,
  ) {
    super();
    this.host = host;
    this.announce = announce;
    this.announceAnswer = announceAnswer;
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

  /** The opening as far as it has come; null when it is over, or there is none. */
  get opening(): OpeningState | null {
    return this.state.end === null ? this.openingState : null;
  }

  /** What is asked; null when the opening is over, or there is none. */
  get step(): OpeningStep | null {
    return this.opening?.steps[0] ?? null;
  }

  /** The last answer in the opening, as long as nothing else has been played. */
  get lastAnswer(): ToldAnswer | null {
    return this.told;
  }

  /** What the engine would answer in a person's place. */
  get answerHint(): ToldAnswer | null {
    return this.adviceInOpening;
  }

  /** Points that are offered, or about to be. */
  get offers(): readonly XY[] {
    return this.step?.kind === 'choose' ? (this.opening?.offers ?? []) : this.picked;
  }

  /** Whether the step wants a point of the board. */
  get wantsPoint(): boolean {
    return this.step === null || ['place', 'offer', 'choose'].includes(this.step.kind);
  }

  /** A point that somebody wanted to play and may not, which the page explains. */
  get refused(): Refusal | null {
    return this.explained;
  }

  /** Plies the engine has looked ahead in the search that runs. */
  get depth(): number {
    return this.depthReached;
  }

  /** Whose stone comes next. */
  get color(): Color {
    return sideToMove(this.state);
  }

  /** Who is to move or, in an opening, to answer. */
  get turn(): Color {
    return (this.opening === null ? null : askedColor(this.opening)) ?? this.color;
  }

  /** Who has Black and White now: the opening may have changed it. */
  get players(): Players {
    return this.isSwapped ? otherPlayers(this.current.players) : this.current.players;
  }

  /** Whether a person is to move or to answer. */
  get isYourTurn(): boolean {
    return this.state.end === null && this.isYours(this.turn);
  }

  isYours(color: Color): boolean {
    const { players } = this;
    return players === 'two' || (players === 'you-black') === (color === BLACK);
  }

  /** Gets the engine ready before it is needed, and has it move if it is its turn. */
  enter(): void {
    this.host.for('play').prepare();
    if (!this.isKept || !this.isYourTurn) this.startClock();
    this.goOn();
  }

  /** Gives up what the engine is at. */
  leave(): void {
    this.spend();
    this.drop();
    this.changed();
  }

  start(settings: GameSettings): void {
    this.drop();
    this.current = settings;
    this.setAnswers([]);
    this.resetClocks();
    this.seed = Math.floor(Math.random() * 2 ** 31);
    this.changedGame();
    this.goOn();
  }

  /** Goes on from a position, for instance one of an analysis. */
  continueFrom(game: GameState): void {
    const { rule, width, height } = game.variant;
    this.drop();
    const players: Players = sideToMove(game) === BLACK ? 'you-black' : 'you-white';
    const { code, winLength } = rule;
    this.current = { ...this.current, rule: code, winLength, width, height, players, opening: null };
    this.setAnswers([]);
    this.resetClocks();
    this.state = game;
    this.changedGame();
  }

  /** A person's move. Nothing happens where there is a stone; why a point cannot be played is explained. */
  play(point: XY): void {
    const { position } = this.state;
    if (!this.isYourTurn || !this.wantsPoint || !isLegal(position, point.x, point.y)) return;
    const refusal = this.refusalOf(point);
    if (refusal !== null) {
      this.explained = refusal;
      this.changed();
      return;
    }
    const { step } = this;
    if (step?.kind === 'place') this.answer({ kind: 'place', points: [point] });
    else if (step?.kind === 'choose') this.answer({ kind: 'choose', point });
    else if (step?.kind === 'offer') this.pick(point);
    else {
      this.drop();
      this.put(point);
      this.goOn();
    }
  }

  private refusalOf(point: XY): Refusal | null {
    const { step } = this;
    const { position, variant, plies } = this.state;
    if (isFoul(position, variant.rule, point, this.color)) return { kind: 'foul', point };
    if (step?.kind === 'place' && !isWithin(point, step.within, position.width)) return { kind: 'outside', point };
    if (step?.kind === 'choose' && !this.offers.some((offer) => isSame(offer, point))) {
      return { kind: 'not-offered', point };
    }
    if (step?.kind !== 'offer' || this.picked.some((offer) => isSame(offer, point))) return null;
    const stones = plies.filter((ply) => ply !== null);
    const equal = equalOffers(variant.rule.code, variant.width, stones, [...this.picked, point]);
    return equal === null ? null : { kind: 'equal', point, earlier: equal[0] };
  }

  /** A person's answer to the step that is asked. @throws MatchError if it is none */
  answer(...answers: readonly OpeningAnswer[]): void {
    this.drop();
    for (const answer of answers) this.take(answer);
    this.goOn();
  }

  /** How many points a person has still to pick before he can offer them. */
  get missingOffers(): number {
    const { opening, step } = this;
    return opening === null || step?.kind !== 'offer' ? 0 : offerCount(step, opening) - this.picked.length;
  }

  /** Offers the points picked. */
  offerPicked(): void {
    if (this.missingOffers === 0) this.answer({ kind: 'offer', points: this.picked });
  }

  /** Picks a point to be offered, or leaves it; a point more than are wanted takes the place of the last. */
  private pick(point: XY): void {
    const others = this.picked.filter((offer) => !isSame(offer, point));
    const isPicked = others.length < this.picked.length;
    const kept = this.missingOffers === 0 && !isPicked ? others.slice(0, -1) : others;
    this.drop();
    this.picked = isPicked ? others : [...kept, point];
    this.changed();
  }

  private take(answer: OpeningAnswer): void {
    if (!this.spend()) return;
    const told = this.toldOf(answer);
    this.setAnswers([...this.answers, answer]);
    this.told = told;
    if (told !== null) this.announceAnswer(told);
    this.changedGame();
  }

  /** @returns an answer with what was asked; null if nothing is asked */
  private toldOf(answer: OpeningAnswer): ToldAnswer | null {
    const { step, turn } = this;
    return step === null ? null : { answer, step, color: turn, isYours: this.isYours(turn) };
  }

  /** Makes the game what the opening has come to by these answers. */
  private setAnswers(answers: readonly OpeningAnswer[]): void {
    const { opening: name } = this.current;
    const variant = variantOfSettings(this.current);
    const { opening, game, isSwapped } =
      name === null
        ? { opening: null, game: newGame(variant), isSwapped: false }
        : openingAfter(openingRuleOf(name), variant, answers);
    if (isSwapped !== this.isSwapped) this.spent = clocksSwapped(this.spent);
    this.answers = answers;
    this.state = game;
    this.openingState = opening === null || opening.steps.length === 0 ? null : opening;
    this.openingPlies = game.plies.length;
    this.isSwapped = isSwapped;
    this.told = null;
    this.picked = [];
  }

  /** Whether there is something to take back. */
  get canUndo(): boolean {
    const { plies, end, setupPlies = 0 } = this.state;
    if (end !== null) return true;
    return this.isInOpening ? this.answersBefore !== null : plies.length > setupPlies;
  }

  /**
   * Takes back to the person's last turn or, in an opening, to the last answer of a person. A game that was given up goes on,
   * one that was lost on time with fresh clocks.
   */
  undo(): void {
    if (!this.canUndo || (this.state.end === null && !this.spend())) return;
    const { plies, end } = this.state;
    const isUnplayed = end?.reason === 'resigned' || end?.reason === 'time';
    if (end?.reason === 'time') this.resetClocks();
    const before = this.isInOpening && !isUnplayed ? this.answersBefore : null;
    if (before !== null) {
      this.drop();
      this.setAnswers(before);
    } else {
      const isEnginesStone = !this.isYours(plies.length % 2 === 1 ? BLACK : WHITE);
      const earlier = this.earlier(isUnplayed ? 0 : isEnginesStone && plies.length > 1 ? 2 : 1);
      if (earlier === null) return;
      this.drop();
      this.state = earlier;
    }
    this.changedGame();
    this.goOn();
  }

  /** Whether the game has come to no turn of a person behind its opening. */
  private get isInOpening(): boolean {
    if (this.answers.length === 0 && this.openingState === null) return false;
    return !this.state.plies.some((_, i) => i >= this.openingPlies && this.isYours(i % 2 === 0 ? BLACK : WHITE));
  }

  /** The answers before the last one of a person; null if there is none. */
  private get answersBefore(): readonly OpeningAnswer[] | null {
    const { opening: name } = this.current;
    if (name === null) return null;
    const variant = variantOfSettings(this.current);
    for (let count = this.answers.length - 1; count >= 0; count--) {
      const answers = this.answers.slice(0, count);
      const { opening, isSwapped } = openingAfter(openingRuleOf(name), variant, answers);
      const asked = askedColor(opening) ?? BLACK;
      if (this.isYours(isSwapped === this.isSwapped ? asked : opponentOf(asked))) return answers;
    }
    return null;
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
    if (!this.canSwap || this.state.end !== null || !this.spend()) return;
    this.drop();
    this.current = { ...this.current, players: otherPlayers(this.current.players) };
    this.changedGame();
    this.goOn();
  }

  /** In an opening the steps tell who may take which color. */
  get canSwap(): boolean {
    return this.current.players !== 'two' && this.opening === null;
  }

  resign(): void {
    if (this.state.end !== null || !this.spend()) return;
    this.drop();
    this.state = resigned(this.state, this.loser);
    this.changedGame();
  }

  /** Who would resign: the person who plays the engine, or whoever is to move. */
  private get loser(): Color {
    const { players } = this;
    return players === 'two' ? this.turn : players === 'you-white' ? opponentOf(BLACK) : BLACK;
  }

  /** Has the engine answer with the best it has. */
  moveNow(): void {
    if (this.doing !== 'thinking') return;
    this.isHurried = true;
    this.host.for('play').stop();
  }

  async askHint(): Promise<void> {
    if (!this.isYourTurn || this.doing !== 'waiting') return;
    const task = this.begin('advising');
    try {
      if (this.opening !== null) {
        const answer = await this.findAnswer(this.opening, task);
        if (task !== this.task) return;
        this.adviceInOpening = this.toldOf(answer);
        this.finish();
        return;
      }
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
    if (this.state.end !== null || this.isYours(this.turn)) return;
    if (this.opening === null) void this.letEngineMove();
    else void this.letEngineAnswer(this.opening);
  }

  private async letEngineAnswer(opening: OpeningState): Promise<void> {
    const task = this.begin('thinking');
    try {
      const answer = await this.findAnswer(opening, task);
      if (task !== this.task) return;
      this.take(answer);
    } catch (error) {
      if (task !== this.task || isUnanswered(error)) return;
      throw new Error(`opening: ${messageOf(error)}`);
    }
    this.finish();
    this.goOn();
  }

  /** @returns what the engine would answer, be it asked or a person */
  private findAnswer(opening: OpeningState, task: number): Promise<OpeningAnswer> {
    const request = { ...this.request, opening };
    return chooseAnswer(this.host.for('play'), request, () => this.isHurried || task !== this.task);
  }

  private get request() {
    const { level, seconds } = this.current;
    const timeMs = timeForMove(this.leftMs(this.turn), seconds === null ? null : 1000 * seconds);
    return { game: this.state, level: levelOf(level), timeMs, seed: this.seed };
  }

  private async letEngineMove(): Promise<void> {
    const task = this.begin('thinking');
    try {
      const { move } = await chooseMove(this.host.for('play'), this.request, (info) => {
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
    if (!this.spend()) return;
    this.announce(this.color, labelOf(point, this.state.variant.height));
    this.state = withPly(this.state, point);
    this.told = null;
    this.changedGame();
  }

  private get clockMs(): number | null {
    const { minutes } = this.current;
    return minutes === null ? null : 60_000 * minutes;
  }

  /** Milliseconds that a side has left, its clock running; null: there is no clock. */
  leftMs(color: Color): number | null {
    const { clockMs, since, turn } = this;
    if (clockMs === null) return null;
    const used = since === null ? 0 : performance.now() - since;
    return leftOf(spentAfter(this.spent, turn, used), color, clockMs);
  }

  /** Whether somebody's clock runs. */
  get isClockRunning(): boolean {
    return this.since !== null;
  }

  /** From now on the side to move, or to answer, uses its time. */
  private startClock(): void {
    clearTimeout(this.flag);
    this.since = null;
    if (this.clockMs === null || this.state.end !== null) return;
    this.since = performance.now();
    // A timer may be early.
    const look = () => this.spend() && this.startClock();
    this.flag = setTimeout(look, this.leftMs(this.turn) ?? 0);
  }

  /** Counts the time that was used, and lets the clock stand. @returns false if it was all there was: the game is lost */
  private spend(): boolean {
    const { since, turn, clockMs } = this;
    clearTimeout(this.flag);
    this.since = null;
    if (this.state.end !== null) return false;
    if (since === null || clockMs === null) return true;
    this.spent = spentAfter(this.spent, turn, performance.now() - since);
    if (leftOf(this.spent, turn, clockMs) > 0) return true;
    this.drop();
    this.state = timedOut(this.state, turn);
    this.changedGame();
    return false;
  }

  private resetClocks(): void {
    clearTimeout(this.flag);
    this.since = null;
    this.spent = null;
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
    this.adviceInOpening = null;
    this.explained = null;
    this.isHurried = false;
    if (this.doing !== 'waiting') this.host.for('play').cancel();
    this.doing = 'waiting';
  }

  private changedGame(): void {
    const { answers, seed, spent, current: settings } = this;
    const { plies, end, setupPlies = 0 } = this.state;
    this.isKept = false;
    this.startClock();
    const moves = plies.map((ply) => (ply === null ? null : [ply.x, ply.y]));
    const isResigned = end?.reason === 'resigned';
    keep('game', { settings, answers, moves, seed, setupPlies, isResigned, spent } satisfies KeptGame);
    this.changed();
  }

  private restore(): void {
    const kept = readKept('game') as Partial<KeptGame> | null;
    if (kept?.settings === undefined) return;
    try {
      levelOf(kept.settings.level);
      const { size, ...settings } = kept.settings;
      this.current = { ...FIRST_GAME, ...(size === undefined ? {} : { width: size, height: size }), ...settings };
      this.setAnswers(kept.answers ?? []);
      const plies = (kept.moves ?? []).map((move) => (move === null ? null : { x: move[0], y: move[1] }));
      const setUp = kept.setupPlies ?? 0;
      const start = setUp === 0 ? this.state : gameFromSetup(this.state.variant, plies.slice(0, setUp));
      this.state = withPlies(start, plies.slice(start.plies.length));
      this.seed = kept.seed ?? 1;
      this.spent = kept.spent ?? null;
      this.isKept = true;
      const { clockMs, spent } = this;
      const fallen = clockMs === null ? undefined : COLORS.find((color) => leftOf(spent, color, clockMs) === 0);
      if (kept.isResigned === true) this.state = resigned(this.state, this.loser);
      else if (fallen !== undefined && this.state.end === null) this.state = timedOut(this.state, fallen);
    } catch {
      // Kept by another version: a new game will do.
      this.current = FIRST_GAME;
      this.setAnswers([]);
    }
  }
}

function otherPlayers(players: Players): Players {
  if (players === 'two') return 'two';
  return players === 'you-black' ? 'you-white' : 'you-black';
}

function isSame(a: XY, b: XY): boolean {
  return a.x === b.x && a.y === b.y;
}

/** @throws MatchError if the rule has no such row or the board no room for one */
export function variantOfSettings({ rule, width, height, winLength }: GameSettings): Variant {
  return variantOf(rule, width, height, winLength);
}
