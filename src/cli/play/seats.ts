/** Who plays which color, and how they are called. */

import { BLACK, type Color, opponentOf, WHITE } from '../../core/color.ts';
import { counted } from '../../core/text.ts';
import type { GameState } from '../../game/state/game-state.ts';
import { colorName } from '../../game/state/notation.ts';
import { HUMAN_NAME } from './files.ts';
import type { Players } from './settings.ts';

export interface Seats {
  readonly players: Players;
  /** What the person plays who plays the engine. */
  readonly human: Color;
  /** Of the engine. */
  readonly level: number;
}

/** @returns true if a person plays this color */
export function isHuman({ players, human }: Seats, color: Color): boolean {
  return players === 'human-vs-human' || (players === 'human-vs-engine' && color === human);
}

/** @returns true if this color is played by the one person there is */
export function isYou({ players, human }: Seats, color: Color): boolean {
  return players === 'human-vs-engine' && color === human;
}

/** @returns `You`, `tengen` or, where both sides are of a kind, the color */
export function playerName(seats: Seats, color: Color): string {
  if (seats.players !== 'human-vs-engine') return colorName(color);
  return isYou(seats, color) ? 'You' : 'tengen';
}

/** @returns Black's and White's names for files */
export function fileNames(seats: Seats): readonly [string, string] {
  const nameOf = (color: Color) => (isHuman(seats, color) ? HUMAN_NAME : engineName(seats));
  return [nameOf(BLACK), nameOf(WHITE)];
}

/** @param symbols how stones are drawn, Black's first @returns for instance `Black X you, White O tengen level 5` */
export function seatsText(seats: Seats, symbols: readonly [string, string]): string {
  const side = (color: Color) => {
    const name = isYou(seats, color) ? ' you' : isHuman(seats, color) ? '' : ` ${engineName(seats)}`;
    return `${colorName(color)} ${symbols[color - 1]}${name}`;
  };
  return `${side(BLACK)}, ${side(WHITE)}`;
}

/** @returns how the game ended, in a sentence; nothing if it goes on */
export function endText(seats: Seats, { end, plies, variant }: GameState): string {
  if (end === null) return '';
  const moves = counted(plies.filter((ply) => ply !== null).length, 'move');
  if (end.result === 'draw') return `Drawn after ${moves}: the board is full.`;
  const winner = end.result === 'black' ? BLACK : WHITE;
  const how = {
    five: `with ${variant.rule.winLength} in a row`,
    foul: 'as Black played a forbidden point',
    resigned: `as ${colorName(opponentOf(winner))} resigned`,
    time: `as ${colorName(opponentOf(winner))}'s time is up`,
    full: '',
  }[end.reason];
  const name = playerName(seats, winner);
  const color = name === colorName(winner) ? '' : ` (${colorName(winner)})`;
  return `${name}${color} ${isYou(seats, winner) ? 'win' : 'wins'} ${how} after ${moves}.`;
}

function engineName({ level }: Seats): string {
  return `tengen level ${level}`;
}
