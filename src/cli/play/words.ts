/** What the engine found and what the rules say, in words. */

import type { XY } from '../../core/point.ts';
import type { SearchFigures, SearchInfo } from '../../engine/api.ts';
import { labelOf } from '../../game/state/notation.ts';
import { explainForbidden, type Position } from '../../rules/index.ts';
import { describeLine } from '../forbidden.ts';

/** @returns a score from the mover's view: `+35`, or `wins in 3 moves`, its own moves counted */
export function scoreText({ score, winIn }: Pick<SearchFigures, 'score' | 'winIn'>): string {
  if (winIn === null) return `score ${signed(score)}`;
  const moves = Math.ceil(Math.abs(winIn) / 2);
  return `${winIn > 0 ? 'wins' : 'loses'} in ${moves} ${moves === 1 ? 'move' : 'moves'}`;
}

/** @returns for instance `score +35, depth 9` */
export function figuresText(figures: SearchFigures): string {
  return `${scoreText(figures)}, depth ${figures.depth}`;
}

/** @returns one line about a search that is running, and how to end it */
export function progressText(info: SearchInfo, height: number, hint = 'Enter: move now'): string {
  const best = info.pv.length === 0 ? '' : `, best ${labelOf(info.pv[0], height)}`;
  return `Thinking: depth ${info.depth}, ${scoreText(info)}${best} (${hint}) `;
}

/** @returns a line of play, cut after so many moves */
export function lineText(pv: readonly XY[], height: number, most = 10): string {
  const names = pv.slice(0, most).map((point) => labelOf(point, height));
  return names.join(' ') + (pv.length > most ? ' ...' : '');
}

/** @returns a forbidden point and the kinds of foul, for instance `J8 (double-three)`; the point alone if it is none */
export function foulText(position: Position, point: XY): string {
  const kinds = explainForbidden(position, point.x, point.y)?.kinds ?? [];
  return labelOf(point, position.height) + (kinds.length === 0 ? '' : ` (${kinds.join(', ')})`);
}

/** @returns a forbidden point with the kinds of foul and, one each, the lines that make it; nothing if it is none */
export function foulLines(position: Position, point: XY): string[] {
  const forbidden = explainForbidden(position, point.x, point.y);
  if (forbidden === null) return [];
  const name = (at: XY) => labelOf(at, position.height);
  const reasons = forbidden.lines.map((line) => `  ${describeLine(line, name)}`);
  return [`${name(point)}: ${forbidden.kinds.join(', ')}`, ...reasons];
}

/** Breaks text into lines of at most `columns` characters, between words where it can; leading blanks are kept. */
export function wrapped(text: string, columns: number): string[] {
  if (text.length <= columns) return [text];
  const indent = /^ */.exec(text)?.[0] ?? '';
  const lines: string[] = [];
  let line = indent;
  for (const word of text.trim().split(/ +/)) {
    for (let rest = word; ; ) {
      const joined = line.trim() === '' ? indent + rest : `${line} ${rest}`;
      if (joined.length <= columns) {
        line = joined;
        break;
      }
      if (line.trim() !== '') lines.push(line);
      else {
        const room = Math.max(1, columns - indent.length);
        lines.push(indent + rest.slice(0, room));
        rest = rest.slice(room);
      }
      line = indent;
      if (rest === '') break;
    }
  }
  return [...lines, line];
}

function signed(score: number): string {
  return score > 0 ? `+${score}` : String(score);
}
