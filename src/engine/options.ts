/** Checks the names of options. An unknown name is an error: a misspelled limit would silently be no limit. */
import { suggestion } from '../core/near.ts';
import { listed, shown } from '../core/text.ts';
import type { BookView } from '../records/book/info.ts';
import type { EngineOptions, ThinkLimits, TimeLimits } from './api.ts';
import { EngineError } from './errors.ts';
import type { GameOptions, PositionOptions } from './game.ts';

type Names<T> = Readonly<Record<keyof T, true>>;

const GAME_OPTIONS: Names<GameOptions> = { size: true, width: true, height: true, rule: true, winLength: true };
const POSITION_OPTIONS: Names<PositionOptions> = { ...GAME_OPTIONS, stones: true, sideToMove: true };
const ENGINE_OPTIONS: Names<EngineOptions> = {
  ...GAME_OPTIONS,
  memoryBytes: true,
  ownsProcess: true,
  pondering: true,
  book: true,
  bookOptions: true,
  onDebug: true,
  workerUrl: true,
  workerSource: true,
};
const TIME_LIMITS: Names<TimeLimits> = { maxMs: true, optimumMs: true };
const THINK_LIMITS: Names<ThinkLimits> = {
  ...TIME_LIMITS,
  maxDepth: true,
  maxNodes: true,
  lines: true,
  startedAt: true,
  excluded: true,
  showRoot: true,
  solve: true,
  book: true,
  signal: true,
};

const KNOWN = {
  createEngine: Object.keys(ENGINE_OPTIONS),
  newGame: Object.keys(GAME_OPTIONS),
  setPosition: Object.keys(POSITION_OPTIONS),
  think: Object.keys(THINK_LIMITS),
  setLimits: Object.keys(TIME_LIMITS),
};

/**
 * @param call that the options were given to
 * @throws EngineError `bad-option` unless `given` is an object with known names only
 */
export function requireKnown(call: keyof typeof KNOWN, given: object): void {
  const known = KNOWN[call];
  if (typeof given !== 'object' || given === null) {
    throw new EngineError('bad-option', `${call}(${shown(given)}): expected an object with ${known.join(', ')}`);
  }
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = suggestion(unknown, known) || `: expected ${listed(known)}`;
  throw new EngineError('bad-option', `${call}: unknown option ${shown(unknown)}${near}`);
}

/**
 * @throws EngineError `bad-option` unless `given` is a function or undefined: a later call of it would fail where no
 * caller could catch the error
 */
export function requireFunction(name: string, given: unknown): void {
  if (given === undefined || typeof given === 'function') return;
  throw new EngineError('bad-option', `${name} ${shown(given)}: expected a function`);
}

/** @throws EngineError `bad-option` unless all are books that were read, as opposed to a path or the bytes of a file */
export function requireBooks(books: readonly unknown[]): asserts books is readonly BookView[] {
  for (const book of books) {
    if (typeof (book as BookView | null)?.info === 'function') continue;
    const given = typeof book === 'object' && book !== null ? book.constructor.name : shown(book);
    throw new EngineError('bad-option', `book ${given}: expected a book returned by readBook`);
  }
}
