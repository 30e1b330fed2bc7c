/** A game on the page, against the engine or between two people. */
import { BLACK, type Color } from '../../../core/color.ts';
import { samePoint, type XY } from '../../../core/point.ts';
import type { SearchInfo } from '../../../engine/api.ts';
import { winChance } from '../../../engine/win-chance.ts';
import { ADVICE_LIMITS, type Analyzer, analyze } from '../../../play/analysis/analysis.ts';
import { chooseAnswer } from '../../../play/opening/player.ts';
import type { OpeningStep } from '../../../play/opening/rules.ts';
import { type OpeningAnswer, type OpeningState, offerCount } from '../../../play/opening/state.ts';
import { chooseMove, type OpponentChoice, seedOfMove } from '../../../play/opponent/opponent.ts';
import { type Clock, clockAfter, leftOf } from '../../../play/played/clock.ts';
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
} from '../../../play/played/played-game.ts';
import { isHuman } from '../../../play/played/seats.ts';
import { type GameState, sideToMove } from '../../../play/state/game-state.ts';
import { labelOf } from '../../../play/state/notation.ts';
import { isLegal } from '../../../rules/index.ts';
import type { EngineHost } from '../../engine/host.ts';
import { EngineTasks } from '../../engine/tasks.ts';
import { knownWinsFor } from '../../shelf/book/known-wins.ts';
import { GameKeeper, type StoredGame } from '../../shelf/played/keeper.ts';
import type { PageGame } from '../../shelf/played/saving.ts';
import { FIRST_GAME, type GameSettings, setupOf, withSidesSwapped } from '../../shelf/played/settings.ts';
import { Model } from '../../state/model.ts';
import { isAmong, type Refusal, refusalOf } from './refusal.ts';
import { RunningClock } from './running-clock.ts';

export interface Hint {
  readonly point: XY;
  /** Win chance of the side to move. */
  readonly chance: number;
  readonly line: readonly XY[];
}

/** An answer to a step of the opening, with the step. */
export interface ToldAnswer {
  readonly answer: OpeningAnswer;
  readonly step: OpeningStep;
  /** The color that the answering player had. */
  readonly color: Color;
  readonly isYours: boolean;
}

interface Remarks {
  readonly hint: Hint | null;
  /** The engine's advice for an answer. */
  readonly answerHint: ToldAnswer | null;
  /** A point that the person tried to play and may not. */
  readonly refused: Refusal | null;
}

interface LoggedMove extends OpponentChoice {
  /** From 1. */
  readonly number: number;
}

/** A move or an answer of the engine, or a hint. */
type SearchPurpose = 'thinking' | 'advising';

/** How a search learns that it has to hurry, and where it reports its progress. */
interface SearchHooks {
  readonly isMoveNowRequested: () => boolean;
  readonly onInfo: (info: SearchInfo) => void;
}
type Search<T> = (analyzer: Analyzer, hooks: SearchHooks) => Promise<T>;

/** Pause after each move of a game between engines, ms. */
const PAUSE_MS = 400;

const NO_REMARKS: Remarks = { hint: null, answerHint: null, refused: null };

export class PlayModel extends Model {
  private readonly tasks: EngineTasks<SearchPurpose>;
  /** Depth in plies of the current search. */
  depth = 0;
  private isMoveNowRequested = false;
  private readonly clock = new RunningClock();
  private readonly keeper = new GameKeeper();
  private current: PageGame;
  /** Remarks about the position, until it changes. */
  remarks: Remarks = NO_REMARKS;
  /** The last answer in the opening, until the next move. */
  lastAnswer: ToldAnswer | null = null;
  /** The last move or answer of this game, for screen readers; null: none yet. */
  announced: { readonly color: Color; readonly point: string } | ToldAnswer | null = null;
  /** Points that a person has picked to offer. */
  private picked: readonly XY[] = [];
  /** Whether a game between engines waits for {@link resume}. */
  isPaused = false;
  /** The moves of a game between engines since the page shows it, with what the searches found. */
  log: readonly LoggedMove[] = [];
  /** Whether the game is from an earlier visit: its clock waits for the next move. */
  private isKept: boolean;

  constructor(private readonly host: EngineHost) {
    super();
    this.tasks = new EngineTasks(
      () => host.for('play'),
      () => this.changed(),
    );
    const kept = this.keeper.restored;
    this.isKept = kept !== null;
    this.current = kept ?? newGameOf(FIRST_GAME, 1);
    // The engines of an earlier visit wait for the user.
    this.isPaused = kept !== null && this.isEnginesGame;
  }

  /** The current game as it is stored, once it is over; null: it is not. */
  get finished(): StoredGame | null {
    return this.game.end === null ? null : this.keeper.own;
  }

  /** Called once another game has replaced the current one. */
  set onReplaced(listener: () => void) {
    this.keeper.onReplaced = listener;
  }

  get settings(): GameSettings {
    return this.current.settings;
  }

  /** @see PageGame.isAided */
  get isAided(): boolean {
    return this.current.isAided;
  }

  get played(): PlayedGame {
    return this.current.played;
  }

  /** The board and its moves. */
  get game(): GameState {
    return this.played.state;
  }

  get activity(): SearchPurpose | 'waiting' {
    return this.tasks.current ?? 'waiting';
  }

  /** The state of the opening; null if it is over, or if there is none. */
  get opening(): OpeningState | null {
    return askedOpening(this.played);
  }

  /** The current step of the opening; null if it is over, or if there is none. */
  get step(): OpeningStep | null {
    return this.opening?.steps[0] ?? null;
  }

  /** Points that are offered, or picked to be. */
  get offers(): readonly XY[] {
    return this.step?.kind === 'choose' ? (this.opening?.offers ?? []) : this.picked;
  }

  /** Number of points that the person still has to pick for an offer. */
  get missingOffers(): number {
    const { opening, step } = this;
    return opening === null || step?.kind !== 'offer' ? 0 : offerCount(step, opening) - this.picked.length;
  }

  /** Whether a point of the board answers the step. */
  get wantsPoint(): boolean {
    return this.step === null || ['place', 'offer', 'choose'].includes(this.step.kind);
  }

  /** Whether a person is to move or to answer. */
  get isYourTurn(): boolean {
    return isPersonToAct(this.played);
  }

  /** The clocks, up to now. */
  get clocks(): Clock {
    return clockAfter(this.played.clock, toAct(this.played), this.clock.runningMs);
  }

  /** Whether the engine plays both sides. */
  get isEnginesGame(): boolean {
    const { black, white } = this.played.seats;
    return black !== 'human' && white !== 'human';
  }

  pause(): void {
    if (!this.spend()) return;
    this.drop();
    this.isPaused = true;
    this.changed();
  }

  resume(): void {
    this.isPaused = false;
    this.startClock();
    this.goOn();
    this.changed();
  }

  get isClockRunning(): boolean {
    return this.clock.isRunning;
  }

  /** Prepares the engine, and lets it move if it is its turn. */
  enter(): void {
    this.host.for('play').prepare();
    if (!this.isKept || !this.isYourTurn) this.startClock();
    this.goOn();
  }

  /** Cancels the engine's task and stops the clock. */
  leave(): void {
    this.spend();
    this.drop();
    this.changed();
  }

  start(settings: GameSettings): void {
    this.begin();
    this.become(newGameOf(settings, Math.floor(Math.random() * 2 ** 31)));
  }

  /** Continues from a position, for instance one of an analysis. */
  continueFrom(game: GameState): void {
    const { rule, width, height } = game.variant;
    const players = sideToMove(game) === BLACK ? 'you-black' : 'you-white';
    const { code, winLength } = rule;
    const settings = { ...this.settings, rule: code, winLength, width, height, players, opening: null } as const;
    this.begin();
    const played = continuedFrom(newPlayedGame(setupOf(settings)), game);
    this.setGame({ ...this.current, settings, played, isAided: true });
  }

  private begin(): void {
    this.clock.stop();
    this.keeper.begin();
    this.log = [];
    this.isPaused = false;
    this.announced = null;
  }

  /** Plays a person's move. Ignores occupied points; explains why another point cannot be played. */
  play(point: XY): void {
    const { position } = this.game;
    if (!this.isYourTurn || !this.wantsPoint || !isLegal(position, point.x, point.y)) return;
    const refused = refusalOf(this.played, this.picked, point);
    if (refused !== null) {
      this.remark({ ...this.remarks, refused });
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

  /** Answers the current step of the opening, or several. @throws UserError for an invalid answer */
  answer(...answers: readonly OpeningAnswer[]): void {
    this.take(answers);
    this.goOn();
  }

  offerPicked(): void {
    if (this.missingOffers === 0) this.answer({ kind: 'offer', points: this.picked });
  }

  /** Picks a point to offer, or removes it; a surplus point replaces the last one. */
  private pick(point: XY): void {
    const { picked } = this;
    const isPicked = isAmong(point, picked);
    const left = isPicked ? picked.filter((offer) => !samePoint(offer, point)) : picked;
    const kept = this.missingOffers === 0 && !isPicked ? left.slice(0, -1) : left;
    this.drop();
    this.picked = isPicked ? kept : [...kept, point];
    this.changed();
  }

  /** Undoes turns back to the last one of a person. */
  undo(): void {
    this.isPaused = this.isEnginesGame;
    if (canUndo(this.played)) this.turnTo(undo);
  }

  redo(): void {
    if (canRedo(this.played)) this.turnTo(redo);
  }

  swap(): void {
    if (!canSwap(this.played) || !this.spend()) return;
    const settings = withSidesSwapped(this.settings);
    this.become({ ...this.current, settings, played: swapSeats(this.played), isAided: true });
  }

  resign(): void {
    if (this.spend()) this.setGame({ ...this.current, played: resign(this.played) });
  }

  moveNow(): void {
    if (this.activity !== 'thinking') return;
    this.isMoveNowRequested = true;
    this.host.for('play').stop();
  }

  async askHint(): Promise<void> {
    if (!this.isYourTurn || this.activity !== 'waiting') return;
    this.current = { ...this.current, isAided: true };
    const { opening } = this;
    if (opening !== null) {
      const answer = await this.find('advising', 'hint', this.answerer(opening));
      if (answer === null) return;
      this.remark({ ...NO_REMARKS, answerHint: toldOf(this.played, answer) });
    } else {
      const found = await this.find('advising', 'hint', (analyzer) => analyze(analyzer, this.game, ADVICE_LIMITS));
      if (found === null) return;
      const [best] = found;
      const hint = best.pv.length === 0 ? null : { point: best.pv[0], chance: winChance(best), line: best.pv };
      this.remark({ ...NO_REMARKS, hint });
    }
  }

  private remark(said: Remarks): void {
    this.remarks = said;
    this.changed();
  }

  /** Lets the engine move or answer if it is its turn. */
  private goOn(): void {
    if (this.game.end !== null || this.isYourTurn || this.isPaused) return;
    if (this.opening === null) void this.playEngineMove();
    else void this.letEngineAnswer(this.opening);
  }

  private async playEngineMove(): Promise<void> {
    const { request } = this;
    const { isEnginesGame } = this;
    this.host.for('play').setBook(knownWinsFor(request), { seed: seedOfMove(request) });
    const choice = await this.find('thinking', 'move', async (analyzer, { onInfo, isMoveNowRequested }) => {
      const chosen = await chooseMove(analyzer, request, onInfo, isMoveNowRequested);
      // A person has to see each move of a game that only engines play.
      if (isEnginesGame) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      return chosen;
    });
    if (choice === null) return;
    if (isEnginesGame) this.noteMove(choice);
    this.put(choice.move);
    this.goOn();
  }

  private noteMove({ move, figures }: OpponentChoice): void {
    const number = this.game.plies.length + 1;
    this.log = [...this.log.filter((one) => one.number < number), { number, move, figures }];
  }

  private async letEngineAnswer(opening: OpeningState): Promise<void> {
    const answer = await this.find('thinking', 'opening', this.answerer(opening));
    if (answer === null) return;
    this.take([answer]);
    this.goOn();
  }

  /** @returns the search for an answer, as the engine's own or as advice */
  private answerer(opening: OpeningState): Search<OpeningAnswer> {
    const request = { ...this.request, opening };
    return (analyzer, { isMoveNowRequested }) => chooseAnswer(analyzer, request, isMoveNowRequested);
  }

  private get request() {
    const { level, seconds } = this.settings;
    return thinkRequest(this.played, level, seconds === null ? null : 1000 * seconds, this.current.seed);
  }

  /**
   * Runs a search in place of the current one.
   * @param name of the search in error messages
   * @returns its result; null if another search has replaced it, or if the engine does not answer
   */
  private find<T>(purpose: SearchPurpose, name: string, search: Search<T>): Promise<T | null> {
    this.drop();
    return this.tasks.run(purpose, name, (engine, isCurrent) =>
      search(engine, {
        isMoveNowRequested: () => this.isMoveNowRequested || !isCurrent(),
        onInfo: ({ depth }) => {
          if (!isCurrent() || depth === this.depth) return;
          this.depth = depth;
          this.changed();
        },
      }),
    );
  }

  private put(point: XY): void {
    if (!this.spend()) return;
    this.announced = { color: sideToMove(this.game), point: labelOf(point, this.game.variant.height) };
    this.setGame({ ...this.current, played: play(this.played, point) });
  }

  private take(answers: readonly OpeningAnswer[]): void {
    const last = answers[answers.length - 1];
    const told = toldOf(answerOpening(this.played, answers.slice(0, -1)), last);
    if (!this.spend()) return;
    if (told !== null) this.announced = told;
    this.setGame({ ...this.current, played: answerOpening(this.played, answers) }, told);
  }

  /** Goes to another point of the same game. */
  private turnTo(step: (game: PlayedGame) => PlayedGame): void {
    if (this.game.end === null && !this.spend()) return;
    this.become({ ...this.current, played: step(this.played), isAided: true });
  }

  private become(game: PageGame): void {
    this.setGame(game);
    this.goOn();
  }

  private startClock(): void {
    if (this.isPaused) return;
    const left = leftOf(this.clocks, toAct(this.played));
    // A timer may be early.
    if (left !== null && this.game.end === null) this.clock.start(left, () => this.spend() && this.startClock());
  }

  /** Stops the clock and counts the time used. @returns false if the game is over, or is lost on time now */
  private spend(): boolean {
    const ms = this.clock.stop();
    if (this.game.end !== null) return false;
    const played = spend(this.played, ms);
    if (played.state.end !== null) this.setGame({ ...this.current, played });
    else this.current = { ...this.current, played };
    return played.state.end === null;
  }

  /** Cancels the engine's task and removes the remarks. */
  private drop(): void {
    this.depth = 0;
    this.isMoveNowRequested = false;
    this.tasks.drop();
    this.remarks = NO_REMARKS;
  }

  private setGame(game: PageGame, told: ToldAnswer | null = null): void {
    this.drop();
    this.current = game;
    this.lastAnswer = told;
    this.picked = [];
    this.isKept = false;
    this.startClock();
    this.keeper.save(game);
    this.changed();
  }
}

function newGameOf(settings: GameSettings, seed: number): PageGame {
  return { settings, played: newPlayedGame(setupOf(settings)), seed, isAided: false };
}

/** @returns an answer with the current step; null if there is none */
function toldOf(game: PlayedGame, answer: OpeningAnswer): ToldAnswer | null {
  const step = askedOpening(game)?.steps[0];
  const color = toAct(game);
  return step === undefined ? null : { answer, step, color, isYours: isHuman(game.seats, color) };
}
