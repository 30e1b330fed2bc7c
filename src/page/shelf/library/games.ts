/**
 * Games of the library, and blocks of them: columns of numbers, in which 150,000 games take about 30 MB and are
 * searched without an index.
 */
import type { GameResult } from '../../../records/notation/game-record.ts';

export interface LibraryGame {
  readonly width: number;
  readonly height: number;
  readonly winLength: number;
  /** Rule code; null: unknown. */
  readonly rule: number | null;
  /** Cells `y * width + x` in playing order, {@link NO_STONE} for a pass. */
  readonly moves: readonly number[];
  /** Empty: unknown, as are the following texts. */
  readonly black: string;
  readonly white: string;
  readonly event: string;
  /** As the file has it, such as `1989-08-05` or `1989`. */
  readonly date: string;
  readonly comment: string;
  /** Null: unfinished or unknown. */
  readonly result: GameResult | null;
  /** The whole game as SGF, if it has variations, remarks or other properties; empty: it has only its moves. */
  readonly sgf: string;
}

/** A pass among the moves. */
export const NO_STONE = 0xffff;

/** Bytes per game in {@link GameBlock.kinds}. */
const KIND_BYTES = 5;
/** Numbers per game in {@link GameBlock.facts}: the indices of its texts. */
const FACTS = 6;
const TEXTS = ['black', 'white', 'event', 'date', 'comment', 'sgf'] as const satisfies readonly (keyof LibraryGame)[];
type TextField = (typeof TEXTS)[number];

export const RESULTS: readonly (GameResult | null)[] = [null, 'black', 'draw', 'white'];

export const BLOCK_GAMES = 2000;

/** Up to {@link BLOCK_GAMES} games, as they are stored. */
export interface GameBlock {
  readonly id: string;
  /** When it was added, milliseconds since 1970. */
  readonly addedAt: number;
  readonly moves: Uint16Array;
  /** Where the moves of each game end. */
  readonly ends: Uint32Array;
  /** Rule + 1 (0: unknown), width, height, stones to win, code of the result. */
  readonly kinds: Uint8Array;
  readonly texts: readonly string[];
  readonly facts: Uint32Array;
  /** When games were deleted, milliseconds since 1970, by their index. */
  readonly deleted: Readonly<Record<number, number>>;
  /** Whether the user has changed the facts of a game. */
  readonly isEdited?: boolean;
}

/** @param games at most {@link BLOCK_GAMES} */
export function blockOf(id: string, addedAt: number, games: readonly LibraryGame[]): GameBlock {
  const texts: string[] = [''];
  const known = new Map([['', 0]]);
  const indexOf = (text: string): number => {
    const index = known.get(text);
    if (index !== undefined) return index;
    known.set(text, texts.length);
    return texts.push(text) - 1;
  };
  const ends: number[] = [];
  let end = 0;
  for (const { moves } of games) {
    end += moves.length;
    ends.push(end);
  }
  return {
    id,
    addedAt,
    moves: Uint16Array.from(games.flatMap(({ moves }) => moves)),
    ends: Uint32Array.from(ends),
    kinds: Uint8Array.from(
      games.flatMap(({ rule, width, height, winLength, result }) => [
        rule === null ? 0 : rule + 1,
        width,
        height,
        winLength,
        RESULTS.indexOf(result),
      ]),
    ),
    texts,
    facts: Uint32Array.from(games.flatMap((game) => TEXTS.map((name) => indexOf(game[name])))),
    deleted: {},
  };
}

/** The texts of all blocks, each once: filters and sorts consider a text once, not once per game. */
export class TextTable {
  readonly texts: string[] = [];
  private readonly known = new Map<string, number>();
  private order: Uint32Array | null = null;

  /** @returns the index of a text, which is added if it is new */
  indexOf(text: string): number {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    this.order = null;
    this.known.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }

  /** The rank of each text in alphabetical order, ignoring case; equal texts have the same. */
  get ranks(): Uint32Array {
    if (this.order === null) {
      const keys = this.texts.map((text) => text.toLowerCase());
      const sorted = [...keys.keys()].sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : 0));
      const ranks = new Uint32Array(sorted.length);
      for (const [i, index] of sorted.entries()) {
        ranks[index] = i > 0 && keys[index] === keys[sorted[i - 1]] ? ranks[sorted[i - 1]] : i;
      }
      this.order = ranks;
    }
    return this.order;
  }
}

export class BlockView {
  readonly id: string;
  readonly addedAt: number;
  readonly deleted: GameBlock['deleted'];
  readonly count: number;
  readonly moves: Uint16Array;
  /** Where the moves of each game begin, and where the last ones end. */
  readonly starts: Uint32Array;
  /** Year of each game; 0: unknown. */
  readonly years: Uint16Array;
  readonly table: TextTable;
  private readonly kinds: Uint8Array;
  /** Indices in the table. */
  private readonly facts: Uint32Array;

  constructor(block: GameBlock, table: TextTable = new TextTable()) {
    const { id, addedAt, deleted, moves, ends, kinds } = block;
    this.id = id;
    this.addedAt = addedAt;
    this.deleted = deleted;
    this.count = ends.length;
    this.moves = moves;
    this.starts = new Uint32Array(ends.length + 1);
    this.starts.set(ends, 1);
    this.kinds = kinds;
    this.table = table;
    const indices = block.texts.map((text) => table.indexOf(text));
    this.facts = block.facts.map((index) => indices[index]);
    this.years = Uint16Array.from({ length: this.count }, (_, i) => yearOf(this.text(i, 'date')));
  }

  isDeleted(index: number): boolean {
    return index in this.deleted;
  }

  length(index: number): number {
    return this.starts[index + 1] - this.starts[index];
  }

  /** @returns rule code; null: unknown */
  rule(index: number): number | null {
    const code = this.kinds[KIND_BYTES * index];
    return code === 0 ? null : code - 1;
  }

  width(index: number): number {
    return this.kinds[KIND_BYTES * index + 1];
  }

  height(index: number): number {
    return this.kinds[KIND_BYTES * index + 2];
  }

  result(index: number): number {
    return this.kinds[KIND_BYTES * index + 4];
  }

  textIndex(index: number, field: TextField): number {
    return this.facts[FACTS * index + TEXTS.indexOf(field)];
  }

  text(index: number, field: TextField): string {
    return this.table.texts[this.textIndex(index, field)];
  }

  game(index: number): LibraryGame {
    const texts = Object.fromEntries(TEXTS.map((name) => [name, this.text(index, name)]));
    return {
      ...(texts as Record<TextField, string>),
      width: this.width(index),
      height: this.height(index),
      winLength: this.kinds[KIND_BYTES * index + 3],
      rule: this.rule(index),
      moves: [...this.moves.subarray(this.starts[index], this.starts[index + 1])],
      result: RESULTS[this.result(index)],
    };
  }

  /** A number of 53 bits that is the same for games with the same moves, players, date and result. */
  fingerprint(index: number): number {
    let [high, low] = [0x811c9dc5 ^ this.result(index), 0x9e3779b9 ^ this.width(index)];
    const add = (value: number): void => {
      high = Math.imul(high ^ value, 0x01000193);
      low = Math.imul(low + value, 0x85ebca6b);
      low ^= low >>> 13;
    };
    for (let at = this.starts[index]; at < this.starts[index + 1]; at++) add(this.moves[at]);
    for (const field of ['black', 'white', 'date'] as const) {
      const text = this.text(index, field);
      for (let i = 0; i < text.length; i++) add(text.charCodeAt(i));
      add(-1);
    }
    return (high & 0x1fffff) * 2 ** 32 + (low >>> 0);
  }
}

/** @returns the year that a date names; 0: none */
function yearOf(date: string): number {
  return Number(/(?:^|\D)(1[89]\d\d|20\d\d)(?!\d)/.exec(date)?.[1] ?? 0);
}
