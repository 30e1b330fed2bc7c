/** The settings of a game. */
import { openingRuleOf } from '../../../play/opening/rules.ts';
import { DEFAULT_LEVEL } from '../../../play/opponent/levels.ts';
import type { GameSetup } from '../../../play/played/played-game.ts';
import type { Player, Seats } from '../../../play/played/seats.ts';
import { type Variant, variantOf } from '../../../play/state/variant.ts';

export type Players = 'you-black' | 'you-white' | 'two' | 'engines';

export interface GameSettings {
  readonly rule: number;
  readonly width: number;
  readonly height: number;
  readonly winLength: number;
  readonly level: number;
  /** Level of White where the engine plays both sides; {@link level} is Black's then. */
  readonly levelOfWhite: number;
  readonly players: Players;
  /** Seconds for a move of the engine; null: set by the level. */
  readonly seconds: number | null;
  /** Minutes for the game, for each side; null: no clock. */
  readonly minutes: number | null;
  /** Seconds added to that after each move. */
  readonly increment: number;
  /** Seconds for each move once the minutes are used up. */
  readonly byoYomi: number;
  /** Name of the opening rule; null: none. */
  readonly opening: string | null;
}

export const FIRST_GAME: GameSettings = {
  rule: 0,
  width: 15,
  height: 15,
  winLength: 5,
  level: DEFAULT_LEVEL,
  levelOfWhite: DEFAULT_LEVEL,
  players: 'you-black',
  seconds: null,
  minutes: null,
  increment: 0,
  byoYomi: 0,
  opening: null,
};

/** @throws UserError if the rule does not allow the winning length, or the board has no space for it */
export function variantOfSettings({ rule, width, height, winLength }: GameSettings): Variant {
  return variantOf(rule, width, height, winLength);
}

/** @throws UserError for settings that do not fit together */
export function setupOf(settings: GameSettings): GameSetup {
  const { players, level, levelOfWhite, opening, minutes, increment, byoYomi } = settings;
  const engine: Player = { level };
  const engines = { black: engine, white: { level: levelOfWhite } };
  const seats: Seats = {
    black: players === 'you-white' ? engine : 'human',
    white: players === 'you-black' ? engine : 'human',
  };
  return {
    variant: variantOfSettings(settings),
    seats: players === 'engines' ? engines : seats,
    rule: opening === null ? null : openingRuleOf(opening),
    control:
      minutes === null ? null : { mainMs: 60_000 * minutes, incrementMs: 1000 * increment, byoYomiMs: 1000 * byoYomi },
  };
}

/** @returns the same settings with the person on the other side */
export function withSidesSwapped(settings: GameSettings): GameSettings {
  const { players } = settings;
  if (players === 'you-black') return { ...settings, players: 'you-white' };
  return players === 'you-white' ? { ...settings, players: 'you-black' } : settings;
}
