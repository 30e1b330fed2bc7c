/** Saves games as files and pictures. */

import type { TreeNode } from '../../play/review/tree.ts';
import type { PlayerNames } from '../../play/review/tree-sgf.ts';
import type { GameState } from '../../play/state/game-state.ts';
import { type DownloadKind, textOf } from './texts.ts';

/** Pixels of a picture's longer side. */
const PICTURE_SIDE = 1200;

/** @param tree saved as sgf instead of the game, with its variations @throws Error if the browser cannot draw */
export async function fileOf(
  game: GameState,
  kind: DownloadKind,
  tree: TreeNode | null,
  players: PlayerNames,
): Promise<Blob> {
  if (kind === 'gif') return (await import('./animation.ts')).animationOf(game);
  const text = textOf(game, kind === 'png' ? 'svg' : kind, tree, players);
  if (kind === 'png') return pictureOf(text);
  return kind === 'svg' ? new Blob([text], { type: 'image/svg+xml' }) : textFile(text);
}

export function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @returns the local date and what the file has, for instance `2026-11-28 You – tengen, Renju`, without an ending */
export function datedName(...parts: readonly string[]): string {
  const now = new Date();
  const date = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  return fileName([date.join('-'), ...parts].join(' '));
}

/** @returns a title without characters that file systems reject */
export function fileName(title: string): string {
  return (
    title
      .replace(/[\\/:*?"<>|\p{C}]+/gu, ' ')
      .trim()
      .slice(0, 80) || 'tengen'
  );
}

export function textFile(text: string): Blob {
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
