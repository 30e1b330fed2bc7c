/**
 * The table of a person's game: who plays what, what is on the board, what was taken back. It says nothing; session.ts
 * does.
 */

import { BLACK, type Color, opponentOf, WHITE } from '../../core/color.ts';
import { MatchError } from '../../core/errors.ts';
import { seededRandom } from '../../core/random.ts';
import {
  answerOpening,
  askedColor,
  type OpeningAnswer,
  type OpeningState,
  openingFault,
  openingOf,
} from '../../game/opening/state.ts';
import type { Choice } from '../../game/opponent/opponent.ts';
import { clocksSwapped, leftOf, type SpentMs, spentAfter, timeForMove } from '../../game/played/clock.ts';
import {
  type GameState,
  newGame,
  resigned,
  sideToMove,
  timedOut,
  withoutPlies,
  withPlies,
  withPly,
} from '../../game/state/game-state.ts';
import type { Ply } from '../../game/state/notation.ts';
import { type ChoiceMade, colorOf } from './remarks.ts';
import { isHuman, type Seats } from './seats.ts';
import { MAX_SEED, type PlaySettings } from './settings.ts';

/** What stood before a person answered a step of the opening. */
interface Before {
  readonly state: GameState;
  readonly opening: OpeningState;
  readonly human: Color;
}

export class Table {
  settings: PlaySettings;
  private state: GameState;
  /** Color of the person who plays the engine. */
  private human: Color;
  /** Games played before this one, so that chance differs. */
  private gameNumber = 0;
  private undone: Ply[][] = [];
  private choice: ChoiceMade | null = null;
  /** Milliseconds of Black and of White in this game; null until a clock has run. */
  private spent: SpentMs | null = null;
  /** Null when the opening is over, or there is none. */
  private openingState: OpeningState | null;
  private answered: Before[] = [];
  /** Turns that belong to the opening. */
  private openingPlies = 0;

  /** @param plies turns on the board from the start @throws MatchError if they cannot be played */
  constructor(settings: PlaySettings, plies: readonly Ply[]) {
    this.settings = settings;
    this.state = withPlies(newGame(settings.variant), plies);
    this.human = this.drawHumanColor();
    this.openingState = settings.opening === null ? null : openingOf(settings.opening);
  }

  get game(): GameState {
    return this.state;
  }

  /** The opening as far as it has come; null when it is over. */
  get opening(): OpeningState | null {
    return this.state.end === null ? this.openingState : null;
  }

  /** Who is to move or, in an opening, to answer. */
  get turn(): Color {
    return (this.openingState === null ? null : askedColor(this.openingState)) ?? sideToMove(this.state);
  }

  get seats(): Seats {
    const { players, level } = this.settings;
    return { players, level, human: this.human };
  }

  /** The seed this game would begin with, were it the first. */
  get seed(): number {
    return (this.settings.seed + this.gameNumber) % (MAX_SEED + 1);
  }

  /** The engine's last move in this game and what it thought. */
  get lastChoice(): ChoiceMade | null {
    return this.choice;
  }

  get spentMs(): SpentMs | null {
    return this.spent;
  }

  /** Milliseconds the engine may take for its move; null: as long as its level takes. */
  get timeForMove(): number | null {
    const { timeMs, clockMs } = this.settings;
    return timeForMove(this.leftMs ?? clockMs, timeMs);
  }

  /** Counts milliseconds for the side to move or to answer, which loses if it has had them all. */
  spend(ms: number): void {
    const color = this.turn;
    this.spent = this.spentAfter(ms);
    const { clockMs } = this.settings;
    if (clockMs !== null && leftOf(this.spent, color, clockMs) === 0) this.state = timedOut(this.state, color);
  }

  /** Milliseconds that the side to move or to answer has left; null: no limit, or the game is over. */
  get leftMs(): number | null {
    const { clockMs } = this.settings;
    if (clockMs === null || this.state.end !== null) return null;
    return leftOf(this.spent, this.turn, clockMs);
  }

  /** {@link spentMs} after so many milliseconds more of the side to move or to answer. */
  spentAfter(ms: number): SpentMs {
    return spentAfter(this.spent, this.turn, ms);
  }

  /** One turn, whoever plays it. @throws MatchError if it cannot be played */
  play(ply: Ply): void {
    this.state = withPly(this.state, ply);
    this.undone = [];
  }

  /** The engine's turn. */
  playChoice(choice: Choice): void {
    this.choice = { ply: this.state.plies.length, choice };
    this.play(choice.move);
  }

  /**
   * Answers steps of the opening, all or none.
   * @returns true if the players have changed colors @throws MatchError if one of the answers is none
   */
  answer(answers: readonly OpeningAnswer[]): boolean {
    const before = this.openingState;
    if (before === null) throw new MatchError('answer: expected an opening, found none');
    const color = this.turn;
    let next = { opening: before, game: this.state, isSwapped: false };
    for (const answer of answers) {
      if (askedColor(next.opening) !== color || next.isSwapped) {
        throw new MatchError('too many answers: the other side is asked then; nothing was done');
      }
      next = answerOpening(next.opening, next.game, answer);
    }
    if (isHuman(this.seats, color)) this.answered.push({ state: this.state, opening: before, human: this.human });
    this.state = next.game;
    const isOver = next.opening.steps.length === 0;
    this.openingState = isOver ? null : next.opening;
    if (isOver) this.openingPlies = next.game.plies.length;
    if (next.isSwapped) {
      this.human = opponentOf(this.human);
      this.spent = clocksSwapped(this.spent);
    }
    this.undone = [];
    return next.isSwapped;
  }

  /** Several turns, all or none. @throws MatchError if one of them cannot be played */
  playAll(plies: readonly Ply[]): void {
    this.state = tryOut(() => withPlies(this.state, plies));
    this.undone = [];
  }

  /** Another game of the same kind, to take the place of this one. @throws MatchError if it cannot be played */
  gameOf(plies: readonly Ply[]): GameState {
    return tryOut(() => withPlies(newGame(this.state.variant), plies));
  }

  /** Takes another game in the place of this one. @param human color of the person if it changes */
  replace(game: GameState, human = this.human): void {
    this.openingState = null;
    this.openingPlies = 0;
    this.answered = [];
    this.state = game;
    this.human = human;
    this.undone = [];
    this.choice = null;
    this.spent = null;
  }

  startNew(): void {
    this.gameNumber++;
    const { opening } = this.settings;
    this.replace(newGame(this.state.variant), this.drawHumanColor());
    // A file may have brought another kind of game.
    if (opening !== null && openingFault(opening, this.state.variant) === null) this.openingState = openingOf(opening);
  }

  /**
   * Takes back to the last turn of a person: in a game with the engine, its answer too. A game that was given up goes on, one that was lost
   * on time with fresh clocks. An opening goes back to the last answer of a person.
   * @returns the turns taken back @throws MatchError if there are none
   */
  undo(): readonly Ply[] {
    const { plies, end, variant } = this.state;
    if (end?.reason === 'resigned' || end?.reason === 'time') {
      if (end.reason === 'time') this.spent = null;
      this.state = withPlies(newGame(variant), plies);
      return [];
    }
    const isOwn = (ply: number) => this.settings.players !== 'human-vs-engine' || isHuman(this.seats, colorOf(ply));
    let from = plies.length - 1;
    const first = this.openingState === null ? this.openingPlies : plies.length;
    while (from >= first && !isOwn(from)) from--;
    const before = from < first ? this.answered.pop() : undefined;
    if (before !== undefined) {
      this.state = before.state;
      this.openingState = before.opening;
      if (this.human !== before.human) this.spent = clocksSwapped(this.spent);
      this.human = before.human;
      this.undone = [];
      return plies.slice(before.state.plies.length);
    }
    if (from < first) throw new MatchError('undo: expected a move of yours on the board, found none');
    const taken = plies.slice(from);
    this.state = withoutPlies(this.state, taken.length);
    this.undone.push(taken);
    return taken;
  }

  /** @returns the turns played again @throws MatchError if none were taken back */
  redo(): readonly Ply[] {
    const again = this.undone.pop();
    if (again === undefined) throw new MatchError('redo: expected moves that were taken back, found none');
    this.state = withPlies(this.state, again);
    return again;
  }

  /** @returns the color that the person has now @throws MatchError unless one person plays the engine */
  swap(): Color {
    if (this.settings.players !== 'human-vs-engine') {
      throw new MatchError('swap: expected a game of a human against the engine');
    }
    this.human = opponentOf(this.human);
    return this.human;
  }

  resign(): void {
    this.state = resigned(this.state, this.turn);
  }

  private drawHumanColor(): Color {
    const { begins } = this.settings;
    if (begins !== 'random') return begins === 'human' ? BLACK : WHITE;
    return seededRandom(this.seed)() < 0.5 ? BLACK : WHITE;
  }
}

/** Records are checked whole before a stone of them is placed. */
function tryOut(play: () => GameState): GameState {
  try {
    return play();
  } catch (error) {
    if (error instanceof MatchError) throw new MatchError(`${error.message}; nothing was played`);
    throw error;
  }
}
