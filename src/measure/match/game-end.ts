/**
 * The ends of a game that follow from its stones and the engines' scores: the runner ends its games by them, and the
 * coordinator of a fleet judges by them the games that it receives.
 */
import { colorAt, opponentOf, sideName } from '../../core/color.ts';
import { counted } from '../../core/text.ts';
import type { EndReason, GameResult, Score } from '../../records/notation/game-record.ts';
import { pointsOfScore } from './thinking.ts';

/** Ends a game as drawn when both engines agree on it for long enough. */
export interface DrawAdjudication {
  /** Stones on the board before it is considered. */
  readonly afterPlies: number;
  /** Consecutive moves, of both sides together, with a score of at most {@link score} on either side of zero. */
  readonly moves: number;
  readonly score: number;
}

/** Ends a game that an engine's own scores give up. */
export interface ResignAdjudication {
  /** Consecutive moves of the losing side with a score of -{@link score} or worse. */
  readonly moves: number;
  readonly score: number;
  /** The winner must agree with {@link score} or more for as many moves. */
  readonly bothSides: boolean;
}

/** How and why a game ends. */
export interface GameVerdict {
  readonly result: GameResult;
  readonly reason: EndReason;
  /** One sentence for people; after `resigned`, without the name of the engine that it begins with. */
  readonly detail: string;
}

/** How much room a game has. */
export interface RoomLimits {
  readonly size: number;
  /** Drawn at this many stones; null: no limit. */
  readonly maxPlies: number | null;
  /** Drawn when at most this many points are empty (the Gomocup judge: 25 in renju, else 0; Piskvork: always 25). */
  readonly drawEmpty: number;
}

/** What ends a game by the engines' own scores; null: nothing. */
export interface Adjudication {
  readonly draw: DrawAdjudication | null;
  readonly resign: ResignAdjudication | null;
}

/** @param stones on the board @returns the draw for lack of room; null: another move is to be played */
export function drawnByRoom({ size, drawEmpty, maxPlies }: RoomLimits, stones: number): GameVerdict | null {
  const empty = size * size - stones;
  if (empty <= drawEmpty) return drawn('full', empty === 0 ? 'the board is full' : `${counted(empty, 'point')} left`);
  if (maxPlies !== null && stones >= maxPlies) return drawn('length', `${stones} stones`);
  return null;
}

/**
 * Adjudicates by the engines' own scores, if the match says so.
 * @param stones on the board
 * @param scores one per move that the engines have played, the last move last
 */
export function adjudicatedByScores(
  { draw, resign }: Adjudication,
  stones: number,
  scores: readonly (Score | null)[],
): GameVerdict | null {
  const played = scores.map((score) => (score === null ? null : pointsOfScore(score)));
  const all = (list: readonly (number | null)[], count: number, test: (points: number) => boolean) =>
    list.length >= count && list.slice(-count).every((points) => points !== null && test(points));
  if (resign !== null) {
    const own = played.filter((_, i) => (played.length - 1 - i) % 2 === 0);
    const other = played.filter((_, i) => (played.length - 1 - i) % 2 === 1);
    const agreed = !resign.bothSides || all(other, resign.moves, (points) => points >= resign.score);
    if (agreed && all(own, resign.moves, (points) => points <= -resign.score)) {
      const winner = opponentOf(colorAt(stones - 1));
      return { result: sideName(winner), reason: 'resigned', detail: 'resigned by its score' };
    }
  }
  if (draw !== null && stones >= draw.afterPlies && all(played, draw.moves, (p) => Math.abs(p) <= draw.score)) {
    return drawn('drawn', `both scores within ${draw.score} for ${draw.moves} moves`);
  }
  return null;
}

function drawn(reason: EndReason, detail: string): GameVerdict {
  return { result: 'draw', reason, detail };
}
