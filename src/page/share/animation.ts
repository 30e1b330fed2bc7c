/** A game in motion, as an animated GIF: loaded only when it is asked for. */

import { applyPalette, GIFEncoder } from 'gifenc';
import { EMPTY, WHITE } from '../../core/color.ts';
import type { GameState } from '../../play/state/game-state.ts';
import { withoutPlies } from '../../play/state/game-state.ts';
import { STEP, STONE, starPoints } from '../../records/notation/board-drawing.ts';

/** Pixels of the picture's longer side. */
const SIDE = 480;
const MARGIN = 24;
const MOVE_MS = 700;
/** The last position stays longer. */
const END_MS = 3000;

const WOOD = '#e9c583';
const LINE = '#5b4320';
const LAST = '#d02020';

/** Draws the position after each move, one per task of the page. @throws Error if the browser cannot draw */
export async function animationOf(game: GameState): Promise<Blob> {
  const first = game.setupPlies ?? 0;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('no canvas');
  const { width, height } = game.variant;
  const [right, bottom] = [width, height].map((points) => 2 * MARGIN + (points - 1) * STEP);
  const scale = SIDE / Math.max(right, bottom);
  canvas.width = Math.round(right * scale);
  canvas.height = Math.round(bottom * scale);
  const palette = paletteOf(context);
  const gif = GIFEncoder();
  for (let count = first; count <= game.plies.length; count++) {
    context.setTransform(scale, 0, 0, scale, 0, 0);
    draw(context, withoutPlies(game, game.plies.length - count), right, bottom);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const delay = count === game.plies.length ? END_MS : MOVE_MS;
    gif.writeFrame(applyPalette(data, palette), canvas.width, canvas.height, { palette, delay });
    // Other tasks of the page come first.
    await new Promise((resolve) => setTimeout(resolve));
  }
  gif.finish();
  return new Blob([gif.bytes()], { type: 'image/gif' });
}

/** The colors of a picture, and shades between those that meet at an edge. */
function paletteOf(context: CanvasRenderingContext2D): number[][] {
  const colors = [WOOD, LINE, LAST, '#111111', '#ffffff'].map((text) => {
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  });
  const shades = colors.flatMap((from, i) =>
    colors.slice(i + 1).flatMap((to) => [1, 2, 3, 4, 5].map((share) => mixed(from, to, share / 6))),
  );
  return [...colors, ...shades];
}

function mixed(from: readonly number[], to: readonly number[], share: number): number[] {
  return from.map((value, i) => Math.round(value + (to[i] - value) * share));
}

function draw(
  context: CanvasRenderingContext2D,
  { variant, position, plies }: GameState,
  right: number,
  bottom: number,
) {
  const { width, height } = variant;
  const at = (index: number) => MARGIN + index * STEP;
  context.fillStyle = WOOD;
  context.fillRect(0, 0, right, bottom);
  context.strokeStyle = LINE;
  context.lineWidth = 1;
  context.beginPath();
  for (let x = 0; x < width; x++) {
    context.moveTo(at(x), at(0));
    context.lineTo(at(x), at(height - 1));
  }
  for (let y = 0; y < height; y++) {
    context.moveTo(at(0), at(y));
    context.lineTo(at(width - 1), at(y));
  }
  context.stroke();
  const disc = (x: number, y: number, radius: number, fill: string): void => {
    context.beginPath();
    context.arc(at(x), at(y), radius, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill();
  };
  for (const { x, y } of starPoints(width, height)) disc(x, y, 3, LINE);
  for (const [i, color] of position.cells.entries()) {
    if (color === EMPTY) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    disc(x, y, STONE, '#111111');
    if (color === WHITE) disc(x, y, STONE - 1, '#ffffff');
  }
  const last = plies[plies.length - 1] ?? null;
  if (last !== null) disc(last.x, last.y, STONE / 3, LAST);
}
