/** The list of games and its filters. */
import type { ReportGame } from '../data.ts';
import { data, engineName, plyCount } from './data.ts';
import { byId, html } from './dom.ts';
import { SCORE_TEXT } from './words.ts';

const ROWS_SHOWN = 500;
/** Height of the sticky table head, px. */
const HEAD_HEIGHT = 30;

const engineFilter = byId('engine', HTMLSelectElement);
const resultFilter = byId('result', HTMLSelectElement);
const reasonFilter = byId('reason', HTMLSelectElement);
const rows = byId('rows', HTMLElement);

/** Indices of the games that pass the filters. */
let shown: readonly number[] = data.games.map((_, i) => i);
let selected = -1;
let onChoice: (game: number) => void = () => {};

/**
 * Fills the filters and the list.
 * @param first game selected initially, or -1
 * @param choose called with the index of a game to open
 */
export function startList(first: number, choose: (game: number) => void): void {
  selected = first;
  onChoice = choose;
  data.engines.forEach(({ name }, i) => {
    engineFilter.append(html('option', { value: i }, name));
  });
  for (const name of [...new Set(data.games.map(({ reason }) => reason))].sort())
    reasonFilter.append(html('option', {}, name));
  for (const select of [engineFilter, resultFilter, reasonFilter]) select.addEventListener('change', filter);
  filter();
}

/** Marks the open game. */
export function select(game: number): void {
  selected = game;
  for (const row of rows.children) {
    if (!(row instanceof HTMLTableRowElement)) continue;
    const isSelected = Number(row.dataset.game) === selected;
    row.setAttribute('aria-selected', String(isSelected));
    if (isSelected) scrollTo(row);
  }
}

/** Opens the game that is listed this many rows after the open one, if there is one. */
export function stepGame(places: number): void {
  const game = shown[shown.indexOf(selected) + places];
  if (game !== undefined) onChoice(game);
}

/** Scrolls the list only; scrollIntoView would move the page under the reader. */
function scrollTo(row: HTMLTableRowElement): void {
  const list = byId('list', HTMLElement);
  const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
  if (top < list.scrollTop + HEAD_HEIGHT) list.scrollTop = top - HEAD_HEIGHT;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

function filter(): void {
  shown = data.games.flatMap((game, i) => (passes(game) ? [i] : []));
  const cut = shown.length > ROWS_SHOWN ? `, the first ${ROWS_SHOWN} listed` : '';
  byId('count', HTMLElement).textContent = `${shown.length} games${cut}`;
  rows.replaceChildren(...shown.slice(0, ROWS_SHOWN).map(rowOf));
  if (shown.length > 0 && !shown.includes(selected)) onChoice(shown[0]);
  else select(selected);
}

function rowOf(index: number): HTMLTableRowElement {
  const game = data.games[index];
  const left = { class: 'left' };
  const row = html(
    'tr',
    { 'data-game': index },
    html('td', {}, game.n),
    html('td', left, engineName(game.b)),
    html('td', left, engineName(game.w)),
    html('td', {}, SCORE_TEXT[game.result]),
    html('td', left, game.reason),
    html('td', {}, plyCount(game)),
  );
  row.addEventListener('click', () => onChoice(index));
  return row;
}

function passes(game: ReportGame): boolean {
  if (reasonFilter.value !== '' && game.reason !== reasonFilter.value) return false;
  const result = resultFilter.value;
  const winner = game.result === 'd' ? null : game[game.result];
  if (engineFilter.value !== '') {
    const own = Number(engineFilter.value);
    if (game.b !== own && game.w !== own) return false;
    if (result === 'won') return winner === own;
    if (result === 'lost') return winner !== null && winner !== own;
  } else if (result === 'won' || result === 'lost') return winner !== null;
  if (result === 'black') return game.result === 'b';
  if (result === 'white') return game.result === 'w';
  if (result === 'draw') return game.result === 'd';
  return true;
}
