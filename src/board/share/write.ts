/** Games as files and pictures. */

import type { GameState } from '../../game/state/game-state.ts';
import { formatRecord } from '../../game/state/notation.ts';
import { formatPosLine } from '../../notation/openings.ts';
import { formatPsq } from '../../notation/psq.ts';
import { bareGame, type SavedGame } from '../../notation/saved-game.ts';
import { formatSgf } from '../../notation/sgf.ts';
import { formatSvg } from '../../notation/svg.ts';

import type { TreeNode } from '../../review/tree.ts';
import { treeToSgf } from '../../review/tree-sgf.ts';

export type FileKind = 'sgf' | 'psq' | 'pos' | 'svg' | 'png';

const FILE_KINDS: readonly FileKind[] = ['sgf', 'psq', 'pos', 'svg', 'png'];
/** Notations that tell a board with two sides. */
const RECTANGLE_KINDS: readonly FileKind[] = ['sgf', 'svg', 'png'];

/** @returns what a game can be saved as */
export function fileKindsOf({ variant }: GameState): readonly FileKind[] {
  return variant.width === variant.height ? FILE_KINDS : RECTANGLE_KINDS;
}

/** Pixels of a picture's longer side. */
const PICTURE_SIDE = 1200;

/** @returns the moves on one line, as people write them */
export function recordText({ plies, variant }: GameState): string {
  return formatRecord(plies, variant.height);
}

/** @param tree saved as sgf in place of the game, with its variations @throws Error if the browser cannot draw */
export async function fileOf(game: GameState, kind: FileKind, tree: TreeNode | null): Promise<Blob> {
  const saved = savedGame(game);
  switch (kind) {
    case 'sgf':
      return textFile(tree === null ? formatSgf(saved) : treeToSgf(tree));
    case 'psq':
      return textFile(formatPsq(saved));
    case 'pos':
      return textFile(`${formatPosLine(saved.moves, saved.size, false)}\n`);
    case 'svg':
      return new Blob([formatSvg(saved)], { type: 'image/svg+xml' });
    case 'png':
      return pictureOf(formatSvg(saved));
  }
}

/** Has the browser keep a file. */
export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function savedGame({ variant, plies, end }: GameState): SavedGame {
  const moves = plies.flatMap((ply) => (ply === null ? [] : [ply]));
  return {
    ...bareGame(variant.width, moves, variant.rule.code),
    ...(variant.width === variant.height ? {} : { height: variant.height }),
    result: end?.result ?? null,
    reason: end?.reason ?? null,
    date: new Date().toISOString(),
  };
}

function textFile(text: string): Blob {
  return new Blob([text], { type: 'text/plain;charset=utf-8' });
}

async function pictureOf(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    const scale = PICTURE_SIDE / Math.max(image.naturalWidth, image.naturalHeight);
    canvas.width = Math.round(scale * image.naturalWidth);
    canvas.height = Math.round(scale * image.naturalHeight);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture was made')) : resolve(blob)));
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
