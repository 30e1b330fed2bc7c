/** A book grows by the engine's search: where its leaves are nearest to even, their best moves go into it. */
import { type Book, movesFrom } from '../../book/book.ts';
import { AT_LEAST, BAD, EXACT, LEAST_WIN, LOST, NEVER, NO_MOVE, WIN_VALUE, WON } from '../../book/info.ts';
import { KeyMaker, type Line, PASS } from '../../book/key.ts';
import { BLACK, opponentOf, WHITE } from '../../core/color.ts';
import { pointOfCell } from '../../core/point.ts';
import { ruleFromCode } from '../../core/rule.ts';
import type { Engine, SearchInfo } from '../../engine/api.ts';
import { judgeMove } from '../../rules/referee.ts';

export interface ExpandOptions {
  readonly positions: number;
  readonly nodes: number;
  readonly lines: number;
  readonly even: number;
  readonly deep: number;
  readonly isStopped: () => boolean;
  /** Told of every position that was searched: how many so far, and what was found. */
  readonly onPosition: (count: number, text: string) => void;
}

/** @returns how many positions were searched; fewer than asked for where nothing is left within the limits */
export async function expandBook(book: Book, engine: Engine, options: ExpandOptions): Promise<number> {
  const leaves = leavesOf(book);
  for (let count = 0; ; count++) {
    if (count === options.positions || options.isStopped()) return count;
    const index = nearest(book, leaves, options);
    if (index === null) return count;
    leaves.delete(index);
    const line = book.lineTo(index);
    const found = await search(engine, line, options);
    if (options.isStopped()) return count;
    if (found === null) {
      book.set(index, { depth: Math.max(1, book.info(index).depth) });
      continue;
    }
    const before = book.info(index);
    for (const { cell, value, depth } of found.moves) {
      line.push(cell);
      const isNew = book.at(line) < 0;
      const child = book.ensure(line);
      if (isNew || (book.info(child).depth < depth && !hasMoves(book, line)))
        book.set(child, { value, depth, bound: EXACT });
      if (isNew && !found.endsWith(cell)) leaves.add(child);
      line.pop();
    }
    if (index > 0 && (before.value === null || before.depth < found.depth)) {
      book.set(index, { value: -found.moves[0].value, depth: found.depth, bound: EXACT });
    }
    backUp(book, index);
    options.onPosition(count + 1, `${describe(book, index)}`);
  }
}

function describe(book: Book, index: number): string {
  const { value, depth } = book.info(index);
  const { black, white } = book.stoneCounts(index);
  return `${black + white} stones, value ${value ?? '?'}, depth ${depth}`;
}

/** Positions without moves. */
function leavesOf(book: Book): Set<number> {
  const inner = new Set<number>();
  for (let index = 0; index < book.count; index++) for (const parent of parentsOf(book, index)) inner.add(parent);
  const leaves = new Set<number>();
  for (let index = 0; index < book.count; index++) if (!inner.has(index)) leaves.add(index);
  return leaves;
}

/** @returns the leaf to be searched next; one without a value first */
function nearest(book: Book, leaves: ReadonlySet<number>, { even, deep }: ExpandOptions): number | null {
  let [best, least] = [null as number | null, Number.POSITIVE_INFINITY];
  for (const index of leaves) {
    const { value, mark, depth } = book.info(index);
    if ((mark & (NEVER | LOST | WON | BAD | NO_MOVE)) !== 0 || (value === null && depth > 0)) continue;
    if (value !== null && Math.abs(value) > even) continue;
    const { black, white } = book.stoneCounts(index);
    const cost = Math.abs(value ?? -even) * (value === null ? -1 : 1) + deep * (black + white);
    if (cost < least || (cost === least && index < best!)) [best, least] = [index, cost];
  }
  return best;
}

interface Found {
  /** Best first; values from the view of the side to move. */
  readonly moves: readonly { readonly cell: number; readonly value: number; readonly depth: number }[];
  readonly depth: number;
  /** Whether a move ends the game. */
  readonly endsWith: (cell: number) => boolean;
}

async function search(engine: Engine, line: Line, { nodes, lines }: ExpandOptions): Promise<Found | null> {
  const rule = ruleFromCode(line.rule);
  const { size } = line;
  const stones = line.plies.flatMap((cell, ply) =>
    cell === PASS ? [] : [{ ...pointOfCell(cell, size), color: ply % 2 === 0 ? BLACK : WHITE } as const],
  );
  engine.setPosition({ stones, sideToMove: line.sideToMove });
  engine.clearHash();
  const infos = new Map<number, SearchInfo>();
  const result = await engine.think({ maxNodes: nodes, lines, book: false }, (info) => {
    if (info.kind === 'iteration' && info.pv.length > 0) infos.set(info.line, info);
  });
  if (result.isFoul || result.source !== 'search') return null;
  const all = infos.size > 0 ? [...infos.values()] : [result];
  const moves = all
    .filter(({ pv }) => pv.length > 0)
    .map(({ pv, score, winIn, depth }) => ({
      cell: pv[0].y * size + pv[0].x,
      value:
        winIn === null
          ? Math.max(1 - LEAST_WIN, Math.min(LEAST_WIN - 1, Math.round(score)))
          : Math.sign(winIn) * (WIN_VALUE - Math.abs(winIn)),
      depth,
    }))
    .sort((a, b) => b.value - a.value);
  if (moves.length === 0) return null;
  const { position } = engine;
  const color = line.sideToMove;
  const endsWith = (cell: number) => {
    const { x, y } = pointOfCell(cell, size);
    return rule !== null && judgeMove(position, rule, x, y, color).outcome !== 'none';
  };
  return { moves, depth: Math.max(...moves.map(({ depth }) => depth)), endsWith };
}

/** @returns positions of a book that a move leads from to this one */
function parentsOf(book: Book, index: number): number[] {
  const side = book.sideOf(index);
  const mover = opponentOf(side);
  const maker = new KeyMaker(book.rule, book.size);
  for (const color of [BLACK, WHITE] as const) {
    for (const cell of book.stones(index, color)) maker.toggle(color, cell);
  }
  const parents = new Set<number>();
  for (const cell of book.stones(index, mover)) {
    maker.toggle(mover, cell);
    maker.make(mover);
    maker.toggle(mover, cell);
    const parent = book.find(maker.high, maker.low);
    if (parent >= 0) parents.add(parent);
  }
  return [...parents];
}

function hasMoves(book: Book, line: Line): boolean {
  return movesFrom(book, line).length > 0;
}

/** What a position is worth follows from its best move, all the way up. */
function backUp(book: Book, from: number): void {
  const waiting = new Set(parentsOf(book, from));
  for (const index of waiting) {
    waiting.delete(index);
    if (index === 0) continue;
    const children = movesFrom(book, book.lineTo(index)).map((move) => book.info(move.index));
    const values = children.filter(({ value, bound }) => value !== null && bound !== AT_LEAST);
    if (values.length === 0 || values.length < children.length) continue;
    const best = values.reduce((one, two) => (two.value! > one.value! ? two : one));
    const { value, depth } = book.info(index);
    // A search that went deeper knows better.
    if (value === -best.value! || best.depth + 1 < depth) continue;
    book.set(index, { value: -best.value!, depth: Math.min(255, best.depth + 1), bound: EXACT });
    for (const parent of parentsOf(book, index)) waiting.add(parent);
  }
}
