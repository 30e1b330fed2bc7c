/** Whether a record that comes from elsewhere can be a game of a run: the referee plays it again. */
import { BLACK, colorAt } from '../../core/color.ts';
import { ruleFromCode } from '../../core/rule.ts';
import { emptyPosition } from '../../rules/position.ts';
import { judgeMove } from '../../rules/referee.ts';
import type { GenerateOptions } from './generate.ts';
import { NO_SCORE, type SelfPlayGame } from './record.ts';

/** @returns what is wrong with it, or null */
export function recordFault(game: SelfPlayGame, options: GenerateOptions, index: number): string | null {
  const { size, plies, result, openingPlies } = game;
  if (game.index !== index) return `game ${game.index}: expected game ${index}`;
  const rule = ruleFromCode(options.rule);
  if (rule === null || !options.sizes.includes(size)) return `game ${index}: a board of size ${size}`;
  if (result > 2) return `game ${index}: result ${result}`;
  if (openingPlies === 0 || openingPlies > plies.length) return `game ${index}: an opening of ${openingPlies} moves`;
  const position = emptyPosition(size, size);
  for (const [ply, { x, y, score }] of plies.entries()) {
    const where = `game ${index}, move ${ply + 1}`;
    if (ply < openingPlies !== (score === NO_SCORE)) return `${where}: score ${score}`;
    if (x >= size || y >= size || position.cells[y * size + x] !== 0) return `${where} is not legal`;
    const color = colorAt(ply);
    const { outcome } = judgeMove(position, rule, x, y, color);
    const isLast = ply === plies.length - 1;
    if (outcome === 'foul') return `${where} is forbidden`;
    if (outcome === 'win' && !isLast) return `${where}: the game is over but continues`;
    if (outcome === 'win' && result !== (color === BLACK ? 2 : 0)) return `game ${index}: result ${result}`;
    position.cells[y * size + x] = color;
  }
  return null;
}
