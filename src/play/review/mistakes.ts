/** The mistakes of a review by kind and phase, and whether another move in their place is good enough. */
import type { Color } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import type { Analyzer } from '../analysis/analysis.ts';
import { type GameState, sideToMove, withPly } from '../state/game-state.ts';
import { winningPoints } from '../state/threats.ts';
import { analyzePosition, REVIEW_NODES } from './analyze-game.ts';
import type { Review, ReviewedMove } from './review.ts';
import { blacksChance } from './verdicts.ts';

/**
 * `missed-fours`: the mover had a win by fours alone; `missed-win`: another proven win; `missed-defense`: the move
 * allowed a proven win that another move would have prevented; `slow`: any other mistake.
 */
export type MistakeKind = 'missed-fours' | 'missed-win' | 'missed-defense' | 'slow';
export const MISTAKE_KINDS: readonly MistakeKind[] = ['missed-fours', 'missed-win', 'missed-defense', 'slow'];

export type GamePhase = 'opening' | 'middle' | 'late';
export const GAME_PHASES: readonly GamePhase[] = ['opening', 'middle', 'late'];

/** Numbers of the last moves of the opening and of the middle game. */
const OPENING_MOVES = 10;
const MIDDLE_MOVES = 30;

export interface Mistake {
  readonly kind: MistakeKind;
  readonly phase: GamePhase;
  readonly move: ReviewedMove;
}

export function mistakesOf({ games, chances, moves }: Review): Mistake[] {
  return moves
    .filter(({ verdict }) => verdict !== null)
    .map((move) => {
      const before = games[move.number - 1];
      const isLost = chances[move.number] === blacksChance(0, move.color);
      return { move, kind: kindOf(move, before, isLost), phase: phaseOf(before) };
    });
}

function kindOf(move: ReviewedMove, before: GameState, isLost: boolean): MistakeKind {
  if (move.missedWinIn !== null) return isByFours(before, move.better) ? 'missed-fours' : 'missed-win';
  return isLost ? 'missed-defense' : 'slow';
}

function phaseOf({ plies }: GameState): GamePhase {
  const number = plies.length + 1;
  return number <= OPENING_MOVES ? 'opening' : number <= MIDDLE_MOVES ? 'middle' : 'late';
}

/** @returns whether each move of the winning side wins at once or makes a four, as far as the line is known */
function isByFours(before: GameState, line: readonly XY[]): boolean {
  const winner = sideToMove(before);
  let game = before;
  for (const point of line) {
    const isWinners = sideToMove(game) === winner;
    game = withPly(game, point);
    if (game.end !== null) return true;
    if (isWinners && winningPoints(game.position, game.variant.rule, winner).length === 0) return false;
  }
  return line.length > 0;
}

export type MistakeCounts = ReturnType<typeof countMistakes>;

export function countMistakes(mistakes: readonly Mistake[], color: Color) {
  const own = mistakes.filter(({ move }) => move.color === color);
  const counted = <Name extends string>(names: readonly Name[], nameOf: (mistake: Mistake) => Name) =>
    Object.fromEntries(
      names.map((name) => [name, own.filter((mistake) => nameOf(mistake) === name).length]),
    ) as Readonly<Record<Name, number>>;
  return { kinds: counted(MISTAKE_KINDS, ({ kind }) => kind), phases: counted(GAME_PHASES, ({ phase }) => phase) };
}

export function tableOfMistakes(mistakes: readonly Mistake[]): Record<MistakeKind, Record<GamePhase, number>> {
  const none = () => ({ opening: 0, middle: 0, late: 0 });
  const table = { 'missed-fours': none(), 'missed-win': none(), 'missed-defense': none(), slow: none() };
  for (const { kind, phase } of mistakes) table[kind][phase]++;
  return table;
}

/** How far the win chance of an accepted move may be below that of the best one. */
const TOLERANCE = 0.05;

/** @param best the player's win chance after the best move @param own the one after this move */
export function isGoodEnough(best: number, own: number): boolean {
  return own >= best - TOLERANCE;
}

/** Searches the position after a move as a review does. @returns the win chance of its player */
export async function chanceAfter(analyzer: Analyzer, game: GameState, point: XY): Promise<number> {
  const { chance } = await analyzePosition(analyzer, withPly(game, point), { maxNodes: REVIEW_NODES });
  return blacksChance(chance, sideToMove(game));
}
