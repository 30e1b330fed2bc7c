/** The challenge to hold out as White against the book of wins, and the best result in this browser. */
import { HIGHEST_LEVEL } from '../../../play/opponent/levels.ts';
import { readKept, remember } from '../../state/storage.ts';
import { BOOK_OF_WINS } from '../book/own-books.ts';
import type { GameSettings } from './settings.ts';

const BEST = 'held-out';

/** The settings that make a game the challenge. */
export const SURVIVAL = {
  rule: BOOK_OF_WINS.rule,
  width: BOOK_OF_WINS.size,
  height: BOOK_OF_WINS.size,
  winLength: 5,
  level: HIGHEST_LEVEL,
  players: 'you-white',
  opening: null,
} as const satisfies Partial<GameSettings>;

export function isSurvival(settings: GameSettings): boolean {
  return Object.entries(SURVIVAL).every(([name, value]) => settings[name as keyof GameSettings] === value);
}

/** @returns the most moves that White has played in such a game, or `count` if that is more */
export function bestHeldOut(count = 0): number {
  const kept = readKept(BEST);
  return Math.max(count, typeof kept === 'number' ? kept : 0);
}

export function noteHeldOut(count: number): void {
  remember(BEST, bestHeldOut(count));
}
