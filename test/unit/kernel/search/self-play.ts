/** The search against itself, with every move judged by the referee. Bundled and imported by selfplay.test.ts. */

import type { Color } from '../../../../src/core/color.ts';
import type { XY } from '../../../../src/core/point.ts';
import { seededRandom } from '../../../../src/core/random.ts';
import type { Rule } from '../../../../src/core/rule.ts';
import { WIN_BOUND, winIn } from '../../../../src/kernel/search/score.ts';
import { drawDiagram } from '../../../../src/records/notation/diagram.ts';
import { posName } from '../../../../src/records/notation/pos.ts';
import { emptyPosition, hasLegalMove, isLegal, judgeMove, type Position } from '../../../../src/rules/index.ts';
import { ask, type Stone } from '../../../../tools/tactics/search.ts';
import { between } from '../../rules/random.ts';

export { useTableOf } from '../../../../tools/tactics/search.ts';

export interface GameRecord {
  /** Moves in playing order, as names. */
  readonly moves: string;
  /** `win`: by a row; `full`: a drawn board; `stuck`: Black had no legal move; `cut`: at the move limit. */
  readonly end: 'win' | 'full' | 'stuck' | 'cut' | 'fault';
  /** The fault, with the board; null if there was none. */
  readonly fault: string | null;
}

export interface GameOptions {
  readonly width: number;
  readonly height: number;
  readonly seed: number;
  /** For each move. */
  readonly nodes: number;
  readonly maxMoves: number;
}

/** Plays a game from an opening of some random stones that do not end the game. */
export function playGame(rule: Rule, options: GameOptions): GameRecord {
  const position = emptyPosition(options.width, options.height);
  const stones: Stone[] = [];
  const record = (end: GameRecord['end'], fault: string | null = null): GameRecord => ({
    moves: stones.map(posName).join(''),
    end,
    fault: fault === null ? null : `${fault}\n${drawDiagram(position)}`,
  });
  placeOpening(rule, position, stones, options.seed);
  while (stones.length < options.maxMoves) {
    const color: Color = stones.length % 2 === 0 ? 1 : 2;
    if (position.cells.every((cell) => cell !== 0)) return record('full');
    const question = { ...options, rule: rule.code, winLength: rule.winLength, stones, color };
    const { move, score } = ask(question, { maxNodes: options.nodes, keepsTable: stones.length > 4 });
    if (move === null) {
      return hasLegalMove(position, rule, color)
        ? record('fault', 'no move, but there is a legal one')
        : record('stuck');
    }
    const fault = faultOf(rule, position, move, color, score);
    if (fault !== null) return record('fault', fault);
    const { outcome } = judgeMove(position, rule, move.x, move.y, color);
    position.cells[move.y * position.width + move.x] = color;
    stones.push({ ...move, color });
    if (outcome === 'win') return record('win');
  }
  return record('cut');
}

function placeOpening(rule: Rule, position: Position, stones: Stone[], seed: number): void {
  const random = seededRandom(seed);
  const wanted = between(random, 0, 4);
  while (stones.length < wanted) {
    const [x, y] = [between(random, 0, position.width - 1), between(random, 0, position.height - 1)];
    const color: Color = stones.length % 2 === 0 ? 1 : 2;
    if (!isLegal(position, x, y) || judgeMove(position, rule, x, y, color).outcome !== 'none') continue;
    position.cells[y * position.width + x] = color;
    stones.push({ x, y, color });
  }
}

/** @returns the fault of a move, or null */
function faultOf(rule: Rule, position: Position, { x, y }: XY, color: Color, score: number): string | null {
  if (!isLegal(position, x, y)) return `illegal move ${posName({ x, y })}`;
  const { outcome } = judgeMove(position, rule, x, y, color);
  if (outcome === 'foul') return `foul ${posName({ x, y })}`;
  if (score === winIn(1) && outcome !== 'win') return `${posName({ x, y })} was taken for a win`;
  if (outcome !== 'win' && score < WIN_BOUND && canWin(rule, position, color)) return 'a win was overlooked';
  return null;
}

function canWin(rule: Rule, position: Position, color: Color): boolean {
  for (let y = 0; y < position.height; y++) {
    for (let x = 0; x < position.width; x++) {
      if (isLegal(position, x, y) && judgeMove(position, rule, x, y, color).outcome === 'win') return true;
    }
  }
  return false;
}
