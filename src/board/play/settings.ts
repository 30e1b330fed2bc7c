/** Which game is played on the page. */
import { openingRuleOf } from '../../game/opening/rules.ts';
import { DEFAULT_LEVEL } from '../../game/opponent/levels.ts';
import type { GameSetup } from '../../game/played/played-game.ts';
import type { Player } from '../../game/played/seats.ts';
import { type Variant, variantOf } from '../../game/state/variant.ts';

/** Who plays Black and White at the beginning. */
export type Players = 'you-black' | 'you-white' | 'two';

export interface GameSettings {
  readonly rule: number;
  readonly width: number;
  readonly height: number;
  readonly winLength: number;
  readonly level: number;
  readonly players: Players;
  /** Seconds for a move of the engine's; null: what the level takes. */
  readonly seconds: number | null;
  /** Minutes that either side has for the game; null: no clock. */
  readonly minutes: number | null;
  /** Name of the opening rule; null: none. */
  readonly opening: string | null;
}

export const FIRST_GAME: GameSettings = {
  rule: 0,
  width: 15,
  height: 15,
  winLength: 5,
  level: DEFAULT_LEVEL,
  players: 'you-black',
  seconds: null,
  minutes: null,
  opening: null,
};

/** @throws UserError if the rule has no such row or the board no room for one */
export function variantOfSettings({ rule, width, height, winLength }: GameSettings): Variant {
  return variantOf(rule, width, height, winLength);
}

/** @throws UserError for settings that do not go together */
export function setupOf(settings: GameSettings): GameSetup {
  const { players, level, opening, minutes } = settings;
  const engine: Player = { level };
  return {
    variant: variantOfSettings(settings),
    seats: { black: players === 'you-white' ? engine : 'human', white: players === 'you-black' ? engine : 'human' },
    rule: opening === null ? null : openingRuleOf(opening),
    limitMs: minutes === null ? null : 60_000 * minutes,
  };
}

/** @returns the same with the person on the other side */
export function withSidesSwapped(settings: GameSettings): GameSettings {
  const { players } = settings;
  return players === 'two' ? settings : { ...settings, players: players === 'you-black' ? 'you-white' : 'you-black' };
}
