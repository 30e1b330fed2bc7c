/** A board as lines of text, for any terminal. */
import { BLACK, EMPTY } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import { columnLetterOf } from '../../play/state/notation.ts';
import type { MarkOf } from '../../records/notation/diagram.ts';
import { cellAt, type Position } from '../../rules/index.ts';

export interface TerminalLook {
  /** Box characters and round stones, or plain ASCII. */
  readonly charset: 'unicode' | 'ascii';
  /** Number of colors; 0: text without any escape sequence. */
  readonly colors: 0 | 16 | 256;
  /** Width in characters. */
  readonly columns: number;
}

export interface Scene {
  readonly position: Position;
  /** The stone to mark as the last one. */
  readonly last: XY | null;
  /** Stones of the winning rows. */
  readonly row: readonly XY[];
  readonly markOf: MarkOf;
}

/** Symbols of both sides, Black's first; `lastStones` if there is no space for brackets. */
type Symbols = Readonly<Record<'stones' | 'winners' | 'lastStones', readonly [string, string]>> & {
  readonly connector: string;
};

const UNICODE: Symbols = {
  stones: ['●', '○'],
  winners: ['◆', '◇'],
  lastStones: ['◉', '◎'],
  connector: '─',
};
const ASCII: Symbols = { stones: ['X', 'O'], winners: ['#', '@'], lastStones: ['x', 'o'], connector: ' ' };

/** Width of the row numbers and the blank after them. */
const MARGIN = 3;

type Ink = 'plain' | 'grid' | 'black' | 'white' | 'mark' | 'last' | 'blackWins' | 'whiteWins';

/**
 * Select Graphic Rendition of each ink, on a wooden board. The terminal decides what the 16 colors look like, and white
 * may be invisible on yellow: there the stones differ only by shape, as in books.
 */
const INKS: Readonly<Record<16 | 256, Readonly<Record<Ink, string>>>> = {
  16: {
    plain: '',
    grid: '43;30',
    black: '43;30',
    white: '43;30',
    mark: '43;31;1',
    last: '43;31;1',
    blackWins: '42;30',
    whiteWins: '42;30',
  },
  256: {
    plain: '',
    grid: '48;5;179;38;5;94',
    black: '48;5;179;38;5;16',
    white: '48;5;179;38;5;231;1',
    mark: '48;5;179;38;5;160;1',
    last: '48;5;179;38;5;160;1',
    blackWins: '48;5;71;38;5;16',
    whiteWins: '48;5;71;38;5;231;1',
  },
};

/** @returns the symbols of the stones, Black's first */
export function stoneSymbols(look: TerminalLook): readonly [string, string] {
  return look.charset === 'ascii' ? ASCII.stones : UNICODE.stones;
}

/** @param side 0 Black, 1 White @returns a disc, or a ring for White if its color may not be visible */
function stoneShape(side: 0 | 1, { charset, colors }: TerminalLook): string {
  if (charset === 'ascii') return ASCII.stones[side];
  return UNICODE.stones[colors === 256 ? 0 : side];
}

/** Draws the stones in a text as on the board: on wood, so that Black's is dark on any background. */
export function paintStones(text: string, look: TerminalLook): string {
  if (look.colors === 0 || look.charset === 'ascii') return text;
  const [black, white] = UNICODE.stones;
  const inks = INKS[look.colors];
  const paintOne = (stone: string) =>
    stone === black
      ? `\x1b[0;${inks.black}m${stoneShape(0, look)}\x1b[0m`
      : `\x1b[0;${inks.white}m${stoneShape(1, look)}\x1b[0m`;
  return text.replaceAll(new RegExp(`[${black}${white}]`, 'g'), paintOne);
}

/** @returns the maximum width of {@link drawBoard}, in columns */
export function boardColumns(width: number, look: TerminalLook): number {
  const isWide = look.columns >= MARGIN + 2 * width;
  return Math.min(look.columns, MARGIN + (isWide ? 2 : 1) * width);
}

function leastColumns(width: number): number {
  return MARGIN + width;
}

/**
 * Draws a board, row numbers on the left and column letters below.
 * @returns one line for each row and one for the letters; if the terminal is too narrow even for a board without gaps,
 * one line that says so
 */
export function drawBoard(scene: Scene, look: TerminalLook): string[] {
  const { width, height } = scene.position;
  if (look.columns < leastColumns(width)) {
    return [`(${look.columns} columns: too narrow, this board needs ${leastColumns(width)})`];
  }
  const isWide = look.columns >= MARGIN + 2 * width;
  const rows = Array.from({ length: height }, (_, y) => {
    const label = String(height - y).padStart(MARGIN - 1);
    return paint([['plain', label], ...drawRow(scene, y, look, isWide)], look.colors);
  });
  const letters = Array.from({ length: width }, (_, x) => columnLetterOf(x));
  return [...rows, ' '.repeat(MARGIN) + letters.join(isWide ? ' ' : '')];
}

type Span = readonly [ink: Ink, text: string];

/** There is a character before each point and one at the end of the row, for the brackets of the last stone. */
function drawRow(scene: Scene, y: number, look: TerminalLook, isWide: boolean): Span[] {
  const { position, last } = scene;
  const symbols = look.charset === 'ascii' ? ASCII : UNICODE;
  const isLast = (x: number) => isWide && last !== null && last.y === y && last.x === x;
  const spans: Span[] = [];
  for (let x = 0; x <= position.width; x++) {
    if (isLast(x)) spans.push(['last', '(']);
    else if (isLast(x - 1)) spans.push(['last', ')']);
    else if (x === 0 || (isWide && x === position.width)) spans.push(['grid', ' ']);
    else if (isWide) spans.push(['grid', symbols.connector]);
    if (x < position.width) spans.push(drawPoint(scene, { x, y }, symbols, look, isWide));
  }
  return spans;
}

function drawPoint(scene: Scene, point: XY, symbols: Symbols, look: TerminalLook, isWide: boolean): Span {
  const { position, row, last } = scene;
  const cell = cellAt(position, point.x, point.y);
  if (cell === EMPTY) {
    const mark = scene.markOf(point);
    return mark === null ? ['grid', grid(position, point, look)] : ['mark', mark];
  }
  const isBlack = cell === BLACK;
  const side = isBlack ? 0 : 1;
  const isSame = (other: XY) => other.x === point.x && other.y === point.y;
  if (row.some(isSame)) return [isBlack ? 'blackWins' : 'whiteWins', symbols.winners[side]];
  if (!isWide && last !== null && isSame(last)) return ['last', symbols.lastStones[side]];
  return [isBlack ? 'black' : 'white', stoneShape(side, look)];
}

/** Box characters by place: top, middle and bottom row; left, middle and right column. */
const GRID = ['┌┬┐', '├┼┤', '└┴┘'];

function grid(position: Position, { x, y }: XY, { charset }: TerminalLook): string {
  if (charset === 'ascii') return isStar(position, { x, y }) ? '+' : '.';
  if (isStar(position, { x, y })) return '╋';
  const part = (at: number, side: number) => (at === 0 ? 0 : at === side - 1 ? 2 : 1);
  return GRID[part(y, position.height)][part(x, position.width)];
}

/** Whether a wooden board marks the point: the center and the fourth points from the edges, on boards large enough. */
function isStar({ width, height }: Position, { x, y }: XY): boolean {
  const isMiddle = 2 * x + 1 === width && 2 * y + 1 === height && Math.min(width, height) >= 5;
  const isCorner = (at: number, side: number) => side >= 13 && (at === 3 || at === side - 4);
  return isMiddle || (isCorner(x, width) && isCorner(y, height));
}

/** Joins spans, with an escape sequence where the ink changes. */
function paint(spans: readonly Span[], colors: TerminalLook['colors']): string {
  if (colors === 0)
    return spans
      .map(([, text]) => text)
      .join('')
      .trimEnd();
  let ink: Ink = 'plain';
  let line = '';
  for (const [next, text] of spans) {
    if (next !== ink) line += `\x1b[0${next === 'plain' ? '' : `;${INKS[colors][next]}`}m`;
    ink = next;
    line += text;
  }
  return ink === 'plain' ? line : `${line}\x1b[0m`;
}
