/** Games of the library in words. */
import type { GameState } from '../../../play/state/game-state.ts';
import { say } from '../../lang/languages.ts';
import type { AddResult } from './client.ts';
import { GAME_ENDINGS } from './dropped.ts';
import type { SoughtPosition } from './search.ts';
import type { ListedGame } from './worker.ts';

/** @returns for instance `Ann – Bob 1–0` */
export function playersText({ black, white, result }: Pick<ListedGame, 'black' | 'white' | 'result'>): string {
  const points = result === null ? '' : result === 'draw' ? ' ½–½' : result === 'black' ? ' 1–0' : ' 0–1';
  return `${black || '?'} – ${white || '?'}${points}`;
}

/** @returns for instance `1989-08-05, World Championship, 35 moves` */
export function factsText({ date, event, length }: ListedGame): string {
  return [date, event, say('countMoves', { count: length })].filter((text) => text !== '').join(', ');
}

export function addedText({ added, known, skipped, skippedCount }: AddResult): string {
  const lines = [say('gamesAdded', { count: added })];
  if (known > 0) lines.push(say('gamesKnown', { count: known }));
  if (skippedCount > 0) lines.push(skippedText({ skipped, skippedCount }));
  return lines.join(' ');
}

/** @returns how many games and files could not be read, and the first few reasons */
export function skippedText({ skipped, skippedCount }: Pick<AddResult, 'skipped' | 'skippedCount'>): string {
  return say('gamesSkipped', { count: skippedCount, reasons: skipped.join('; ') });
}

export function noGameFilesText(): string {
  return say('noGameFiles', { endings: GAME_ENDINGS.join(' ') });
}

/** @returns the position of a game to search for; null: on a board with two sides there is none */
export function soughtPosition({ position }: GameState): SoughtPosition | null {
  const { width, height, cells } = position;
  return width === height ? { size: width, cells: Uint8Array.from(cells) } : null;
}
