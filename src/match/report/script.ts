/**
 * The report page's script: plain JavaScript for any browser, reading the JSON in #data (see data.ts). It builds
 * everything with DOM calls, so names of engines never become markup.
 */
export const PAGE_SCRIPT = String.raw`
'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const SVG = 'http://www.w3.org/2000/svg';
const byId = (id) => document.getElementById(id);

function make(tag, attributes, ...children) {
  const svg = ['svg', 'path', 'circle', 'line', 'rect', 'text', 'polyline', 'polygon', 'g', 'title'].includes(tag);
  const element = svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== null && child !== undefined).map((child) => (child instanceof Node ? child : String(child))));
  return element;
}
const signed = (value, digits = 0) => (value === null ? '?' : (value < 0 ? '\u2212' : '+') + Math.abs(value).toFixed(digits));
const nameOf = (x, y) => String.fromCharCode(97 + x) + (y + 1);
const percent = (value) => (100 * value).toFixed(1) + ' %';
const points = (engine) => engine.wins + engine.draws / 2;

function table(head, rows, leftColumns = [0]) {
  const cell = (tag) => (text, column) => {
    const element = text instanceof Node && text.tagName === tag.toUpperCase() ? text : make(tag, {}, text);
    if (leftColumns.includes(column)) element.classList.add('left');
    return element;
  };
  return make('table', {}, make('thead', {}, make('tr', {}, ...head.map(cell('th')))), make('tbody', {}, ...rows.map((row) => make('tr', {}, ...row.map(cell('td'))))));
}

// --- Tables ---------------------------------------------------------------------------------------------------------

const order = data.engines.map((_, i) => i).sort((a, b) => data.engines[b].elo - data.engines[a].elo);

function crossTable() {
  const result = new Map();
  for (const p of data.pairings) {
    result.set(p.a + ' ' + p.b, [p.wins, p.draws, p.losses]);
    result.set(p.b + ' ' + p.a, [p.losses, p.draws, p.wins]);
  }
  return table(
    ['#', 'engine', 'Elo', '\u00b1', 'games', 'points', ...order.map((_, place) => String(place + 1))],
    order.map((i, place) => {
      const engine = data.engines[i];
      const cells = order.map((j) => {
        const found = result.get(i + ' ' + j);
        if (i === j || found === undefined) return make('td', {}, i === j ? '\u00b7' : '');
        const [wins, draws, losses] = found;
        const share = wins + draws / 2 - (wins + draws + losses) / 2;
        return make('td', { class: share > 0 ? 'good' : share < 0 ? 'bad' : '', title: wins + ' won, ' + draws + ' drawn, ' + losses + ' lost' }, '+' + wins + ' =' + draws + ' \u2212' + losses);
      });
      const error = engine.eloError === null ? '?' : engine.eloError.toFixed(0);
      return [String(place + 1), engine.name, signed(engine.elo), error, engine.games, points(engine), ...cells];
    }),
    [1],
  );
}

function engineTable() {
  const count = (value) => make('td', value > 0 ? { class: 'bad' } : {}, value);
  return table(
    ['engine', 'won as Black', 'as White', 'time', 'crash', 'illegal', 'foul', 'start', 'worst overrun', 'longest', 'mean', 'depth', 'memory'],
    data.engines.map((e) => [
      e.name, e.winsAsBlack, e.wins - e.winsAsBlack, count(e.timeLosses), count(e.crashes), count(e.illegal), count(e.fouls), count(e.failedStarts),
      e.worstOverrunMs + ' ms', Math.round(e.longestMs) + ' ms', e.moves > 0 ? (e.totalMs / e.moves).toFixed(1) + ' ms' : '',
      e.movesWithDepth > 0 ? (e.totalDepth / e.movesWithDepth).toFixed(1) : '', e.peakBytes === null ? '?' : (e.peakBytes / 1048576).toFixed(0) + ' MiB',
    ]),
  );
}

function verdict() {
  if (data.pairings.length !== 1) return null;
  const p = data.pairings[0];
  if (p.elo === null && p.los === null) return null;
  let text = data.engines[p.a].name + ' over ' + data.engines[p.b].name + ': Elo ' + signed(p.elo, 1) + ' [' + signed(p.low, 1) + ', ' + signed(p.high, 1) + '], LOS ' +
    percent(p.los ?? 0.5) + ', pairs by points 0, \u00bd, 1, 1\u00bd, 2: ' + p.pairs.join(', ');
  const s = data.sprt;
  if (s !== null) text += '. SPRT [' + s.elo0 + ', ' + s.elo1 + '] ' + s.model + ': LLR ' + signed(s.llr, 2) + ' (' + signed(s.lower, 2) + ', ' + signed(s.upper, 2) + '), ' + (s.verdict === null ? 'undecided' : s.verdict + ' accepted');
  return make('p', {}, text);
}

// --- Charts ---------------------------------------------------------------------------------------------------------

function niceStep(range, lines) {
  const raw = range / lines || 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * [1, 2, 5, 10].find((factor) => factor * power >= raw);
}

/** An empty chart with its axis; returns the drawing and the two scales. */
function frame(width, height, [x0, x1], [y0, y1], label) {
  const [left, right, top, bottom] = [46, width - 8, 8, height - 18];
  const x = (value) => left + ((value - x0) / (x1 - x0 || 1)) * (right - left);
  const y = (value) => bottom - ((value - y0) / (y1 - y0 || 1)) * (bottom - top);
  const svg = make('svg', { viewBox: '0 0 ' + width + ' ' + height, class: 'chart', role: 'img', 'aria-label': label });
  const step = niceStep(y1 - y0, 4);
  for (let value = Math.ceil(y0 / step) * step; value <= y1 + step * 1e-6; value += step) {
    svg.append(make('line', { x1: left, x2: right, y1: y(value), y2: y(value), class: Math.abs(value) < step / 1e6 ? 'zero' : 'grid' }));
    svg.append(make('text', { x: left - 5, y: y(value) + 4, 'text-anchor': 'end' }, Math.round(value * 1000) / 1000));
  }
  return { svg, x, y, left, right, top, bottom };
}

/** Ratings with their intervals. */
function ratingChart() {
  const rows = order.map((i) => data.engines[i]);
  const reach = Math.max(50, ...rows.map((e) => Math.abs(e.elo) + Math.min(e.eloError ?? 0, 400)));
  const [width, line] = [560, 26];
  const height = rows.length * line + 24;
  const x = (elo) => 340 + (elo / reach) * 205;
  const svg = make('svg', { viewBox: '0 0 ' + width + ' ' + height, class: 'chart', role: 'img', 'aria-label': 'Elo of each engine' });
  const step = niceStep(2 * reach, 5);
  for (let value = -Math.floor(reach / step) * step; value <= reach; value += step) {
    svg.append(make('line', { x1: x(value), x2: x(value), y1: 0, y2: height - 18, class: value === 0 ? 'zero' : 'grid' }), make('text', { x: x(value), y: height - 4, 'text-anchor': 'middle' }, value));
  }
  rows.forEach((e, i) => {
    const y = i * line + 13;
    const error = Math.min(e.eloError ?? reach, 400);
    svg.append(
      make('text', { x: 128, y: y + 4, 'text-anchor': 'end' }, e.name.length > 20 ? e.name.slice(0, 19) + '\u2026' : e.name),
      make('line', { x1: x(Math.max(-reach, e.elo - error)), x2: x(Math.min(reach, e.elo + error)), y1: y, y2: y, stroke: 'var(--a)', 'stroke-width': 2 }),
      make('circle', { cx: x(e.elo), cy: y, r: 5, fill: 'var(--a)' }),
    );
  });
  return svg;
}

/** Elo of a pairing as it developed, pair by pair. */
function historyChart(pairing) {
  const history = pairing.history;
  if (history.length < 2) return make('p', { class: 'hint' }, 'Too few pairs for a chart.');
  const settled = history.slice(Math.floor(history.length / 10));
  const low = Math.min(0, ...settled.map((p) => p[2]));
  const high = Math.max(0, ...settled.map((p) => p[3]));
  const { svg, x, y, right, top, bottom } = frame(560, 190, [0, history[history.length - 1][0]], [low, high], 'Elo by number of game pairs');
  const inside = (value) => Math.max(top, Math.min(bottom, y(value)));
  const band = [...history.map((p) => x(p[0]) + ',' + inside(p[3])), ...[...history].reverse().map((p) => x(p[0]) + ',' + inside(p[2]))];
  svg.append(
    make('polygon', { points: band.join(' '), fill: 'var(--a)', opacity: 0.18 }),
    make('polyline', { points: history.map((p) => x(p[0]) + ',' + inside(p[1])).join(' '), fill: 'none', stroke: 'var(--a)', 'stroke-width': 2 }),
    make('text', { x: right, y: 187, 'text-anchor': 'end' }, 'pairs: ' + history[history.length - 1][0]),
  );
  return svg;
}

function eloSection() {
  const box = make('div', {});
  const chart = make('div', {});
  if (data.pairings.length > 1) {
    const choice = make('select', { 'aria-label': 'pairing' });
    data.pairings.forEach((p, i) => choice.append(make('option', { value: i }, data.engines[p.a].name + ' \u2013 ' + data.engines[p.b].name)));
    choice.addEventListener('change', () => chart.replaceChildren(historyChart(data.pairings[Number(choice.value)])));
    box.append(choice);
  }
  chart.append(historyChart(data.pairings[0]));
  box.append(chart, make('div', { class: 'hint' }, 'Elo of the first engine over the second with its 95 % interval, after each pair of games'));
  return box;
}

// --- Games ----------------------------------------------------------------------------------------------------------

const ROWS_SHOWN = 500;
let shown = data.games.map((_, i) => i);
let current = -1;
let ply = 0;

const scoreText = { b: '1\u20130', w: '0\u20131', d: '\u00bd\u2013\u00bd' };

function fillFilters() {
  const [engine, result, reason] = ['engine', 'result', 'reason'].map(byId);
  data.engines.forEach((e, i) => engine.append(make('option', { value: i }, e.name)));
  for (const name of [...new Set(data.games.map((game) => game.reason))].sort()) reason.append(make('option', {}, name));
  for (const select of [engine, result, reason]) select.addEventListener('change', filter);
}

function matches(game) {
  const engine = byId('engine').value;
  const result = byId('result').value;
  const reason = byId('reason').value;
  if (reason !== '' && game.reason !== reason) return false;
  const winner = game.result === 'd' ? null : game[game.result];
  if (engine !== '') {
    const own = Number(engine);
    if (game.b !== own && game.w !== own) return false;
    if (result === 'won') return winner === own;
    if (result === 'lost') return winner !== null && winner !== own;
  } else if (result === 'won' || result === 'lost') return winner !== null;
  if (result === 'black') return game.result === 'b';
  if (result === 'white') return game.result === 'w';
  if (result === 'draw') return game.result === 'd';
  return true;
}

function filter() {
  shown = data.games.map((_, i) => i).filter((i) => matches(data.games[i]));
  byId('count').textContent = shown.length + ' games' + (shown.length > ROWS_SHOWN ? ', the first ' + ROWS_SHOWN + ' listed' : '');
  const rows = shown.slice(0, ROWS_SHOWN).map((i) => {
    const game = data.games[i];
    const cells = [game.n, data.engines[game.b].name, data.engines[game.w].name, scoreText[game.result], game.reason, game.moves.length / 2];
    const row = make('tr', { 'data-game': i }, ...cells.map((text, column) => make('td', column === 1 || column === 2 || column === 4 ? { class: 'left' } : {}, text)));
    row.addEventListener('click', () => open(i));
    return row;
  });
  byId('rows').replaceChildren(...rows);
  if (shown.length > 0 && !shown.includes(current)) open(shown[0]);
  else mark();
}

function mark() {
  for (const row of byId('rows').children) {
    const selected = Number(row.dataset.game) === current;
    row.setAttribute('aria-selected', selected);
    if (!selected) continue;
    // Scrolls the list only; scrollIntoView would move the page under the reader.
    const list = byId('list');
    const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
    if (top < list.scrollTop + 30) list.scrollTop = top - 30;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
  }
}

function open(i, at) {
  current = i;
  const game = data.games[i];
  byId('title').textContent = 'Game ' + game.n + ': ' + data.engines[game.b].name + ' (Black) \u2013 ' + data.engines[game.w].name + ' (White), ' + scoreText[game.result] + ', ' + game.reason;
  byId('detail').textContent = game.detail;
  byId('tail').textContent = game.tail.join('\n');
  drawGraphs(game);
  mark();
  show(at ?? game.moves.length / 2);
}

function show(at) {
  const game = data.games[current];
  ply = Math.max(0, Math.min(game.moves.length / 2, at));
  drawBoard(game);
  const k = ply - 1;
  const parts = [ply + ' of ' + game.moves.length / 2];
  if (k >= 0) {
    parts.push((k % 2 === 0 ? 'Black ' : 'White ') + nameOf(game.moves[2 * k], game.moves[2 * k + 1]));
    if (k < game.opening) parts.push('opening');
    else {
      parts.push(game.ms[k] + ' ms');
      if (game.scores[k] !== null) parts.push('score ' + game.scores[k]);
      if (game.depths[k] !== null) parts.push('depth ' + game.depths[k]);
    }
  }
  byId('now').textContent = parts.join(', ');
  for (const cursor of document.querySelectorAll('.cursor')) {
    const x = Number(cursor.dataset.left) + ply * Number(cursor.dataset.step);
    cursor.setAttribute('x1', x);
    cursor.setAttribute('x2', x);
  }
  history.replaceState(null, '', '#game=' + game.n + '&ply=' + ply);
}

const STEP = 30;
const MARGIN = 30;

function drawBoard(game) {
  const size = data.size;
  const at = (coordinate) => MARGIN + coordinate * STEP;
  const side = at(size - 1) + MARGIN;
  const board = byId('board');
  board.setAttribute('viewBox', '0 0 ' + side + ' ' + side);
  const wood = '#5b4320';
  const parts = [make('rect', { width: side, height: side, rx: 6, fill: '#e9c583' })];
  let path = '';
  for (let i = 0; i < size; i++) {
    path += 'M' + at(0) + ' ' + at(i) + 'H' + at(size - 1) + 'M' + at(i) + ' ' + at(0) + 'V' + at(size - 1);
    parts.push(make('text', { x: at(i), y: side - 6, 'text-anchor': 'middle', style: 'fill:' + wood }, String.fromCharCode(65 + i)), make('text', { x: 12, y: at(i) + 4, 'text-anchor': 'middle', style: 'fill:' + wood }, i + 1));
  }
  parts.push(make('path', { d: path, stroke: wood, fill: 'none' }));
  const middle = size % 2 === 1 ? [(size - 1) / 2] : [];
  const stars = size >= 13 ? [3, ...middle, size - 4] : middle;
  for (const x of stars) for (const y of stars) parts.push(make('circle', { cx: at(x), cy: at(y), r: 3, fill: wood }));
  for (let k = 0; k < ply; k++) {
    const [x, y] = [at(game.moves[2 * k]), at(game.moves[2 * k + 1])];
    const dark = k % 2 === 0;
    parts.push(
      make('circle', { cx: x, cy: y, r: 13.5, fill: dark ? '#111' : '#fff', stroke: '#111', class: 'stone' }),
      make('text', { x, y: y + 4, 'text-anchor': 'middle', style: 'fill:' + (k < game.opening ? '#c08a3e' : dark ? '#fff' : '#111') }, k + 1),
    );
  }
  if (ply > 0) parts.push(make('circle', { cx: at(game.moves[2 * ply - 2]), cy: at(game.moves[2 * ply - 1]), r: 15, fill: 'none', stroke: '#d22', 'stroke-width': 2 }));
  if (game.row !== null && ply === game.moves.length / 2) {
    const [x1, y1, x2, y2] = game.row.map(at);
    parts.push(make('line', { x1, y1, x2, y2, stroke: '#d22', 'stroke-width': 4, 'stroke-linecap': 'round', opacity: 0.65 }));
  }
  board.replaceChildren(...parts);
}

/** A score as points of Black; forced wins lie outside of everything else. */
function blackPoints(score, k) {
  if (score === null) return null;
  const own = typeof score === 'number' ? score : score[0] === '-' ? -1e4 : 1e4;
  return k % 2 === 0 ? own : -own;
}

/** Squeezes scores so that small ones are told apart and large ones fit: -1 to 1. */
const squeeze = (value) => Math.sign(value) * (Math.log1p(Math.abs(value) / 50) / Math.log1p(1e4 / 50));

function graph(game, label, yRange, drawing) {
  const count = game.moves.length / 2;
  const chart = frame(560, 150, [0, Math.max(1, count)], yRange, label);
  drawing(chart);
  const cursor = make('line', { y1: chart.top, y2: chart.bottom, class: 'cursor', 'data-left': chart.x(0), 'data-step': chart.x(1) - chart.x(0) });
  chart.svg.append(cursor, make('text', { x: chart.right, y: 147, 'text-anchor': 'end' }, 'move ' + count));
  chart.svg.addEventListener('click', (event) => {
    const box = chart.svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * 560;
    show(Math.round(((x - chart.left) / (chart.right - chart.left)) * count));
  });
  return chart.svg;
}

function drawGraphs(game) {
  const colors = ['var(--a)', 'var(--b)'];
  const sides = [0, 1].map((parity) => game.scores.map((score, k) => [k + 1, blackPoints(score, k)]).filter(([k, value]) => value !== null && (k - 1) % 2 === parity));
  const evaluation = graph(game, 'evaluation by move, Black up', [-1, 1], ({ svg, x, y }) => {
    for (const text of [...svg.querySelectorAll('text')]) text.remove();
    for (const value of [-1e4, -1000, -100, 0, 100, 1000, 1e4]) {
      svg.append(make('text', { x: 41, y: y(squeeze(value)) + 4, 'text-anchor': 'end' }, Math.abs(value) === 1e4 ? (value < 0 ? '\u2212win' : 'win') : value));
    }
    sides.forEach((side, i) => svg.append(make('polyline', { points: side.map(([k, value]) => x(k) + ',' + y(squeeze(value))).join(' '), fill: 'none', stroke: colors[i], 'stroke-width': 2, class: 'evaluation' })));
  });
  const longest = Math.max(1, ...game.ms);
  const times = graph(game, 'time by move, ms', [0, longest], ({ svg, x, y, bottom }) => {
    const width = Math.max(1, (x(1) - x(0)) * 0.8);
    game.ms.forEach((ms, k) => {
      if (ms > 0) svg.append(make('rect', { x: x(k + 1) - width / 2, width, y: y(ms), height: bottom - y(ms), fill: colors[k % 2], class: 'time' }));
    });
  });
  const key = make('div', { class: 'key' }, make('b', { style: 'background:var(--a)' }), data.engines[game.b].name + ' (Black)', make('b', { style: 'background:var(--b)' }), data.engines[game.w].name + ' (White)');
  byId('graphs').replaceChildren(key, make('div', { class: 'hint' }, 'Evaluation, Black up (logarithmic)'), evaluation, make('div', { class: 'hint' }, 'Time for each move, ms'), times);
}

function otherGame(step) {
  const place = shown.indexOf(current) + step;
  if (place >= 0 && place < shown.length) open(shown[place]);
}

const KEYS = {
  ArrowLeft: () => show(ply - 1),
  ArrowRight: () => show(ply + 1),
  Home: () => show(0),
  End: () => show(Infinity),
  PageUp: () => show(ply - 10),
  PageDown: () => show(ply + 10),
  ArrowUp: () => otherGame(-1),
  ArrowDown: () => otherGame(1),
};

function start() {
  document.title = data.title;
  byId('heading').textContent = data.title;
  for (const [name, value] of data.facts) byId('facts').append(make('span', {}, name + ': ' + value));
  byId('cross').append(crossTable());
  const text = verdict();
  if (text !== null) byId('cross').append(text);
  byId('ratings').append(ratingChart());
  if (data.pairings.length > 0) byId('elo').append(eloSection());
  byId('behaviour').append(engineTable());
  fillFilters();
  byId('first').addEventListener('click', KEYS.Home);
  byId('previous').addEventListener('click', KEYS.ArrowLeft);
  byId('next').addEventListener('click', KEYS.ArrowRight);
  byId('last').addEventListener('click', KEYS.End);
  document.addEventListener('keydown', (event) => {
    if (event.target.tagName === 'SELECT' || event.ctrlKey || event.altKey || event.metaKey || current < 0) return;
    const action = KEYS[event.key];
    if (action === undefined) return;
    event.preventDefault();
    action();
  });
  const wanted = new URLSearchParams(location.hash.slice(1));
  const index = data.games.findIndex((game) => game.n === Number(wanted.get('game')));
  const at = Number(wanted.get('ply') ?? Infinity);
  if (index >= 0) current = index;
  filter();
  if (index >= 0) open(index, at);
}
start();
`;
