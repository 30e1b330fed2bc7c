/** A game of the page in the form in which the browser stores it. */
import { UserError } from '../../../core/errors.ts';
import type { OpeningAnswer } from '../../../play/opening/state.ts';
import { levelOf } from '../../../play/opponent/levels.ts';
import type { SpentMs } from '../../../play/played/clock.ts';
import {
  answerOpening,
  newPlayedGame,
  type OpeningTurn,
  type PlayedGame,
  play,
  resign,
  spend,
} from '../../../play/played/played-game.ts';
import { gameFromSetup } from '../../../play/state/game-state.ts';
import type { Ply } from '../../../play/state/notation.ts';
import { FIRST_GAME, type GameSettings, setupOf } from './settings.ts';

/** A game of the page: its settings, its moves, and the seed of the engine's random choices. */
export interface PageGame {
  readonly settings: GameSettings;
  readonly played: PlayedGame;
  readonly seed: number;
  /** Whether the person has undone moves, asked for a hint, swapped sides, or continued from a position. */
  readonly isAided: boolean;
}

type KeptPly = readonly number[] | null;

export interface KeptGame {
  /** Earlier versions stored only square boards, by their `size`. */
  readonly settings: GameSettings & { readonly size?: number };
  /** The turns of the opening; earlier versions stored single answers. */
  readonly answers: readonly (OpeningTurn | OpeningAnswer)[];
  /** All moves, including those of the opening. */
  readonly moves: readonly KeptPly[];
  /** What can be redone. */
  readonly undone: readonly { readonly answers: readonly OpeningTurn[]; readonly moves: readonly KeptPly[] }[];
  readonly seed: number;
  /** Number of leading turns that are setup stones; earlier versions had none. */
  readonly setupPlies?: number;
  readonly isResigned: boolean;
  /** Earlier versions did not note it. */
  readonly isAided?: boolean;
  readonly spent: SpentMs | null;
}

export function keptOf({ settings, played, seed, isAided }: PageGame): KeptGame {
  const { turns, state, undone, clock } = played;
  return {
    settings,
    answers: turns,
    moves: keptPlies(state.plies),
    undone: undone.map((taken) => ({ answers: taken.turns, moves: keptPlies(taken.plies) })),
    seed,
    setupPlies: state.setupPlies ?? 0,
    isResigned: state.end?.reason === 'resigned',
    isAided,
    spent: clock.spentMs,
  };
}

/** @returns a stored game; null for one that this version does not understand */
export function restored(kept: Partial<KeptGame>): PageGame | null {
  if (kept.settings === undefined) return null;
  try {
    return readGame({ ...kept, settings: kept.settings });
  } catch (error) {
    if (error instanceof UserError || error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

/** @throws UserError, RangeError or TypeError for something that no version has stored */
function readGame(kept: Partial<KeptGame> & Pick<KeptGame, 'settings'>): PageGame {
  const { size, ...known } = kept.settings;
  const settings = { ...FIRST_GAME, ...(size === undefined ? {} : { width: size, height: size }), ...known };
  levelOf(settings.level);
  const begun = newPlayedGame(setupOf(settings));
  const plies = readPlies(kept.moves ?? []);
  const turns = (kept.answers ?? []).map((turn): OpeningTurn => ('kind' in turn ? [turn] : turn));
  const setUp = gameFromSetup(begun.state.variant, plies.slice(0, kept.setupPlies ?? 0));
  const opened = turns.reduce(answerOpening, setUp.plies.length === 0 ? begun : { ...begun, state: setUp });
  const game: PlayedGame = {
    ...plies.slice(opened.state.plies.length).reduce(play, opened),
    undone: (kept.undone ?? []).map(({ answers, moves }) => ({ turns: answers, plies: readPlies(moves) })),
    clock: { ...opened.clock, spentMs: kept.spent ?? [0, 0] },
  };
  // A clock that has run out has ended the game.
  const played = kept.isResigned === true ? resign(game) : spend(game, 0);
  return { settings, seed: kept.seed ?? 1, isAided: kept.isAided ?? true, played };
}

function keptPlies(plies: readonly Ply[]): KeptPly[] {
  return plies.map((ply) => (ply === null ? null : [ply.x, ply.y]));
}

function readPlies(moves: readonly KeptPly[]): Ply[] {
  return moves.map((move) => (move === null ? null : { x: move[0], y: move[1] }));
}
