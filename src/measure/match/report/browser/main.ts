/** The script of the report page, for any browser: fills the page from the JSON in it and answers keys and clicks. */
import { drawCharts } from './charts.ts';
import { data } from './data.ts';
import { byId, html } from './dom.ts';
import { startList, stepGame } from './list.ts';
import { crossTable, engineTable, verdict } from './tables.ts';
import { isOpen, redraw, show, showGame, step } from './viewer.ts';

const toStart = () => show(0);
const toEnd = () => show(Number.POSITIVE_INFINITY);
const back = () => step(-1);
const forward = () => step(1);

const KEYS: ReadonlyMap<string, () => void> = new Map([
  ['ArrowLeft', back],
  ['ArrowRight', forward],
  ['Home', toStart],
  ['End', toEnd],
  ['PageUp', () => step(-10)],
  ['PageDown', () => step(10)],
  ['ArrowUp', () => stepGame(-1)],
  ['ArrowDown', () => stepGame(1)],
]);

function fillPage(): void {
  document.title = data.title;
  byId('heading', HTMLElement).textContent = data.title;
  for (const [name, value] of data.facts) byId('facts', HTMLElement).append(html('span', {}, `${name}: ${value}`));
  const cross = byId('cross', HTMLElement);
  cross.append(crossTable());
  const text = verdict();
  if (text !== null) cross.append(text);
  drawCharts();
  byId('behavior', HTMLElement).append(engineTable());
}

function takeKeysAndClicks(): void {
  const buttons = { first: toStart, previous: back, next: forward, last: toEnd };
  for (const [id, action] of Object.entries(buttons)) byId(id, HTMLButtonElement).addEventListener('click', action);
  document.addEventListener('keydown', (event) => {
    const isForOthers = event.target instanceof HTMLSelectElement || event.ctrlKey || event.altKey || event.metaKey;
    if (isForOthers || !isOpen()) return;
    const action = KEYS.get(event.key);
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
}

/** Charts are redrawn when a phone is turned or a window resized. */
function followWidth(): void {
  let width = innerWidth;
  addEventListener('resize', () => {
    if (innerWidth === width) return;
    width = innerWidth;
    drawCharts();
    redraw();
  });
}

/** Lists the games and opens the one that the address asks for, or else the first. */
function openFromAddress(): void {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const index = data.games.findIndex(({ n }) => n === Number(wanted.get('game')));
  startList(index, showGame);
  if (index >= 0) showGame(index, Number(wanted.get('ply') ?? Number.POSITIVE_INFINITY));
}

fillPage();
takeKeysAndClicks();
followWidth();
openFromAddress();
