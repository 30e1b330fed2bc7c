/** The list of games with its filters, and the open game. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { nameOf } from '../../../../core/point.ts';
import { at, gridPath, lengthOf, STONE, starPoints } from '../../../../records/notation/board-drawing.ts';
import { movesOf } from '../../../../records/notation/game-record.ts';
import type { ReportGame } from '../collect.ts';
import { ChartBox, GameGraphs } from './charts.tsx';
import { data, minus, SCORE_TEXT } from './data.ts';

const ROWS_SHOWN = 500;
/** Height of the sticky table head, px. */
const HEAD_HEIGHT = 30;
const WOOD = '#5b4320';
const MARK = '#d22';

/** What is listed; an empty text lists all. */
export interface Filter {
  readonly engine: string;
  readonly result: string;
  readonly reason: string;
}

const RESULTS = { won: 'won', lost: 'lost', draw: 'drawn', black: 'Black won', white: 'White won' };
const named = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]));
const CHOICES: readonly [key: keyof Filter, label: string, texts: Readonly<Record<string, string>>][] = [
  ['engine', 'engine', Object.fromEntries(data.engines.map(({ name }, i) => [i, name]))],
  ['result', 'result', RESULTS],
  ['reason', 'ended by', named([...new Set(data.games.map(({ reason }) => reason))].sort())],
];

export function passes({ engine, result, reason }: Filter, game: ReportGame): boolean {
  if (reason !== '' && game.reason !== reason) return false;
  const winner = game.result === 'draw' ? null : game[game.result];
  const own = engine === '' ? winner : data.engines[Number(engine)].name;
  if (engine !== '' && game.black !== own && game.white !== own) return false;
  // Without an engine, both are the games that are not drawn.
  if (result === 'won') return winner !== null && winner === own;
  if (result === 'lost') return winner !== null && (engine === '' || winner !== own);
  return result === '' || game.result === result;
}

interface ListProps {
  readonly filter: Filter;
  readonly shown: readonly ReportGame[];
  readonly open: ReportGame | undefined;
  readonly onFilter: (filter: Filter) => void;
  readonly onOpen: (game: ReportGame) => void;
}

export function GameList({ filter, shown, open, onFilter, onOpen }: ListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
    if (list.current !== null && row) scrollTo(list.current, row);
  }, [open, filter]);
  return (
    <section>
      <h2>Games</h2>
      <div id="filters">
        {CHOICES.map(([key, label, texts]) => (
          <label>
            {`${label} `}
            <select
              id={key}
              value={filter[key]}
              onChange={(e) => onFilter({ ...filter, [key]: e.currentTarget.value })}
            >
              <option value="">any</option>
              {Object.entries(texts).map(([value, text]) => (
                <option value={value}>{text}</option>
              ))}
            </select>
          </label>
        ))}
        <span id="count">
          {`${shown.length} games${shown.length > ROWS_SHOWN ? `, the first ${ROWS_SHOWN} listed` : ''}`}
        </span>
      </div>
      <div id="list" ref={list}>
        <table>
          <thead>
            <tr>
              <th>#</th>
              <th class="left">Black</th>
              <th class="left">White</th>
              <th>score</th>
              <th class="left">ended by</th>
              <th>stones</th>
            </tr>
          </thead>
          <tbody id="rows">
            {shown.slice(0, ROWS_SHOWN).map((game) => (
              <tr key={game.game} aria-selected={game === open} onClick={() => onOpen(game)}>
                <td>{game.game + 1}</td>
                <td class="left">{game.black}</td>
                <td class="left">{game.white}</td>
                <td>{SCORE_TEXT[game.result]}</td>
                <td class="left">{game.reason}</td>
                <td>{game.timesMs.length}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Scrolls the list only; scrollIntoView would move the page under the reader. */
function scrollTo(list: HTMLElement, row: HTMLElement): void {
  const [top, bottom] = [row.offsetTop, row.offsetTop + row.offsetHeight];
  if (top < list.scrollTop + HEAD_HEIGHT) list.scrollTop = top - HEAD_HEIGHT;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight;
}

interface ViewerProps {
  readonly game: ReportGame;
  /** Stones on the board. */
  readonly plies: number;
  readonly onPly: (plies: number) => void;
}

export function Viewer({ game, plies, onPly }: ViewerProps) {
  const { black, white, result, reason } = game;
  return (
    <section>
      <h2 id="title">{`Game ${game.game + 1}: ${black} (Black) \u2013 ${white} (White), ${SCORE_TEXT[result]}, ${reason}`}</h2>
      <div id="viewer">
        <div>
          <Board game={game} plies={plies} />
          <div id="steps">
            <button type="button" title="Home" onClick={() => onPly(0)} children="|<" />
            <button type="button" title="left arrow" onClick={() => onPly(plies - 1)} children="<" />
            <button type="button" title="right arrow" onClick={() => onPly(plies + 1)} children=">" />
            <button type="button" title="End" onClick={() => onPly(Number.POSITIVE_INFINITY)} children=">|" />
            <span id="now" aria-live="polite" children={moveText(game, plies)} />
          </div>
          <div class="hint" id="opening-key" hidden={game.openingPlies === 0}>
            Brown numbers: stones of the opening.
          </div>
          <div class="hint">
            Keys: left and right step through the game, Home and End jump, up and down change the game.
          </div>
        </div>
        <div>
          <ChartBox id="graphs">
            {(width) => <GameGraphs game={game} plies={plies} width={width} onPly={onPly} />}
          </ChartBox>
          <div id="detail">{game.detail}</div>
          <pre id="tail">{game.tail.join('\n')}</pre>
        </div>
      </div>
    </section>
  );
}

/** @returns for instance `9 of 31, Black H8, 120 ms, score 35, depth 11` */
function moveText(game: ReportGame, plies: number): string {
  const parts = [`${plies} of ${game.timesMs.length}`];
  const k = plies - 1;
  if (k < 0) return parts[0];
  parts.push(`${k % 2 === 0 ? 'Black' : 'White'} ${nameOf(movesOf(game)[k], data.size).toUpperCase()}`);
  if (k < game.openingPlies) return [...parts, 'opening'].join(', ');
  const [score, depth] = [game.scores[k], game.depths[k]];
  parts.push(`${game.timesMs[k]} ms`);
  if (score !== null) parts.push(`score ${minus(score)}`);
  if (depth !== null) parts.push(`depth ${depth}`);
  return parts.join(', ');
}

/** The position after some plies, with the last stone marked, and after the last move the winning row. */
function Board({ game, plies }: Pick<ViewerProps, 'game' | 'plies'>) {
  const { size } = data;
  const side = lengthOf(size);
  const moves = movesOf(game);
  const label = { 'text-anchor': 'middle', style: { fill: WOOD } } as const;
  const last = moves[plies - 1];
  const [x1, y1, x2, y2] = (game.row ?? []).map(at);
  return (
    <svg id="board" viewBox={`0 0 ${side} ${side}`} role="img" aria-label="board">
      <rect width={side} height={side} rx={6} fill="#e9c583" />
      {Array.from({ length: size }, (_, i) => [
        <text x={at(i)} y={side - 6} {...label} children={String.fromCharCode(65 + i)} />,
        <text x={12} y={at(i) + 4} {...label} children={size - i} />,
      ])}
      <path d={gridPath(size, size, at)} stroke={WOOD} fill="none" />
      {starPoints(size, size).map(({ x, y }) => (
        <circle cx={at(x)} cy={at(y)} r={3} fill={WOOD} />
      ))}
      {moves.slice(0, plies).map(({ x, y }, k) => {
        const isBlack = k % 2 === 0;
        const [ofOpening, played] = isBlack ? ['#e0a458', '#fff'] : ['#a0580c', '#111'];
        const ink = k < game.openingPlies ? ofOpening : played;
        return [
          <circle cx={at(x)} cy={at(y)} r={STONE} fill={isBlack ? '#111' : '#fff'} stroke="#111" class="stone" />,
          <text x={at(x)} y={at(y) + 4} text-anchor="middle" style={{ fill: ink }} children={k + 1} />,
        ];
      })}
      {last && <circle cx={at(last.x)} cy={at(last.y)} r={15} fill="none" stroke={MARK} stroke-width={2} />}
      {game.row !== null && plies === moves.length && (
        <line {...{ x1, y1, x2, y2 }} stroke={MARK} stroke-width={4} stroke-linecap="round" opacity={0.65} />
      )}
    </svg>
  );
}
