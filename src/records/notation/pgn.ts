/**
 * Results as PGN, for BayesElo and Ordo. These read tags and results only, so the moves are omitted.
 *
 * Chess programs know White as the side that begins; here the player of the black stones begins. He is the PGN's
 * White, so that the advantage of the first move is found where those programs look for it.
 */
import type { SavedGame } from './saved-game.ts';

const SCORES = { black: '1-0', white: '0-1', draw: '1/2-1/2' } as const;

/** @param round number of the game, from 1 @returns the tags and result of a game, ended by an empty line */
export function formatPgn(game: SavedGame, round: number): string {
  const score = game.result === null ? '*' : SCORES[game.result];
  const tags: [string, string][] = [
    ['Event', `gomoku rule ${game.rule ?? '?'} ${game.size}x${game.size}`],
    ['Date', (game.date ?? '').slice(0, 10).replaceAll('-', '.') || '????.??.??'],
    ['Round', String(round)],
    ['White', game.black ?? '?'],
    ['Black', game.white ?? '?'],
    ['Result', score],
    ['Termination', game.reason ?? 'unknown'],
    ['PlyCount', String(game.moves.length)],
  ];
  const text = tags.map(([name, value]) => `[${name} "${value.replace(/[\\"]/g, '\\$&')}"]\n`).join('');
  return `${text}\n${score}\n\n`;
}
