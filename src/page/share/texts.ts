/** Games as texts. */

import { gameTreeOf, lineThrough, type TreeNode } from '../../play/review/tree.ts';
import { treeToSgf } from '../../play/review/tree-sgf.ts';
import type { GameState } from '../../play/state/game-state.ts';
import { formatRecord } from '../../play/state/notation.ts';
import { formatPosLine } from '../../records/notation/openings.ts';
import { formatPsq } from '../../records/notation/psq.ts';
import { bareGame, type SavedGame } from '../../records/notation/saved-game.ts';
import { reasonText } from '../../records/notation/sgf.ts';
import { formatSvg } from '../../records/notation/svg.ts';

export type DownloadKind = 'sgf' | 'psq' | 'pos' | 'svg' | 'png' | 'gif';

const FILE_KINDS: readonly DownloadKind[] = ['sgf', 'psq', 'pos', 'svg', 'png', 'gif'];
/** The formats that have rectangular boards and passes. */
const OTHER_KINDS: readonly DownloadKind[] = ['sgf', 'svg', 'png', 'gif'];

/** @returns the formats that a game can be saved in */
export function fileKindsOf({ variant, plies }: GameState): readonly DownloadKind[] {
  return variant.width === variant.height && !plies.includes(null) ? FILE_KINDS : OTHER_KINDS;
}

/** @returns the moves on one line, as people write them */
export function recordText({ plies, variant }: GameState): string {
  return formatRecord(plies, variant.height);
}

/** @param tree saved as sgf instead of the game, with its variations @returns the text of the file */
export function textOf(game: GameState, kind: Exclude<DownloadKind, 'png' | 'gif'>, tree: TreeNode | null): string {
  const saved = savedGame(game);
  switch (kind) {
    case 'sgf':
      return tree === null ? sgfOf(game, saved) : treeToSgf(tree);
    case 'psq':
      return formatPsq(saved);
    case 'pos':
      return `${formatPosLine(saved.moves, saved.size, false)}\n`;
    case 'svg':
      return svgOf(game, saved);
  }
}

/** Includes passes and setup stones. */
function sgfOf(game: GameState, { date, result, reason }: SavedGame): string {
  const last = gameTreeOf(game);
  if (reason !== null) lineThrough(last)[0].comment = reasonText(reason);
  return treeToSgf(last, { date, result, reason });
}

/** A pass is a turn without a stone. Setup stones have no order, so they get no numbers. */
function svgOf({ plies, setupPlies = 0 }: GameState, saved: SavedGame): string {
  const turns = plies.flatMap((ply, i) => (ply === null ? [] : [i]));
  return formatSvg(saved, { turns, numbers: setupPlies === 0 });
}

function savedGame({ variant, plies, end }: GameState): SavedGame {
  const moves = plies.flatMap((ply) => (ply === null ? [] : [ply]));
  return {
    ...bareGame(variant.width, moves, variant.rule.code),
    ...(variant.width === variant.height ? {} : { height: variant.height }),
    winLength: variant.rule.winLength,
    result: end?.result ?? null,
    reason: end?.reason ?? null,
    date: new Date().toISOString(),
  };
}
