import { BLACK, type Color, opponentOf, WHITE } from '../../core/color.ts';

/** A person, or the engine at a level. */
export type Player = 'human' | { readonly level: number };

export interface Seats {
  readonly black: Player;
  readonly white: Player;
}

export function playerOf(seats: Seats, color: Color): Player {
  return color === BLACK ? seats.black : seats.white;
}

export function isHuman(seats: Seats, color: Color): boolean {
  return playerOf(seats, color) === 'human';
}

export function isAgainstEngine({ black, white }: Seats): boolean {
  return (black === 'human') !== (white === 'human');
}

/** Whether the only person in the game plays this color. */
export function isYou(seats: Seats, color: Color): boolean {
  return isHuman(seats, color) && !isHuman(seats, opponentOf(color));
}

export function humanColor({ black }: Seats): Color {
  return black === 'human' ? BLACK : WHITE;
}

export function seatsSwapped({ black, white }: Seats): Seats {
  return { black: white, white: black };
}

export function seatsAtLevel({ black, white }: Seats, level: number): Seats {
  const atLevel = (player: Player): Player => (player === 'human' ? player : { level });
  return { black: atLevel(black), white: atLevel(white) };
}
