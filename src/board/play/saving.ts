/** The game that the browser keeps between two visits. */
import { UserError } from '../../core/errors.ts';
import type { OpeningAnswer } from '../../game/opening/state.ts';
import { levelOf } from '../../game/opponent/levels.ts';
import type { SpentMs } from '../../game/played/clock.ts';
import {
  answerOpening,
  newPlayedGame,
  type OpeningTurn,
  type PlayedGame,
  play,
  resign,
  spend,
} from '../../game/played/played-game.ts';
import { gameFromSetup } from '../../game/state/game-state.ts';
import type { Ply } from '../../game/state/notation.ts';
import { keepInTab, readKeptInTab } from '../state/storage.ts';
import { FIRST_GAME, type GameSettings, setupOf } from './settings.ts';

/** A game of the page: what was asked for, how far it has come, and the seed of its chance. */
export interface PageGame {
  readonly settings: GameSettings;
  readonly played: PlayedGame;
  readonly seed: number;
}

type KeptPly = readonly number[] | null;

interface KeptGame {
  /** Earlier versions knew square boards alone, by their `size`. */
  readonly settings: GameSettings & { readonly size?: number };
  /** Turn by turn; of earlier versions answer by answer. */
  readonly answers: readonly (OpeningTurn | OpeningAnswer)[];
  /** All turns, those of the opening among them. */
  readonly moves: readonly KeptPly[];
  /** What can be played again. */
  readonly undone: readonly { readonly answers: readonly OpeningTurn[]; readonly moves: readonly KeptPly[] }[];
  readonly seed: number;
  /** Turns at the beginning that are stones set up; earlier versions knew none. */
  readonly setupPlies?: number;
  readonly isResigned: boolean;
  readonly spent: SpentMs | null;
}

export function keepGame({ settings, played, seed }: PageGame): void {
  const { turns, state, undone, clock } = played;
  keepInTab('game', {
    settings,
    answers: turns,
    moves: keptPlies(state.plies),
    undone: undone.map((taken) => ({ answers: taken.turns, moves: keptPlies(taken.plies) })),
    seed,
    setupPlies: state.setupPlies ?? 0,
    isResigned: state.end?.reason === 'resigned',
    spent: clock.spentMs,
  } satisfies KeptGame);
}

/** @returns the game of an earlier visit; null if there is none, or one that this version does not understand */
export function keptGame(): PageGame | null {
  const kept = readKeptInTab('game') as Partial<KeptGame> | null;
  if (kept?.settings === undefined) return null;
  try {
    return restored({ ...kept, settings: kept.settings });
  } catch (error) {
    if (error instanceof UserError || error instanceof RangeError || error instanceof TypeError) return null;
    throw error;
  }
}

/** @throws UserError, RangeError or TypeError for what no version has kept */
function restored(kept: Partial<KeptGame> & Pick<KeptGame, 'settings'>): PageGame {
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
  return { settings, seed: kept.seed ?? 1, played: kept.isResigned === true ? resign(game) : spend(game, 0) };
}

function keptPlies(plies: readonly Ply[]): KeptPly[] {
  return plies.map((ply) => (ply === null ? null : [ply.x, ply.y]));
}

function readPlies(moves: readonly KeptPly[]): Ply[] {
  return moves.map((move) => (move === null ? null : { x: move[0], y: move[1] }));
}
