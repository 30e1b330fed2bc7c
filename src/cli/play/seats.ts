/** Who plays which color, and the names of the players. */
import { BLACK, type Color, opponentOf, WHITE } from '../../core/color.ts';
import { seededRandom } from '../../core/random.ts';
import { counted } from '../../core/text.ts';
import {
  humanColor,
  isAgainstEngine,
  isYou,
  type Player,
  playerOf,
  type Seats,
  seatsSwapped,
} from '../../play/played/seats.ts';
import type { GameState } from '../../play/state/game-state.ts';
import { colorName } from '../../play/state/notation.ts';
import { HUMAN_NAME } from './files.ts';
import type { PlaySettings } from './settings.ts';

/** @param seed decides who plays Black if that is random */
export function seatsFor({ players, begins, level }: PlaySettings, seed: number): Seats {
  const engine: Player = { level };
  if (players === 'human-vs-human') return { black: 'human', white: 'human' };
  if (players === 'engine-vs-engine') return { black: engine, white: engine };
  const isBlack = begins === 'random' ? seededRandom(seed)() < 0.5 : begins === 'human';
  return isBlack ? { black: 'human', white: engine } : { black: engine, white: 'human' };
}

/** @returns the same seats with the human player on this side */
export function seatsWithYou(seats: Seats, color: Color): Seats {
  return isYou(seats, opponentOf(color)) ? seatsSwapped(seats) : seats;
}

/** @returns `You` or `tengen`, or the color if both players are human or both are engines */
export function playerName(seats: Seats, color: Color): string {
  if (!isAgainstEngine(seats)) return colorName(color);
  return isYou(seats, color) ? 'You' : 'tengen';
}

export function fileNames(seats: Seats): readonly [string, string] {
  return [fileName(seats.black), fileName(seats.white)];
}

/** @param symbols how stones are drawn, Black's first @returns for instance `Black X you, White O tengen level 5` */
export function seatsText(seats: Seats, symbols: readonly [string, string]): string {
  const side = (color: Color) => {
    const player = playerOf(seats, color);
    const name = isYou(seats, color) ? ' you' : player === 'human' ? '' : ` ${fileName(player)}`;
    return `${colorName(color)} ${symbols[color - 1]}${name}`;
  };
  return `${side(BLACK)}, ${side(WHITE)}`;
}

/** @returns the color that the human player now has, or that both players have swapped */
export function swappedText(seats: Seats): string {
  if (!isAgainstEngine(seats)) return 'The players have swapped colors.';
  return `You now play ${colorName(humanColor(seats))}.`;
}

/** @returns how the game ended, in a sentence; empty if it is not over */
export function endText(seats: Seats, { end, plies, variant }: GameState): string {
  if (end === null) return '';
  const moves = counted(plies.filter((ply) => ply !== null).length, 'move');
  if (end.result === 'draw') return `Drawn after ${moves}: the board is full.`;
  const winner = end.result === 'black' ? BLACK : WHITE;
  const how = {
    five: `with ${variant.rule.winLength} in a row after ${moves}`,
    foul: `after ${moves}: ${colorName(opponentOf(winner))} played a forbidden move`,
    resigned: `after ${moves}: ${colorName(opponentOf(winner))} resigned`,
    time: `after ${moves}: ${colorName(opponentOf(winner))} ran out of time`,
    full: `after ${moves}`,
  }[end.reason];
  const name = playerName(seats, winner);
  const color = name === colorName(winner) ? '' : ` (${colorName(winner)})`;
  return `${name}${color} ${isYou(seats, winner) ? 'win' : 'wins'} ${how}.`;
}

function fileName(player: Player): string {
  return player === 'human' ? HUMAN_NAME : `tengen level ${player.level}`;
}
