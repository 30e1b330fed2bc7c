/** The open game and its current move. */
import type { ReportGame } from '../data.ts';
import { reportBoard } from './board.ts';
import { data, engineName, plyCount } from './data.ts';
import { byId } from './dom.ts';
import { drawGraphs, moveCursors } from './graphs.ts';
import { select } from './list.ts';
import { minus, pointName, SCORE_TEXT } from './words.ts';

/** Null if no game is open. */
let game: ReportGame | null = null;
/** Stones on the board. */
let plies = 0;

export function isOpen(): boolean {
  return game !== null;
}

/** Opens a game. @param at plies to show; all without it */
export function showGame(index: number, at = Number.POSITIVE_INFINITY): void {
  game = data.games[index];
  const { n, b, w, result, reason, detail, tail } = game;
  const players = `${engineName(b)} (Black) \u2013 ${engineName(w)} (White)`;
  byId('title', HTMLElement).textContent = `Game ${n}: ${players}, ${SCORE_TEXT[result]}, ${reason}`;
  byId('detail', HTMLElement).textContent = detail;
  byId('tail', HTMLElement).textContent = tail.join('\n');
  byId('opening-key', HTMLElement).hidden = game.opening === 0;
  drawGraphs(game, show);
  select(index);
  show(at);
}

/** Redraws the graphs of the open game, for example after the window was resized. */
export function redraw(): void {
  if (game === null) return;
  drawGraphs(game, show);
  moveCursors(plies);
}

/** Shows another move of the open game. @param by plies from the current one */
export function step(by: number): void {
  show(plies + by);
}

/** Shows the position after this many plies, or the nearest one of the game. */
export function show(at: number): void {
  if (game === null) return;
  plies = Math.max(0, Math.min(plyCount(game), at));
  reportBoard(game, plies);
  byId('now', HTMLElement).textContent = moveText(game, plies);
  moveCursors(plies);
  history.replaceState(null, '', `#game=${game.n}&ply=${plies}`);
}

/** @returns for instance `9 of 31, Black H8, 120 ms, score 35, depth 11` */
function moveText(game: ReportGame, plies: number): string {
  const parts = [`${plies} of ${plyCount(game)}`];
  const k = plies - 1;
  if (k >= 0) {
    const color = k % 2 === 0 ? 'Black' : 'White';
    parts.push(`${color} ${pointName(game.moves[2 * k], game.moves[2 * k + 1], data.size)}`);
    if (k < game.opening) parts.push('opening');
    else {
      parts.push(`${game.ms[k]} ms`);
      if (game.scores[k] !== null) parts.push(`score ${minus(game.scores[k] ?? '')}`);
      if (game.depths[k] !== null) parts.push(`depth ${game.depths[k]}`);
    }
  }
  return parts.join(', ');
}
