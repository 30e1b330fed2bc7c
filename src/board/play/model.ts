/** A game against the engine, or of two people at one board, as the page plays it. */
import { BLACK, type Color } from '../../core/color.ts';
import { samePoint, type XY } from '../../core/point.ts';
import { ADVICE_LIMITS, analyze } from '../../game/analysis/analysis.ts';
import { chooseAnswer } from '../../game/opening/player.ts';
import type { OpeningStep } from '../../game/opening/rules.ts';
import { type OpeningAnswer, type OpeningState, offerCount } from '../../game/opening/state.ts';
import { chooseMove } from '../../game/opponent/opponent.ts';
import { clockAfter, leftOf } from '../../game/played/clock.ts';
import {
  answerOpening,
  askedOpening,
  canRedo,
  canSwap,
  canUndo,
  continuedFrom,
  isPersonToAct,
  newPlayedGame,
  type PlayedGame,
  play,
  redo,
  resign,
  spend,
  swapSeats,
  thinkRequest,
  toAct,
  undo,
} from '../../game/played/played-game.ts';
import { isHuman } from '../../game/played/seats.ts';
import { type GameState, sideToMove } from '../../game/state/game-state.ts';
import { labelOf } from '../../game/state/notation.ts';
import { chanceOf } from '../../review/chance.ts';
import { isLegal } from '../../rules/index.ts';
import type { EngineHost } from '../engine/host.ts';
import { Model } from '../state/model.ts';
import { type Activity, EngineTurn, type Search, type SearchPurpose } from './engine-turn.ts';
import { GameKeeper } from './keeper.ts';
import { isAmong, type Refusal, refusalOf } from './refusal.ts';
import { RunningClock } from './running-clock.ts';
import type { PageGame } from './saving.ts';
import { FIRST_GAME, type GameSettings, setupOf, withSidesSwapped } from './settings.ts';

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

/** What is said of a position besides whose turn it is. */
export interface Remarks {
  readonly hint: Hint | null;
  /** What the engine would answer in a person's place. */
  readonly answerHint: ToldAnswer | null;
  /** A point that somebody wanted to play and may not. */
  readonly refused: Refusal | null;
}

const NO_REMARKS: Remarks = { hint: null, answerHint: null, refused: null };

export class PlayModel extends Model {
  private readonly host: EngineHost;
  /** Told what happened, for those who do not see the board. */
  private readonly announce: (color: Color, point: string) => void;
  private readonly announceAnswer: (told: ToldAnswer) => void;
  private readonly engine: EngineTurn;
  private readonly clock = new RunningClock();
  private readonly keeper = new GameKeeper();
  private current: PageGame;
  private said = NO_REMARKS;
  private told: ToldAnswer | null = null;
  /** Points that a person is about to offer. */
  private picked: readonly XY[] = [];
  /** The game is an earlier visit's: its clock stands until somebody plays. */
  private isKept: boolean;

  constructor(
    host: EngineHost,
    announce: (color: Color, point: string) => void,
    announceAnswer: (told: ToldAnswer) => void,
  ) {
    super();
    this.host = host;
    this.announce = announce;
    this.announceAnswer = announceAnswer;
    this.engine = new EngineTurn(host, () => this.changed());
    const kept = this.keeper.restored;
    this.isKept = kept !== null;
    this.current = kept ?? { settings: FIRST_GAME, played: newPlayedGame(setupOf(FIRST_GAME)), seed: 1 };
  }

  get settings(): GameSettings {
    return this.current.settings;
  }

  get played(): PlayedGame {
    return this.current.played;
  }

  /** The board, with what has been played. */
  get game(): GameState {
    return this.played.state;
  }

  get activity(): Activity {
    return this.engine.activity;
  }

  /** Plies the engine has looked ahead in the search that runs. */
  get depth(): number {
    return this.engine.depth;
  }

  /** What is said of the position, until it changes. */
  get remarks(): Remarks {
    return this.said;
  }

  /** The opening as far as it has come; null when it is over, or there is none. */
  get opening(): OpeningState | null {
    return askedOpening(this.played);
  }

  /** What is asked; null when the opening is over, or there is none. */
  get step(): OpeningStep | null {
    return this.opening?.steps[0] ?? null;
  }

  /** The last answer in the opening, as long as nothing else has been played. */
  get lastAnswer(): ToldAnswer | null {
    return this.told;
  }

  /** Points that are offered, or about to be. */
  get offers(): readonly XY[] {
    return this.step?.kind === 'choose' ? (this.opening?.offers ?? []) : this.picked;
  }

  /** How many points a person has still to pick before he can offer them. */
  get missingOffers(): number {
    const { opening, step } = this;
    return opening === null || step?.kind !== 'offer' ? 0 : offerCount(step, opening) - this.picked.length;
  }

  /** Whether the step wants a point of the board. */
  get wantsPoint(): boolean {
    return this.step === null || ['place', 'offer', 'choose'].includes(this.step.kind);
  }

  /** Whether a person is to move or to answer. */
  get isYourTurn(): boolean {
    return isPersonToAct(this.played);
  }

  /** Milliseconds that a side has left, its clock running; null: there is no clock. */
  leftMs(color: Color): number | null {
    return leftOf(clockAfter(this.played.clock, toAct(this.played), this.clock.runningMs), color);
  }

  /** Whether somebody's clock runs. */
  get isClockRunning(): boolean {
    return this.clock.isRunning;
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
    this.clock.stop();
    this.keeper.begin();
    const seed = Math.floor(Math.random() * 2 ** 31);
    this.become({ settings, played: newPlayedGame(setupOf(settings)), seed });
  }

  /** Goes on from a position, for instance one of an analysis. */
  continueFrom(game: GameState): void {
    const { rule, width, height } = game.variant;
    this.clock.stop();
    const players = sideToMove(game) === BLACK ? 'you-black' : 'you-white';
    const { code, winLength } = rule;
    const settings = { ...this.settings, rule: code, winLength, width, height, players, opening: null } as const;
    this.keeper.begin();
    this.setGame({ ...this.current, settings, played: continuedFrom(newPlayedGame(setupOf(settings)), game) });
  }

  /** A person's move. Nothing happens where there is a stone; why a point cannot be played is explained. */
  play(point: XY): void {
    const { position } = this.game;
    if (!this.isYourTurn || !this.wantsPoint || !isLegal(position, point.x, point.y)) return;
    const refused = refusalOf(this.played, this.picked, point);
    if (refused !== null) {
      this.remark({ ...this.said, refused });
      return;
    }
    const { step } = this;
    if (step?.kind === 'place') this.answer({ kind: 'place', points: [point] });
    else if (step?.kind === 'choose') this.answer({ kind: 'choose', point });
    else if (step?.kind === 'offer') this.pick(point);
    else {
      this.put(point);
      this.goOn();
    }
  }

  /** A person's answer to the step that is asked, or to several. @throws UserError if it is none */
  answer(...answers: readonly OpeningAnswer[]): void {
    this.take(answers);
    this.goOn();
  }

  /** Offers the points picked. */
  offerPicked(): void {
    if (this.missingOffers === 0) this.answer({ kind: 'offer', points: this.picked });
  }

  /** Picks a point to be offered, or leaves it; a point more than are wanted takes the place of the last. */
  private pick(point: XY): void {
    const { picked } = this;
    const isPicked = isAmong(point, picked);
    const left = isPicked ? picked.filter((offer) => !samePoint(offer, point)) : picked;
    const kept = this.missingOffers === 0 && !isPicked ? left.slice(0, -1) : left;
    this.drop();
    this.picked = isPicked ? kept : [...kept, point];
    this.changed();
  }

  /** Takes back to the last turn of a person. */
  undo(): void {
    if (canUndo(this.played)) this.turnTo(undo);
  }

  /** Plays again what was taken back. */
  redo(): void {
    if (canRedo(this.played)) this.turnTo(redo);
  }

  /** The engine plays the other color from here on. */
  swap(): void {
    if (!canSwap(this.played) || !this.spend()) return;
    const { current } = this;
    this.become({ ...current, settings: withSidesSwapped(this.settings), played: swapSeats(this.played) });
  }

  resign(): void {
    if (this.spend()) this.setGame({ ...this.current, played: resign(this.played) });
  }

  /** Has the engine answer with the best it has. */
  moveNow(): void {
    this.engine.hurry();
  }

  async askHint(): Promise<void> {
    if (!this.isYourTurn || this.activity !== 'waiting') return;
    const { opening } = this;
    if (opening !== null) {
      const answer = await this.find('advising', 'hint', this.answerer(opening));
      if (answer === null) return;
      this.remark({ ...NO_REMARKS, answerHint: toldOf(this.played, answer) });
    } else {
      const found = await this.find('advising', 'hint', (analyzer) => analyze(analyzer, this.game, ADVICE_LIMITS));
      if (found === null) return;
      const [best] = found;
      const hint = best.pv.length === 0 ? null : { point: best.pv[0], chance: chanceOf(best), line: best.pv };
      this.remark({ ...NO_REMARKS, hint });
    }
  }

  private remark(said: Remarks): void {
    this.said = said;
    this.changed();
  }

  /** Has the engine move or answer if it is its turn. */
  private goOn(): void {
    if (this.game.end !== null || this.isYourTurn) return;
    if (this.opening === null) void this.playEngineMove();
    else void this.letEngineAnswer(this.opening);
  }

  private async playEngineMove(): Promise<void> {
    const { request } = this;
    const choice = await this.find('thinking', 'move', (analyzer, { onInfo }) => chooseMove(analyzer, request, onInfo));
    if (choice !== null) this.put(choice.move);
  }

  private async letEngineAnswer(opening: OpeningState): Promise<void> {
    const answer = await this.find('thinking', 'opening', this.answerer(opening));
    if (answer === null) return;
    this.take([answer]);
    this.goOn();
  }

  /** @returns what finds the engine's answer, be it asked or a person */
  private answerer(opening: OpeningState): Search<OpeningAnswer> {
    const request = { ...this.request, opening };
    return (analyzer, { isMoveNowRequested }) => chooseAnswer(analyzer, request, isMoveNowRequested);
  }

  private get request() {
    const { level, seconds } = this.settings;
    return thinkRequest(this.played, level, seconds === null ? null : 1000 * seconds, this.current.seed);
  }

  private find<T>(purpose: SearchPurpose, name: string, search: Search<T>): Promise<T | null> {
    this.drop();
    return this.engine.find(purpose, name, search);
  }

  private put(point: XY): void {
    if (!this.spend()) return;
    this.announce(sideToMove(this.game), labelOf(point, this.game.variant.height));
    this.setGame({ ...this.current, played: play(this.played, point) });
  }

  private take(answers: readonly OpeningAnswer[]): void {
    const last = answers[answers.length - 1];
    const told = toldOf(answerOpening(this.played, answers.slice(0, -1)), last);
    if (!this.spend()) return;
    this.setGame({ ...this.current, played: answerOpening(this.played, answers) }, told);
    if (told !== null) this.announceAnswer(told);
  }

  /** To another point of the same game, where whoever is asked goes on. */
  private turnTo(step: (game: PlayedGame) => PlayedGame): void {
    if (this.game.end === null && !this.spend()) return;
    this.become({ ...this.current, played: step(this.played) });
  }

  private become(game: PageGame): void {
    this.setGame(game);
    this.goOn();
  }

  /** From now on the side to move, or to answer, uses its time. */
  private startClock(): void {
    const left = this.leftMs(toAct(this.played));
    // A timer may be early.
    if (left !== null && this.game.end === null) this.clock.start(left, () => this.spend() && this.startClock());
  }

  /** Counts the time that was used, and lets the clock stand. @returns false if the game is over, or was lost by it */
  private spend(): boolean {
    const ms = this.clock.stop();
    if (this.game.end !== null) return false;
    const played = spend(this.played, ms);
    if (played.state.end !== null) this.setGame({ ...this.current, played });
    else this.current = { ...this.current, played };
    return played.state.end === null;
  }

  /** Nothing that the engine is at counts any more, nor what was said of the position. */
  private drop(): void {
    this.engine.drop();
    this.said = NO_REMARKS;
  }

  private setGame(game: PageGame, told: ToldAnswer | null = null): void {
    this.drop();
    this.current = game;
    this.told = told;
    this.picked = [];
    this.isKept = false;
    this.startClock();
    this.keeper.save(game);
    this.changed();
  }
}

/** @returns an answer with what is asked; null if nothing is */
function toldOf(game: PlayedGame, answer: OpeningAnswer): ToldAnswer | null {
  const step = askedOpening(game)?.steps[0];
  const color = toAct(game);
  return step === undefined ? null : { answer, step, color, isYours: isHuman(game.seats, color) };
}
