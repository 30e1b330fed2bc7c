/**
 * A game between people and the engine: the players, the opening, the board, the undone turns, and the clocks. Values
 * are immutable: every change makes a new game.
 */
import { type Color, colorAt, opponentOf } from '../../core/color.ts';
import { UserError } from '../../core/errors.ts';
import type { OpeningRule } from '../opening/rules.ts';
import {
  type Answered,
  answerStep,
  askedColor,
  type OpeningAnswer,
  type OpeningState,
  openingAfter,
  openingOf,
} from '../opening/state.ts';
import { levelOf } from '../opponent/levels.ts';
import type { OpponentRequest } from '../opponent/opponent.ts';
import { type GameState, newGame, resigned, sideToMove, timedOut, withoutPlies, withPly } from '../state/game-state.ts';
import { labelOf, type Ply } from '../state/notation.ts';
import type { Variant } from '../state/variant.ts';
import {
  type Clock,
  clockAfter,
  clockPressed,
  clockSwapped,
  type GameTime,
  leftOf,
  newClock,
  timeForMove,
} from './clock.ts';
import { humanColor, isAgainstEngine, isHuman, playerOf, type Seats, seatsSwapped } from './seats.ts';

export interface GameSetup {
  readonly variant: Variant;
  readonly seats: Seats;
  /** How it is opened; null: by the first move. */
  readonly rule: OpeningRule | null;
  /** Null: time is only counted. */
  readonly control: GameTime | null;
}

/** The answers that a player gave to an opening in one turn, in order. */
export type OpeningTurn = readonly OpeningAnswer[];

/** The turns that one {@link undo} removed. */
export interface Undone {
  readonly turns: readonly OpeningTurn[];
  readonly plies: readonly Ply[];
}

export interface PlayedGame {
  /** The present players: an opening may change them. */
  readonly seats: Seats;
  readonly rule: OpeningRule | null;
  readonly turns: readonly OpeningTurn[];
  /**
   * The current state of the opening; null when it is over, or there is none. {@link askedOpening} considers the end of
   * the game as well.
   */
  readonly opening: OpeningState | null;
  /** The board, with the stones of the opening. */
  readonly state: GameState;
  /** What can be redone, the next one last. */
  readonly undone: readonly Undone[];
  readonly clock: Clock;
}

export function newPlayedGame({ variant, seats, rule, control }: GameSetup): PlayedGame {
  const opening = rule === null ? null : openingOf(rule);
  return { seats, rule, turns: [], opening, state: newGame(variant), undone: [], clock: newClock(control) };
}

/** @returns the opening to be answered; null when it is over, the game is, or there is none */
export function askedOpening({ opening, state }: PlayedGame): OpeningState | null {
  return state.end === null ? opening : null;
}

/** @returns the color to move or, in an opening, to answer; or the one that would be if the game had not ended */
export function toAct({ opening, state }: PlayedGame): Color {
  return (opening === null ? null : askedColor(opening)) ?? sideToMove(state);
}

export function isPersonToAct(game: PlayedGame): boolean {
  return game.state.end === null && isHuman(game.seats, toAct(game));
}

/**
 * @param level for advice to a person; the engine has its own
 * @param timeMs limit of the engine for a move; null: as long as its level takes
 * @returns the request for a move, within what is left on the clock
 */
export function thinkRequest(game: PlayedGame, level: number, timeMs: number | null, seed: number): OpponentRequest {
  const { seats, clock, state } = game;
  const player = playerOf(seats, toAct(game));
  return {
    game: state,
    level: levelOf(player === 'human' ? level : player.level),
    timeMs: timeForMove(leftOf(clock, toAct(game)), timeMs),
    seed,
  };
}

/** Plays a turn of the player to move. @throws UserError if it cannot be played */
export function play(game: PlayedGame, ply: Ply): PlayedGame {
  const { opening, state } = game;
  if (askedOpening(game) !== null) {
    const name = ply === null ? 'pass' : labelOf(ply, state.variant.height);
    throw new UserError(`${name}: answer the current step of opening ${opening?.rule.name} first`);
  }
  return { ...game, state: withPly(state, ply), undone: [], clock: clockPressed(game.clock, toAct(game)) };
}

/** Answers steps of the opening that belong to one side, all or none. @throws UserError for an invalid answer */
export function answerOpening(game: PlayedGame, answers: OpeningTurn): PlayedGame {
  const opening = askedOpening(game);
  if (opening === null) throw new UserError('answer: there is no opening to answer');
  const asked = askedColor(opening);
  let next: Answered = { opening, game: game.state, isSwapped: false };
  for (const answer of answers) {
    if (askedColor(next.opening) !== asked || next.isSwapped) {
      throw new UserError('too many answers: the other side answers next; no answer was applied');
    }
    next = answerStep(next.opening, next.game, answer);
  }
  const timed = { ...game, clock: clockPressed(game.clock, toAct(game)) };
  return { ...opened(timed, next), turns: [...game.turns, answers], undone: [] };
}

export function canUndo(game: PlayedGame): boolean {
  return isGivenUp(game) || before(game) !== null;
}

/**
 * Undoes turns back to the last one of a person; where the engine plays itself, the last turn. A resigned game
 * continues, one lost on time with fresh clocks. Setup stones stay.
 * @throws UserError if there is nothing to undo
 */
export function undo(game: PlayedGame): PlayedGame {
  const { state, clock } = game;
  if (isGivenUp(game)) {
    const isLate = state.end?.reason === 'time';
    return { ...game, state: { ...state, end: null }, clock: isLate ? newClock(clock.control) : clock };
  }
  const earlier = before(game);
  if (earlier === null) throw new UserError('undo: there is no move of yours to undo');
  const turns = game.turns.slice(earlier.turns.length);
  const from = turns.length === 0 ? earlier.state : reached(game, game.turns)?.game;
  const plies = state.plies.slice(from?.plies.length);
  return { ...earlier, undone: [...game.undone, { turns, plies }] };
}

export function canRedo({ state, undone }: PlayedGame): boolean {
  return state.end === null && undone.length > 0;
}

/** Replays what the last {@link undo} removed. @throws UserError if there is nothing to redo */
export function redo(game: PlayedGame): PlayedGame {
  const again = game.undone.at(-1);
  if (again === undefined) throw new UserError('redo: there is nothing to redo');
  const { control } = game.clock;
  // Nothing is added to the clocks again.
  const untimed = { ...game, clock: { ...game.clock, control: null } };
  const played = again.plies.reduce(play, again.turns.reduce(answerOpening, untimed));
  return { ...played, undone: game.undone.slice(0, -1), clock: { ...played.clock, control } };
}

/** Whether the person and the engine may exchange colors: in an opening its steps decide. */
export function canSwap(game: PlayedGame): boolean {
  return isAgainstEngine(game.seats) && game.state.end === null && askedOpening(game) === null;
}

/** The person and the engine exchange colors. @throws UserError unless one plays the other, and during an opening */
export function swapSeats(game: PlayedGame): PlayedGame {
  if (askedOpening(game) !== null) throw new UserError('swap: an opening allows it only at its own steps');
  if (!isAgainstEngine(game.seats)) throw new UserError('swap: possible only in a game of a human against the engine');
  return { ...game, seats: seatsSwapped(game.seats) };
}

/**
 * @returns the game resigned by the person who plays the engine or, if two people or two engines play, by the side to
 *   act
 */
export function resign(game: PlayedGame): PlayedGame {
  const color = isAgainstEngine(game.seats) ? humanColor(game.seats) : toAct(game);
  return { ...game, state: resigned(game.state, color) };
}

/** Adds milliseconds to the clock of the side to move or to answer, which loses if it has none left. */
export function spend(game: PlayedGame, ms: number): PlayedGame {
  if (game.state.end !== null) return game;
  const color = toAct(game);
  const clock = clockAfter(game.clock, color, ms);
  return { ...game, clock, state: leftOf(clock, color) === 0 ? timedOut(game.state, color) : game.state };
}

/** Replaces the board: no opening, nothing to redo, fresh clocks. */
export function continuedFrom(game: PlayedGame, state: GameState, seats = game.seats): PlayedGame {
  const { control } = game.clock;
  return { ...newPlayedGame({ variant: state.variant, seats, rule: null, control }), state };
}

/** Whether the game has ended for a reason other than the position on the board. */
function isGivenUp({ state: { end } }: PlayedGame): boolean {
  return end?.reason === 'resigned' || end?.reason === 'time';
}

/** @returns the game as it was at the last turn of a person; null if there is none */
function before(game: PlayedGame): PlayedGame | null {
  const { turns, state } = game;
  const now = reached(game, turns);
  const first = now?.game.plies.length ?? state.setupPlies ?? 0;
  for (let ply = state.plies.length - 1; ply >= first; ply--) {
    if (isPersons(game, colorAt(ply))) return { ...game, state: withoutPlies(state, state.plies.length - ply) };
  }
  for (let count = turns.length - 1; count >= 0; count--) {
    const earlier = reached(game, turns.slice(0, count));
    if (earlier === null) break;
    const isSwapped = earlier.isSwapped !== now?.isSwapped;
    const at = { ...opened(game, { ...earlier, isSwapped }), turns: turns.slice(0, count) };
    if (isPersons(at, toAct(at))) return at;
  }
  return null;
}

/** @returns the state after these turns from the empty board; null: there is no opening */
function reached({ rule, state }: PlayedGame, turns: readonly OpeningTurn[]): Answered | null {
  return rule === null ? null : openingAfter(rule, state.variant, turns.flat());
}

function opened(game: PlayedGame, { opening, game: state, isSwapped }: Answered): PlayedGame {
  const at = { ...game, state, opening: opening.steps.length === 0 ? null : opening };
  return isSwapped ? { ...at, seats: seatsSwapped(at.seats), clock: clockSwapped(at.clock) } : at;
}

/** Whether undo stops at a turn of this color: at any if no person plays. */
function isPersons({ seats }: PlayedGame, color: Color): boolean {
  return isHuman(seats, color) || !isHuman(seats, opponentOf(color));
}
