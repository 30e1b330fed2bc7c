/** The engine's results and the rules' verdicts in words. */
import type { Color } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import type { Rule } from '../../core/rule.ts';
import { counted } from '../../core/text.ts';
import type { SearchFigures, SearchInfo } from '../../engine/api.ts';
import { labelOf } from '../../play/state/notation.ts';
import { explainForbidden, type ForbiddenLine, type Position } from '../../rules/index.ts';

/** @returns a score from the mover's view: `score +35`, or `wins in 3 moves`, counting only its own moves */
export function spokenScore({ score, winIn }: Pick<SearchFigures, 'score' | 'winIn'>): string {
  if (winIn === null) return `score ${score > 0 ? '+' : ''}${score}`;
  return `${winIn > 0 ? 'wins' : 'loses'} in ${counted(Math.ceil(Math.abs(winIn) / 2), 'move')}`;
}

/** @returns for instance `score +35, depth 9` */
export function figuresText(figures: SearchFigures): string {
  return `${spokenScore(figures)}, depth ${figures.depth}`;
}

/** @returns one line about a running search, with a hint how to end it */
export function progressText(info: SearchInfo, height: number, hint = 'Enter: move now'): string {
  const best = info.pv.length === 0 ? '' : `, best ${labelOf(info.pv[0], height)}`;
  return `Thinking: depth ${info.depth}, ${spokenScore(info)}${best} (${hint}) `;
}

/** @returns a line of play, cut after `most` moves */
export function spokenLine(pv: readonly XY[], height: number, max = 10): string {
  const names = pv.slice(0, max).map((point) => labelOf(point, height));
  return names.join(' ') + (pv.length > max ? ' ...' : '');
}

/** @returns a point with its kinds of foul in renju, such as `J8 (double-three)`; the point alone if it is none */
export function foulWords(position: Position, point: XY): string {
  const kinds = explainForbidden(position, point.x, point.y)?.kinds ?? [];
  return labelOf(point, position.height) + (kinds.length === 0 ? '' : ` (${kinds.join(', ')})`);
}

/**
 * @param nameAt returns the name of a point on a board of this height
 * @returns a forbidden point with its kinds of foul, then one line per row that makes it forbidden; else nothing
 */
export function foulLines(position: Position, rule: Rule, color: Color, point: XY, nameAt = labelOf): string[] {
  const forbidden = explainForbidden(position, point.x, point.y, rule, color);
  if (forbidden === null) return [];
  const name = (at: XY) => nameAt(at, position.height);
  return [
    `${name(point)}: ${forbidden.kinds.join(', ')}`,
    ...forbidden.lines.map((line) => `  ${rowText(line, name)}`),
  ];
}

function rowText(line: ForbiddenLine, name: (point: XY) => string): string {
  const stones = line.points.map(name).join(' ');
  switch (line.kind) {
    case 'overline':
      return `row of ${line.points.length}: ${stones}`;
    case 'four':
      return `four: ${stones}, five at ${line.fiveAt.map(name).join(' or ')}`;
    case 'three':
      return `three: ${stones}, straight four at ${line.straightFourAt.map(name).join(' or ')}`;
  }
}
