/**
 * What a stone on a point would make along one line.
 *
 * The shapes are not listed by hand: they follow from the rule alone. A line is the point itself (with the stone on it)
 * and `halfWidth` cells on either side. It is a five if its row wins; otherwise one more own stone is tried on every
 * empty cell, and the results name the shape one step down: two ways to five are a straight four, one way is a four,
 * and so on. Deriving shapes by recursion is common knowledge of the field (see docs/internals/search.md).
 */

/** Cannot become five on this line. */
export const DEAD = 0;
/** Overline under an exact rule; for Black under renju also two fours in this one line. */
export const OVERLINE = 1;
/** One, two or three stones that can only become a simple four ("blocked"). */
export const BLOCKED_ONE = 2;
export const ONE = 3;
export const BLOCKED_TWO = 4;
/** Two: one or two cells make a three; exactly three cells do (`TWO_WIDE`); four or more do (`TWO_OPEN`). */
export const TWO = 5;
export const TWO_WIDE = 6;
export const TWO_OPEN = 7;
export const BLOCKED_THREE = 8;
/** Three: one cell makes a straight four; two or more do (`THREE_OPEN`). */
export const THREE = 9;
export const THREE_OPEN = 10;
/** Simple four: exactly one cell completes five (caro: or the defender has an answer to all of them). */
export const FOUR = 11;
/** Two or more cells complete five and no single reply stops them all. */
export const STRAIGHT_FOUR = 12;
export const FIVE = 13;
/** Number of shapes. */
export const SHAPES = 14;

/** Neighbors seen on each side of a point: five under rules where the cell beyond a five matters, else four. */
export const MAX_HALF_WIDTH = 5;

const SYMBOL_EMPTY = 0;
const SYMBOL_OWN = 1;
const SYMBOL_OPPONENT = 2;
const SYMBOL_WALL = 3;

/** Cells on each side of the center. */
export let halfWidth = 4;

/*
 * A side is what can matter of the cells on one side of a point. It ends at a wall, or where stones of both colors have
 * been met, each of which ends the lines of the other: cells farther away make no difference. So few sides are left
 * that the shapes of all pairs of them stay in a cache.
 */
/** Most sides of a rule: those of five cells where a wall differs from a stone (caro). */
const MAX_SIDES = 172;
/** Bits of the cells on one side: black ones low, white ones from bit `halfWidth` on; a wall sets both. */
const SIDE_KEYS = 1 << (2 * MAX_HALF_WIDTH);
/** Row in {@link lineShapes} by the bits of a point's back side; bit 0 is the farthest cell. */
export const behindRow = new Uint16Array(SIDE_KEYS);
/** Column in {@link lineShapes} by the bits of a point's front side; bit 0 is the nearest cell. */
export const aheadColumn = new Uint8Array(SIDE_KEYS);
/**
 * Shapes of an empty point by its two sides, at `behindRow[back] + aheadColumn[front]`: Black's shape in the low
 * nibble, White's in the high one.
 */
export const lineShapes = new Uint8Array(MAX_SIDES * MAX_SIDES);

// The rule of the current build, as seen by the owner of the stones.
let winLength = 5;
let isExact = 0;
let isRenjuBlack = 0;
let isCaro = 0;
let center = 0;
let lineCells = 0;
/** What lies beyond the window: it ends the line. Under caro it must not count as a stone that blocks a five. */
let beyond = SYMBOL_OPPONENT;
const UNKNOWN = 255;
let memo = new Uint8Array(0);
/** Counters of one recursion level: how many cells make each shape. */
const made = new Int32Array(32 * 16);

/** Lines are packed two bits per cell, cell 0 farthest back. */
function symbolAt(line: number, cell: number): number {
  return (line >>> (cell << 1)) & 3;
}

function withSymbol(line: number, cell: number, symbol: number): number {
  return (line & ~(3 << (cell << 1))) | (symbol << (cell << 1));
}

/**
 * Cells beyond the first stone or wall that ends the line cannot matter: fill them, so that equivalent lines share a
 * memo.
 */
function withoutHidden(line: number): number {
  for (let step = -1; step <= 1; step += 2) {
    let stopper = SYMBOL_EMPTY;
    for (let cell = center + step; cell >= 0 && cell < lineCells; cell += step) {
      if (stopper !== SYMBOL_EMPTY) line = withSymbol(line, cell, stopper);
      else if (symbolAt(line, cell) >= SYMBOL_OPPONENT) stopper = symbolAt(line, cell);
    }
  }
  return line;
}

/**
 * @returns 1 if the owner's row through `cell` wins, 0 if it is too short or blocked, -1 if it is an overline that
 *   does not win
 */
function rowResult(line: number, cell: number): number {
  let low = cell;
  let high = cell;
  while (low > 0 && symbolAt(line, low - 1) === SYMBOL_OWN) low--;
  while (high < lineCells - 1 && symbolAt(line, high + 1) === SYMBOL_OWN) high++;
  const length = high - low + 1;
  if (length < winLength) return 0;
  if (length > winLength) return isExact !== 0 ? -1 : 1;
  if (isCaro === 0) return 1;
  const before = low > 0 ? symbolAt(line, low - 1) : beyond;
  const after = high < lineCells - 1 ? symbolAt(line, high + 1) : beyond;
  return before === SYMBOL_OPPONENT && after === SYMBOL_OPPONENT ? 0 : 1;
}

/** @returns how many empty cells of the line complete a winning row */
function countFives(line: number): number {
  let fives = 0;
  for (let cell = 0; cell < lineCells; cell++) {
    if (symbolAt(line, cell) === SYMBOL_EMPTY && rowResult(withSymbol(line, cell, SYMBOL_OWN), cell) > 0) fives++;
  }
  return fives;
}

/**
 * @returns 1 if one stone of the defender leaves no cell that completes five; with several such cells, possible only
 *   under caro
 */
function isAnswerable(line: number): number {
  for (let reply = 0; reply < lineCells; reply++) {
    if (symbolAt(line, reply) !== SYMBOL_EMPTY) continue;
    if (countFives(withSymbol(line, reply, SYMBOL_OPPONENT)) === 0) return 1;
  }
  return 0;
}

/** @returns the line re-centered on `cell`, with an own stone added there */
function recenterd(line: number, cell: number): number {
  const source = withSymbol(line, cell, SYMBOL_OWN);
  let target = 0;
  for (let i = 0; i < lineCells; i++) {
    const from = cell - center + i;
    target = withSymbol(target, i, from >= 0 && from < lineCells ? symbolAt(source, from) : beyond);
  }
  return target;
}

/** @returns shape of a line with an own stone in the center; `level` is the recursion depth */
function classify(seen: number, level: number): number {
  const line = withoutHidden(seen);
  // The center is always an own stone, so the key omits it.
  const key = (line & ((1 << (center << 1)) - 1)) | ((line >>> ((center + 1) << 1)) << (center << 1));
  if (memo[key] !== UNKNOWN) return memo[key];
  const shape = classifyAnew(line, level);
  memo[key] = shape;
  return shape;
}

function classifyAnew(line: number, level: number): number {
  const row = rowResult(line, center);
  if (row > 0) return FIVE;
  if (row < 0) return OVERLINE;
  let first = center;
  let last = center;
  while (first > 0 && symbolAt(line, first - 1) <= SYMBOL_OWN) first--;
  while (last < lineCells - 1 && symbolAt(line, last + 1) <= SYMBOL_OWN) last++;
  if (last - first + 1 < winLength) return DEAD;

  const base = level << 4;
  for (let i = 0; i < SHAPES; i++) made[base + i] = 0;
  let firstFive = -1;
  let lastFive = -1;
  for (let cell = first; cell <= last; cell++) {
    if (symbolAt(line, cell) !== SYMBOL_EMPTY) continue;
    const shape = classify(recenterd(line, cell), level + 1);
    made[base + shape]++;
    if (shape === FIVE) {
      if (firstFive < 0) firstFive = cell;
      lastFive = cell;
    }
  }
  if (made[base + FIVE] >= 2) {
    // Renju: completions at both ends of one row are one four; two completions nearer than that are two fours.
    if (isRenjuBlack !== 0 && lastFive - firstFive < winLength) return OVERLINE;
    return isCaro !== 0 && isAnswerable(line) !== 0 ? FOUR : STRAIGHT_FOUR;
  }
  if (made[base + FIVE] === 1) return FOUR;
  if (made[base + STRAIGHT_FOUR] >= 2) return THREE_OPEN;
  if (made[base + STRAIGHT_FOUR] === 1) return THREE;
  if (made[base + FOUR] > 0) return BLOCKED_THREE;
  const threes = made[base + THREE] + made[base + THREE_OPEN];
  if (threes >= 4) return TWO_OPEN;
  if (threes === 3) return TWO_WIDE;
  if (threes > 0) return TWO;
  if (made[base + BLOCKED_THREE] > 0) return BLOCKED_TWO;
  if (made[base + TWO] + made[base + TWO_WIDE] + made[base + TWO_OPEN] > 0) return ONE;
  if (made[base + BLOCKED_TWO] > 0) return BLOCKED_ONE;
  return DEAD;
}

/** Number of sides of the rule, and the length of a row of {@link lineShapes}. */
let sides = 0;
/** Cells of a side by its number: two bits each, black 1, white 2, wall 3, the nearest lowest. */
const sideCells = new Int32Array(MAX_SIDES);
/** Number of a side by its cells; -1: none yet. */
const sideNumber = new Int16Array(SIDE_KEYS);
/** Front sides as parts of lines, by number, as the color in turn sees them. */
const aheadLine = new Int32Array(MAX_SIDES);

/**
 * @param bits of a side as in {@link behindRow} @param nearest bit of its nearest cell @param step to the next one
 * @returns its cells as in {@link sideCells}, without those that make no difference
 */
function visibleCells(bits: number, nearest: number, step: number): number {
  let cells = 0;
  let seen = 0;
  for (let i = 0; i < halfWidth; i++) {
    const bit = nearest + i * step;
    let cell = ((bits >> bit) & 1) | (((bits >> (bit + halfWidth)) & 1) << 1);
    // Except under caro, a wall after stones of one color is as good as a stone of the other.
    if (cell === 3 && seen !== 0 && isCaro === 0) cell = 3 - seen;
    cells |= cell << (i << 1);
    seen |= cell;
    if (seen === 3) return cells;
  }
  return cells;
}

/** Numbers the sides of the rule. */
function fillSides(): void {
  const keys = 1 << (2 * halfWidth);
  sides = 0;
  sideNumber.fill(-1);
  for (let bits = 0; bits < keys; bits++) {
    const cells = visibleCells(bits, 0, 1);
    if (sideNumber[cells] < 0) {
      sideCells[sides] = cells;
      sideNumber[cells] = sides++;
    }
    aheadColumn[bits] = sideNumber[cells];
  }
  for (let bits = 0; bits < keys; bits++) {
    behindRow[bits] = sideNumber[visibleCells(bits, halfWidth - 1, -1)] * sides;
  }
}

/** @returns symbol of a cell of {@link sideCells} as the owner of the stones sees it */
function symbolOf(cell: number, ownIsBlack: number): number {
  if (cell === 0) return SYMBOL_EMPTY;
  if (cell === 3) return isCaro !== 0 ? SYMBOL_WALL : SYMBOL_OPPONENT;
  return (cell === 1 ? 1 : 0) === ownIsBlack ? SYMBOL_OWN : SYMBOL_OPPONENT;
}

/** @returns a side as a part of a line, its nearest cell at `nearest`, the next one `step` farther */
function lineOfSide(side: number, nearest: number, step: number, ownIsBlack: number): number {
  let line = 0;
  for (let i = 0; i < halfWidth; i++) {
    line = withSymbol(line, nearest + i * step, symbolOf(symbolAt(sideCells[side], i), ownIsBlack));
  }
  return line;
}

/** Adds the shapes of one color for all lines. */
function addColor(shift: number, ownIsBlack: number): void {
  for (let side = 0; side < sides; side++) aheadLine[side] = lineOfSide(side, center + 1, 1, ownIsBlack);
  for (let behind = 0; behind < sides; behind++) {
    const behindLine = lineOfSide(behind, center - 1, -1, ownIsBlack) | (SYMBOL_OWN << (center << 1));
    for (let ahead = 0; ahead < sides; ahead++) {
      lineShapes[behind * sides + ahead] |= classify(behindLine | aheadLine[ahead], 0) << shift;
    }
  }
}

function startMemo(): void {
  memo.fill(UNKNOWN);
  made.fill(0);
}

/**
 * Builds {@link lineShapes} for a rule.
 * @param exact 1 if longer rows do not win
 * @param renju 1 for renju (then `exact` applies to Black only)
 * @param caro 1 if a five between two opposing stones does not win
 * @param length stones that win, 3 to 6
 */
export function buildShapes(exact: number, renju: number, caro: number, length: number): void {
  winLength = length;
  halfWidth = exact !== 0 || renju !== 0 || caro !== 0 || length > 5 ? 5 : 4;
  center = halfWidth;
  lineCells = 2 * halfWidth + 1;
  isCaro = caro;
  beyond = caro !== 0 ? SYMBOL_WALL : SYMBOL_OPPONENT;
  lineShapes.fill(0);
  memo = new Uint8Array(1 << (4 * halfWidth));
  fillSides();

  isExact = exact | renju;
  isRenjuBlack = renju;
  startMemo();
  addColor(0, 1);
  if (renju !== 0) {
    isExact = 0;
    isRenjuBlack = 0;
    startMemo();
  }
  addColor(4, 0);
  memo = new Uint8Array(0);
}
