import { BLACK, colorAt } from '../../core/color.ts';
import { letterOf, type XY } from '../../core/point.ts';
import { ruleFromCode } from '../../core/rule.ts';
import { escapeXml } from '../../core/text.ts';
import { winningRow } from '../../rules/index.ts';
import { gridPath, STEP, STONE, starPoints } from './board-drawing.ts';
import { positionOfGame, type SavedGame } from './saved-game.ts';

/** How a picture is to look. */
export interface SvgOptions {
  /** Turns drawn, from the first; default: all. */
  readonly plies?: number;
  /** Numbers on the stones that were played. */
  readonly numbers?: boolean;
}

const MARGIN = 36;

/**
 * Draws a game: lines, star points, letters for columns and numbers for rows from the bottom, stones with their
 * numbers, a ring round the last one, and the winning row if the drawn game ends with one.
 *
 *     formatSvg(game, { plies: 12, numbers: false }); // '<svg xmlns=...'
 *
 * @returns the text of an SVG file
 */
export function formatSvg(game: SavedGame, options: SvgOptions = {}): string {
  const { size, height = size, setupPlies = 0 } = game;
  const plies = Math.min(options.plies ?? game.moves.length, game.moves.length);
  const sideOf = (points: number) => 2 * MARGIN + (points - 1) * STEP;
  const [right, bottom] = [sideOf(size), sideOf(height)];
  const at = (coordinate: number) => MARGIN + coordinate * STEP;
  const lines: string[] = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${right} ${bottom}" width="${right}" height="${bottom}" font-family="sans-serif" font-size="12" text-anchor="middle">`,
    `<title>${escapeXml(titleOf(game, plies))}</title>`,
    `<rect width="${right}" height="${bottom}" fill="#e9c583"/>`,
    `<path d="${gridPath(size, height, at)}" stroke="#5b4320" fill="none"/>`,
  ];
  for (const { x, y } of starPoints(size, height)) {
    lines.push(`<circle cx="${at(x)}" cy="${at(y)}" r="3" fill="#5b4320"/>`);
  }
  for (let i = 0; i < size; i++) {
    lines.push(`<text x="${at(i)}" y="${bottom - 8}" fill="#5b4320">${letterOf(i).toUpperCase()}</text>`);
  }
  for (let i = 0; i < height; i++) {
    lines.push(`<text x="12" y="${at(i) + 4}" fill="#5b4320">${height - i}</text>`);
  }
  for (const [i, ply] of game.moves.slice(0, plies).entries()) {
    if (ply === null) continue;
    const { x, y } = ply;
    const [fill, ink] = colorAt(i) === BLACK ? ['#111', '#fff'] : ['#fff', '#111'];
    lines.push(`<circle cx="${at(x)}" cy="${at(y)}" r="${STONE}" fill="${fill}" stroke="#111"/>`);
    if (options.numbers !== false && i >= setupPlies) {
      lines.push(`<text x="${at(x)}" y="${at(y) + 4}" fill="${ink}">${i + 1 - setupPlies}</text>`);
    }
  }
  const last = game.moves[plies - 1];
  if (last) {
    lines.push(
      `<circle cx="${at(last.x)}" cy="${at(last.y)}" r="${STONE + 1.5}" fill="none" stroke="#d22" stroke-width="2"/>`,
    );
  }
  const row = winningLine(game, plies);
  if (row !== null) {
    const [from, to] = [row[0], row[row.length - 1]];
    lines.push(
      `<line x1="${at(from.x)}" y1="${at(from.y)}" x2="${at(to.x)}" y2="${at(to.y)}" stroke="#d22" stroke-width="3" stroke-linecap="round" opacity="0.7"/>`,
    );
  }
  return `${lines.join('\n')}\n</svg>\n`;
}

function titleOf(game: SavedGame, plies: number): string {
  const names = game.black === null && game.white === null ? '' : `${game.black ?? '?'} - ${game.white ?? '?'}, `;
  return `${names}${game.size}x${game.height ?? game.size}, ${game.moves.slice(0, plies).filter((ply) => ply !== null).length} stones`;
}

/** The row made by the last stone drawn, if it wins. A rule not known counts as freestyle. */
function winningLine(game: SavedGame, plies: number): readonly XY[] | null {
  const last = game.moves[plies - 1];
  const rule = ruleFromCode(game.rule ?? 0, game.winLength);
  if (!last || rule === null) return null;
  return winningRow(positionOfGame(game, plies), rule, last.x, last.y);
}
