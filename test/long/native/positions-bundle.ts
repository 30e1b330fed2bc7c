/** Positions of a rule, and the moves of the WebAssembly search in them, in one bundle. */
import { BLACK, type Color, EMPTY, opponentOf } from '../../../src/core/color.ts';
import { integersBelow, seededRandom } from '../../../src/core/random.ts';
import { ruleFromCode } from '../../../src/core/rule.ts';
import { useAllLearned } from '../../../src/engine/runtime/networks.ts';
import { openKernel, setUpMoves } from '../../../src/engine/runtime/open-kernel.ts';
import { ANY_DEPTH, UNTIMED_MS } from '../../../src/engine/runtime/think.ts';
import { columnOf, NO_POINT, rowOf } from '../../../src/kernel/point.ts';
import { RESULT_BEST } from '../../../src/kernel/search/result.ts';
import { cellAt, emptyPosition } from '../../../src/rules/position.ts';
import { judgeMove } from '../../../src/rules/referee.ts';

export { RULE_CODES } from '../../../src/core/rule-code.ts';

export interface RandomGame {
  readonly size: number;
  readonly rule: number;
  readonly stones: readonly { readonly x: number; readonly y: number; readonly color: Color }[];
  readonly side: Color;
}

/** @returns games of random moves near the center, none of them over */
export function randomGames(rule: number, count: number): RandomGame[] {
  const random = seededRandom(100 + rule);
  const below = integersBelow(random);
  const decoded = ruleFromCode(rule)!;
  return Array.from({ length: count }, () => {
    const size = [15, 15, 20, 9 + below(14)][below(4)];
    const position = emptyPosition(size, size);
    const stones: { x: number; y: number; color: Color }[] = [];
    const wanted = below(40);
    const spread = 3 + below(5);
    let side: Color = BLACK;
    for (let tries = 0; stones.length < wanted && tries < 400; tries++) {
      const near = () => Math.min(size - 1, Math.max(0, (size >> 1) + below(2 * spread + 1) - spread));
      const [x, y] = [near(), near()];
      if (cellAt(position, x, y) !== EMPTY || judgeMove(position, decoded, x, y, side).outcome !== 'none') continue;
      position.cells[y * size + x] = side;
      stones.push({ x, y, color: side });
      side = opponentOf(side);
    }
    return { size, rule, stones, side };
  });
}

/** @returns the moves, as `x,y`; null where the search has none */
export function movesOf(games: readonly RandomGame[], tableBytes: number, nodes: number): (string | null)[] {
  const kernel = openKernel(tableBytes);
  useAllLearned(kernel);
  return games.map(({ size, rule, stones }) => {
    kernel.newGame();
    const side = setUpMoves(kernel, { width: size, height: size, rule, winLength: 5 }, stones);
    kernel.think(side, UNTIMED_MS, UNTIMED_MS, ANY_DEPTH, nodes, 1);
    const best = kernel.result[RESULT_BEST];
    return best === NO_POINT ? null : `${columnOf(best)},${rowOf(best)}`;
  });
}
