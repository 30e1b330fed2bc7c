/**
 * The board: a drawing, and over it a grid of points for clicks, keys and screen readers. Its props say what it shows;
 * it reports what the user does.
 */
import type { ComponentChild } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { BLACK, type Color, EMPTY, sideName } from '../../core/color.ts';
import { samePoint, type XY } from '../../core/point.ts';
import type { Arrow } from '../../play/review/marks.ts';
import { columnLetterOf, labelOf } from '../../play/state/notation.ts';
import { at, gridPath, lengthOf, MARGIN, STEP, STONE, starPoints } from '../../records/notation/board-drawing.ts';
import { cellAt, type Position } from '../../rules/index.ts';
import type { Speech } from '../lang/speech.ts';
import { Button } from '../parts/controls.tsx';
import { Lens, useLens } from './lens.tsx';
import { useMarking } from './marking.ts';
import { type Explanation, ExplanationView, type Ghost, GhostView, type Mark, MarkView } from './marks.tsx';
import { useStoneSound } from './sound.ts';

export interface BoardNames {
  of(point: XY): string;
  /** @param x from the left */
  column(x: number): string;
  /** @param y from the top */
  row(y: number): string;
}

export function usualNames(height: number): BoardNames {
  return {
    of: (point) => labelOf(point, height),
    column: columnLetterOf,
    row: (y) => String(height - y),
  };
}

/** Most pixels per user unit: a small board does not fill the window. */
const LARGEST = 3;

export interface BoardProps {
  readonly speech: Speech;
  readonly position: Position;
  /** The number of the stone on each point, by the index of the point; 0: none. */
  readonly numbers: Uint16Array;
  readonly look: {
    readonly numbers: boolean;
    readonly coordinates: boolean;
    readonly stones: 'stones' | 'letters';
    readonly sound?: boolean;
  };
  readonly marks: readonly Mark[];
  readonly ghosts: readonly Ghost[];
  readonly explanations: readonly Explanation[];
  readonly winningRows: readonly (readonly XY[])[];
  /** Side of the square around the center in which a stone must be placed; null or undefined: anywhere. */
  readonly square?: number | null;
  /** The color that a click would place; null: clicks do nothing. */
  readonly toPlay: Color | null;
  /** What clicks edit: they count on occupied points too, and taps at once. */
  readonly editing?: 'stones' | 'letters' | 'marks' | undefined;
  /** What screen readers say about a point after its name, for instance why it is forbidden. */
  readonly remarks: ReadonlyMap<number, string>;
  readonly onPlay: (point: XY) => void;
  /** Called with an occupied point that is clicked while clicks place nothing. */
  readonly onStone?: (point: XY) => void;
  /** Called with the points of an arrow, or twice with the point that the right button is on. */
  readonly onMark?: ((from: XY, to: XY) => void) | undefined;
  readonly onHover: (point: XY | null) => void;
  /** The names of a board that is shown from another side. */
  readonly names?: BoardNames | undefined;
}

/** A finger easily misses a point narrower than this: the first tap shows the stone, the second one plays it. */
const TAP_WIDTH = 48;

export function Board(props: BoardProps) {
  const { position, toPlay } = props;
  const { width, height } = position;
  const { say } = props.speech;
  const names = props.names ?? usualNames(height);
  const [right, bottom] = [lengthOf(width), lengthOf(height)];
  const [focused, setFocus] = useState<XY | null>(null);
  const [aimed, setAimed] = useState<XY | null>(null);
  const grid = useRef<HTMLDivElement>(null);
  useStoneSound(props.look.sound === true, position);
  const isTouch = useRef(false);
  const aim = aimed !== null && toPlay !== null && cellAt(position, aimed.x, aimed.y) === EMPTY ? aimed : null;

  // A board of another size may not have the point.
  const isThere = focused !== null && focused.x < width && focused.y < height;
  const focus = isThere ? focused : { x: width >> 1, y: height >> 1 };

  const play = (point: XY) => {
    setAimed(null);
    if (toPlay !== null) props.onPlay(point);
    else if (cellAt(position, point.x, point.y) !== EMPTY) props.onStone?.(point);
  };
  const isSmall = () => (grid.current?.clientWidth ?? 0) / width < TAP_WIDTH;
  const aimAt = (point: XY) => {
    setFocus(point);
    setAimed(point);
    props.onHover(point);
  };
  const tap = (point: XY) => {
    setFocus(point);
    const isSure =
      props.editing !== undefined || !isTouch.current || !isSmall() || (aim !== null && samePoint(aim, point));
    if (isSure) play(point);
    else aimAt(point);
  };
  const lens = useLens(grid, position, {
    isWanted: () => toPlay !== null && isSmall(),
    onLook: props.onHover,
    onChosen: (point) => (props.editing !== undefined ? play(point) : aimAt(point)),
  });
  const marking = useMarking({
    isTool: props.editing === 'marks',
    onMark: props.onMark,
    pointAt: lens.pointAt,
    isBusy: lens.isShown,
  });
  const move = (event: KeyboardEvent) => {
    const next = moved(focus, event, position);
    if (next === null) return;
    event.preventDefault();
    setFocus(next);
    marking.follow(next);
    props.onHover(next);
    grid.current?.querySelector<HTMLElement>(`[data-point="${next.x},${next.y}"]`)?.focus();
  };
  const isWriting = props.editing === 'letters' || props.editing === 'marks';
  const color = isWriting ? null : toPlay;
  const insetOf = (length: number) => `${((100 * (MARGIN - STEP / 2)) / length).toFixed(4)}%`;

  return (
    <div class="board" style={{ '--ratio': (right / bottom).toFixed(4), '--most': `${right * LARGEST}px` }}>
      <Drawing {...props} aim={aim} arrow={marking.arrow} />
      <div
        ref={grid}
        class={`points ${isWriting ? `writes ${props.editing}` : color === null ? '' : `plays ${sideName(color)}`}`}
        role="grid"
        aria-label={say('board')}
        style={{
          inset: `${insetOf(bottom)} ${insetOf(right)}`,
          gridTemplate: `repeat(${height}, 1fr) / repeat(${width}, 1fr)`,
        }}
        {...lens.handlers}
        onPointerDown={(event) => {
          isTouch.current = event.pointerType === 'touch';
          lens.handlers.onPointerDown(event);
          marking.onPointerDown(event);
        }}
        onPointerMove={(event) => {
          lens.handlers.onPointerMove(event);
          marking.onPointerMove(event);
        }}
        onPointerUp={(event) => {
          marking.onPointerUp(event);
          lens.handlers.onPointerUp(event);
        }}
        onPointerCancel={() => {
          lens.handlers.onPointerCancel();
          marking.onPointerCancel();
        }}
        onContextMenu={(event) => {
          lens.handlers.onContextMenu(event);
          marking.onContextMenu(event);
        }}
        onPointerOver={(event) => event.pointerType === 'mouse' && props.onHover(pointOf(event))}
        onPointerLeave={() => props.onHover(null)}
        onFocusIn={(event) => setFocus(pointOf(event))}
        onClick={(event) => {
          const point = pointOf(event);
          if (point !== null && !lens.tookClick()) tap(point);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault();
            if (!marking.tookEnter(event, focus)) play(focus);
          } else if (event.key === 'Escape') marking.cancel();
          else move(event);
        }}
      >
        <Points
          key={`${width}x${height}`}
          speech={props.speech}
          position={position}
          numbers={props.numbers}
          remarks={props.remarks}
          names={names}
          focus={focus}
        />
      </div>
      {lens.point !== null && <Lens point={lens.point} name={names.of(lens.point)} position={position} color={color} />}
      {aim !== null && (
        <div class="confirm">
          <Button text={say('playPoint', { point: names.of(aim) })} class="primary" onClick={() => play(aim)} />
          <Button text={say('cancel')} onClick={() => setAimed(null)} />
        </div>
      )}
    </div>
  );
}

/** A position as a picture, without coordinates. */
export function PositionPicture({ position }: { readonly position: Position }) {
  const { width, height } = position;
  return (
    <svg viewBox={`0 0 ${lengthOf(width)} ${lengthOf(height)}`} aria-hidden="true" class="drawing">
      <EmptyBoard width={width} height={height} names={null} />
      <Stones position={position} numbers={null} style="stones" />
    </svg>
  );
}

/** @param props.aim the point that a tap has chosen @param props.arrow that is being drawn */
function Drawing(props: BoardProps & { readonly aim: XY | null; readonly arrow: Arrow | null }) {
  const { position, numbers, look, marks, toPlay, aim, arrow } = props;
  const { width, height } = position;
  const names = props.names ?? usualNames(height);
  const board = useMemo(
    () => <EmptyBoard width={width} height={height} names={look.coordinates ? names : null} />,
    [width, height, look.coordinates, props.names],
  );
  const stones = useMemo(
    () => <Stones position={position} numbers={look.numbers ? numbers : null} style={look.stones} />,
    [position, numbers, look.numbers, look.stones],
  );
  const foul = marks.find(({ kind, point }) => kind === 'foul' && aim !== null && samePoint(point, aim));
  return (
    <svg viewBox={`0 0 ${lengthOf(width)} ${lengthOf(height)}`} aria-hidden="true" class="drawing">
      <g id="drawing">
        {board}
        {props.square && <Square size={width} within={props.square} />}
        {stones}
        {props.winningRows.map((row) => (
          <WinningRow key={`${row[0].x},${row[0].y}`} row={row} />
        ))}
        {marks.map((mark) => (
          <MarkView key={keyOf(mark)} mark={mark} />
        ))}
        {arrow !== null && <MarkView mark={{ kind: 'arrow', point: arrow.to, from: arrow.from }} />}
        {props.explanations.map((explanation, i) => (
          <ExplanationView key={i} {...explanation} />
        ))}
        {props.ghosts.map((ghost) => (
          <GhostView key={`${ghost.point.x},${ghost.point.y}`} {...ghost} />
        ))}
        {aim !== null && toPlay !== null && (
          <GhostView point={aim} color={toPlay} label={foul === undefined ? '?' : ''} />
        )}
        {foul !== undefined && <MarkView mark={foul} />}
      </g>
    </svg>
  );
}

function keyOf(mark: Mark): string {
  const from = mark.kind === 'arrow' ? `${mark.from.x},${mark.from.y},` : '';
  return `${mark.kind}${from}${mark.point.x},${mark.point.y}`;
}

function EmptyBoard(props: { readonly width: number; readonly height: number; readonly names: BoardNames | null }) {
  const { width, height, names } = props;
  const [right, bottom] = [lengthOf(width), lengthOf(height)];
  return (
    <g>
      <defs>
        <linearGradient id="wood" x1="0" y1="0" x2="1" y2="1">
          <stop class="wood-light" offset="0" />
          <stop class="wood-mid" offset="0.5" />
          <stop class="wood-dark" offset="1" />
        </linearGradient>
      </defs>
      <rect class="wood" width={right} height={bottom} />
      <path class="lines" d={gridPath(width, height, at)} />
      <rect class="frame" x={at(0)} y={at(0)} width={(width - 1) * STEP} height={(height - 1) * STEP} />
      {starPoints(width, height).map(({ x, y }) => (
        <circle key={`${x},${y}`} class="star" cx={at(x)} cy={at(y)} r="3" />
      ))}
      {names !== null && (
        <g class="coordinates">
          {Array.from({ length: width }, (_, x) => (
            <text key={x} x={at(x)} y={bottom - 4}>
              {names.column(x)}
            </text>
          ))}
          {Array.from({ length: height }, (_, y) => (
            <text key={y} x="8" y={at(y) + 3.5}>
              {names.row(y)}
            </text>
          ))}
        </g>
      )}
    </g>
  );
}

function Square({ size, within }: { readonly size: number; readonly within: number }) {
  const first = Math.floor((size - within) / 2);
  const side = (size - 2 * first) * STEP;
  return <rect class="square" x={at(first) - STEP / 2} y={at(first) - STEP / 2} width={side} height={side} rx="4" />;
}

function Stones(props: {
  readonly position: Position;
  readonly numbers: Uint16Array | null;
  readonly style: 'stones' | 'letters';
}) {
  const { position, numbers, style } = props;
  const { width } = position;
  const drawn = [];
  for (let i = 0; i < position.cells.length; i++) {
    const color = position.cells[i];
    if (color === EMPTY) continue;
    const [x, y] = [at(i % width), at(Math.floor(i / width))];
    const name = color === BLACK ? 'black' : 'white';
    drawn.push(
      <g key={`${i},${color}`} class={`stone ${name} ${style}`}>
        {style === 'letters' ? (
          <Letter x={x} y={y} isBlack={color === BLACK} />
        ) : (
          <>
            <circle class="shadow" cx={x + 0.8} cy={y + 1.6} r={STONE} />
            <circle class="body" cx={x} cy={y} r={STONE} />
          </>
        )}
        {numbers !== null && numbers[i] > 0 && style === 'stones' && (
          <text x={x} y={y + 4.2}>
            {numbers[i]}
          </text>
        )}
      </g>,
    );
  }
  return (
    <g>
      <defs>
        <radialGradient id="black-stone" cx="35%" cy="30%" r="75%">
          <stop offset="0" stop-color="#6b6b70" />
          <stop offset="0.45" stop-color="#2a2a2d" />
          <stop offset="1" stop-color="#0a0a0b" />
        </radialGradient>
        <radialGradient id="white-stone" cx="35%" cy="30%" r="80%">
          <stop offset="0" stop-color="#ffffff" />
          <stop offset="0.6" stop-color="#f1efea" />
          <stop offset="1" stop-color="#c9c5bb" />
        </radialGradient>
      </defs>
      {drawn}
    </g>
  );
}

/** As on paper: a cross for Black, a ring for White. */
function Letter({ x, y, isBlack }: { readonly x: number; readonly y: number; readonly isBlack: boolean }) {
  return isBlack ? <path d={`M${x - 8} ${y - 8}l16 16m0 -16l-16 16`} /> : <circle cx={x} cy={y} r="9.5" />;
}

function WinningRow({ row }: { readonly row: readonly XY[] }) {
  const [first, last] = [row[0], row[row.length - 1]];
  return <line class="winning-row" x1={at(first.x)} y1={at(first.y)} x2={at(last.x)} y2={at(last.y)} />;
}

/** A new board of 22 by 22 has 484 points: created in one task they would block the page for some 40 ms. */
const ROWS_AT_ONCE = 6;

function Points(
  props: Pick<BoardProps, 'speech' | 'position' | 'numbers' | 'remarks'> & {
    readonly names: BoardNames;
    readonly focus: XY;
  },
) {
  const { speech, position, numbers, remarks, names, focus } = props;
  const { width, height } = position;
  const { say } = speech;
  const [ready, setReady] = useState(ROWS_AT_ONCE);
  useEffect(() => {
    if (ready >= height) return;
    const next = setTimeout(() => setReady(ready + ROWS_AT_ONCE));
    return () => clearTimeout(next);
  }, [ready, height]);
  const name = (x: number, y: number): string => {
    const index = y * width + x;
    const cell = position.cells[index];
    const what = [say(cell === EMPTY ? 'empty' : cell === BLACK ? 'black' : 'white')];
    if (cell !== EMPTY && numbers[index] > 0) what.push(say('moveNumber', { number: numbers[index] }));
    const remark = remarks.get(index);
    if (remark !== undefined) what.push(remark);
    return `${names.of({ x, y })}, ${what.join(', ')}`;
  };
  // A row of the same names is the same element, which is not compared cell by cell: most of them stay as they are.
  const known = useRef<{ text: string; row: ComponentChild }[]>([]);
  const rowOf = (y: number): ComponentChild => {
    const labels = Array.from({ length: width }, (_, x) => name(x, y));
    const text = [...labels, y === focus.y ? focus.x : ''].join('\n');
    if (known.current[y]?.text !== text) known.current[y] = { text, row: row(y, labels) };
    return known.current[y].row;
  };
  const row = (y: number, labels: readonly string[]): ComponentChild => (
    // biome-ignore lint/a11y/useFocusableInteractive: the cells of the row take the focus, one at a time
    <div key={y} role="row" class="row">
      {labels.map((label, x) => (
        <div
          key={x}
          role="gridcell"
          class={`point ${position.cells[y * width + x] === EMPTY ? 'empty' : ''} ${remarks.has(y * width + x) ? 'remarked' : ''}`}
          tabIndex={x === focus.x && y === focus.y ? 0 : -1}
          aria-label={label}
          data-point={`${x},${y}`}
        />
      ))}
    </div>
  );
  return <>{Array.from({ length: Math.min(ready, height) }, (_, y) => rowOf(y))}</>;
}

/** @returns the point that a key moves to; null: none */
function moved({ x, y }: XY, event: KeyboardEvent, { width, height }: Position): XY | null {
  const last = width - 1;
  const column = (wanted: number) => Math.min(last, Math.max(0, wanted));
  const row = (wanted: number) => Math.min(height - 1, Math.max(0, wanted));
  if (event.altKey || event.metaKey) return null;
  switch (event.key) {
    case 'ArrowLeft':
      return { x: column(x - 1), y };
    case 'ArrowRight':
      return { x: column(x + 1), y };
    case 'ArrowUp':
      return { x, y: row(y - 1) };
    case 'ArrowDown':
      return { x, y: row(y + 1) };
    case 'Home':
      return { x: 0, y: event.ctrlKey ? 0 : y };
    case 'End':
      return { x: last, y: event.ctrlKey ? height - 1 : y };
    default:
      return null;
  }
}

function pointOf(event: Event): XY | null {
  const name = (event.target as HTMLElement).dataset.point;
  if (name === undefined) return null;
  const [x, y] = name.split(',').map(Number);
  return { x, y };
}
