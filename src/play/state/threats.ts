/** The threats of either side, as the referee sees them: slow, and for every rule. */
import { type Color, EMPTY, opponentOf } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import { DIRECTIONS } from '../../core/point.ts';
import { forbiddenSide, type Rule } from '../../core/rule.ts';
import { listed } from '../../core/text.ts';
import { type FORBIDDEN_MARKS, forbiddenMarks, type MarkOf } from '../../records/notation/diagram.ts';
import {
  cellAt,
  copyPosition,
  emptyPoints,
  forbiddenAt,
  forbiddenPoints,
  isFoul,
  type Position,
  winningRow,
} from '../../rules/index.ts';
import { type GameState, sideToMove } from './game-state.ts';
import { colorName, labelOf } from './notation.ts';

export interface Threats {
  readonly wins: readonly XY[];
  /**
   * Points after which it wins at two places or more, so that one move cannot stop it. Filled only if `wins` is empty.
   */
  readonly doubles: readonly XY[];
  /**
   * Points after which it wins at one place, so that the other side must answer there. Filled only if `wins` is empty.
   */
  readonly singles: readonly XY[];
}

export function winningPoints(position: Position, rule: Rule, color: Color): XY[] {
  const board = copyPosition(position);
  return emptyPoints(position).filter((point) => winsAt(board, rule, point, color));
}

/** @returns the threats of `color`; its forbidden points are no threats */
export function threatsOf(position: Position, rule: Rule, color: Color): Threats {
  const wins = winningPoints(position, rule, color);
  if (wins.length > 0) return { wins, doubles: [], singles: [] };
  const board = copyPosition(position);
  const doubles: XY[] = [];
  const singles: XY[] = [];
  for (const point of emptyPoints(position)) {
    const places = winsAfter(board, rule, point, color);
    if (places === 0 || isFoul(position, rule, point, color)) continue;
    (places > 1 ? doubles : singles).push(point);
  }
  return { wins, doubles, singles };
}

/**
 * Moves of `color` after which the opponent does not win with its next stone.
 * @returns none if every move allows it, all points if none does
 */
export function stoppingPoints(position: Position, rule: Rule, color: Color): XY[] {
  const board = copyPosition(position);
  const threats = winningPoints(position, rule, opponentOf(color));
  return emptyPoints(position).filter((point) => {
    if (isFoul(position, rule, point, color)) return false;
    put(board, point, color);
    // A stone can remove a win, but never create one for the other side: what wins afterwards won before.
    const holds = threats.every(
      (threat) => (threat.x === point.x && threat.y === point.y) || !winsAt(board, rule, threat, opponentOf(color)),
    );
    put(board, point, EMPTY);
    return holds;
  });
}

/** @returns a description of a side's threats, one sentence per line; at least one */
export function threatLines(position: Position, rule: Rule, color: Color): string[] {
  const { wins, doubles, singles } = threatsOf(position, rule, color);
  const names = (points: readonly XY[]) => listed(points.map((point) => labelOf(point, position.height)));
  const four = ROW_NAMES[rule.winLength - 1];
  const lines: string[] = [];
  if (wins.length > 0) lines.push(`${colorName(color)} threatens to win at ${names(wins)}.`);
  if (doubles.length > 0) {
    lines.push(`${colorName(color)} threatens to make ${four} that one move cannot stop, at ${names(doubles)}.`);
  }
  if (singles.length > 0) {
    lines.push(`${colorName(color)} can make ${four} that must be answered, at ${names(singles)}.`);
  }
  return lines.length > 0 ? lines : [`${colorName(color)} has no threats.`];
}

const ROW_NAMES = ['', '', 'a two', 'a three', 'a four', 'a five'];

/** @returns number of points at which `color` would win after playing at `point`; they lie on lines through it */
function winsAfter(board: Position, rule: Rule, point: XY, color: Color): number {
  put(board, point, color);
  let count = 0;
  for (const [dx, dy] of DIRECTIONS) {
    for (let i = 1 - rule.winLength; i < rule.winLength; i++) {
      const end = { x: point.x + dx * i, y: point.y + dy * i };
      if (cellAt(board, end.x, end.y) === EMPTY && winsAt(board, rule, end, color)) count++;
    }
  }
  put(board, point, EMPTY);
  return count;
}

/** @param board unchanged on return */
function winsAt(board: Position, rule: Rule, point: XY, color: Color): boolean {
  put(board, point, color);
  const wins = winningRow(board, rule, point.x, point.y) !== null;
  put(board, point, EMPTY);
  return wins;
}

function put(board: Position, { x, y }: XY, cell: number): void {
  board.cells[y * board.width + x] = cell;
}

/** @returns whose forbidden points are shown: see {@link forbiddenSide} */
export function foulSide(game: GameState): Color {
  return forbiddenSide(game.variant.rule, sideToMove(game));
}

/** @returns marks of the forbidden points of {@link foulSide}; none where the game is over */
export function foulMarks(game: GameState): MarkOf {
  const { position, variant, end } = game;
  return end === null ? forbiddenMarks(position, variant.rule, foulSide(game)) : () => null;
}

/** @returns the forbidden points of {@link foulSide}, with the reasons; empty if the rule has none */
export function fouls(game: GameState) {
  const { position, variant, end } = game;
  if (end !== null) return [];
  const color = foulSide(game);
  return forbiddenPoints(position, variant.rule, color).map((point) => ({
    point,
    name: labelOf(point, variant.height),
    kind: forbiddenAt(position, point.x, point.y, variant.rule, color) as keyof typeof FORBIDDEN_MARKS,
  }));
}
