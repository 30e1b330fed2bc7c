/** Games as texts. */

import { gameTreeOf, type TreeNode } from '../../play/review/tree.ts';
import { type PlayerNames, treeToSgf } from '../../play/review/tree-sgf.ts';
import { type GameState, savedGame } from '../../play/state/game-state.ts';
import { formatRecord } from '../../play/state/notation.ts';
import { formatPosLine } from '../../records/notation/openings.ts';
import { formatPsq } from '../../records/notation/psq.ts';
import { stonesToWrite } from '../../records/notation/saved-game.ts';
import { formatSvg } from '../../records/notation/svg.ts';

export type DownloadKind = 'sgf' | 'psq' | 'pos' | 'svg' | 'png' | 'gif';

const FILE_KINDS: readonly DownloadKind[] = ['sgf', 'psq', 'pos', 'svg', 'png', 'gif'];
/** The formats that have rectangular boards and passes. */
const OTHER_KINDS: readonly DownloadKind[] = ['sgf', 'svg', 'png', 'gif'];

export function fileKindsOf({ variant, plies }: GameState): readonly DownloadKind[] {
  return variant.width === variant.height && !plies.includes(null) ? FILE_KINDS : OTHER_KINDS;
}

/** @returns the moves on one line, as people write them */
export function recordText({ plies, variant }: GameState): string {
  return formatRecord(plies, variant.height);
}

/** @param tree saved as sgf instead of the game, with its variations @returns the text of the file */
export function textOf(
  game: GameState,
  kind: Exclude<DownloadKind, 'png' | 'gif'>,
  tree: TreeNode | null,
  players: PlayerNames,
): string {
  const [black, white] = [players.black, players.white].map((name) => (name === '' ? null : name));
  const saved = { ...savedGame(game), black, white, date: new Date().toISOString() };
  switch (kind) {
    case 'sgf': {
      const { result, reason, date } = saved;
      return tree === null
        ? treeToSgf(gameTreeOf(game), { black, white, result, reason, date })
        : treeToSgf(tree, { black, white });
    }
    case 'psq':
      return formatPsq(saved);
    case 'pos':
      return `${formatPosLine(stonesToWrite(saved), saved.size, false)}\n`;
    case 'svg':
      return formatSvg(saved);
  }
}
