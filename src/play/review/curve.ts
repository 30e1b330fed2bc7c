/** The course of a game as a picture: SVG that needs nothing but itself. */
import { BLACK } from '../../core/color.ts';
import { escapeXml } from '../../core/text.ts';
import { colorName, labelOf } from '../state/notation.ts';
import type { MoveVerdict, Review, ReviewedMove } from './review.ts';
import { percentText } from './verdicts.ts';
import { VERDICT_NAMES, verdictText } from './words.ts';

const WIDTH = 760;
const HEIGHT = 320;
const LEFT = 58;
const RIGHT = 16;
const TOP = 54;
const BOTTOM = 46;
const TICK_ROOM = 34;

const COLORS: Readonly<Record<MoveVerdict, string>> = {
  'missed-win': '#8a2be2',
  blunder: '#d02020',
  mistake: '#e08a00',
};

/**
 * Draws Black's chance of winning over the moves of a game, with what was wrong marked and numbered.
 * @param title one line
 * @returns the text of an SVG file
 */
export function formatCurve(review: Review, title: string): string {
  const last = Math.max(1, review.chances.length - 1);
  const x = (move: number) => round(LEFT + (move / last) * (WIDTH - LEFT - RIGHT));
  const y = (chance: number) => round(TOP + (1 - chance) * (HEIGHT - TOP - BOTTOM));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="sans-serif" font-size="12" fill="#333">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    `<text x="${LEFT}" y="20" font-size="14" font-weight="bold">${escapeXml(title)}</text>`,
    ...legend(),
    ...frame(last, x, y),
    ...curves(review.chances, x, y),
    ...marks(review, x, y),
    '</svg>',
    '',
  ].join('\n');
}

type Scale = (value: number) => number;

/** Lines of equal chance with their names, and numbers of moves. */
function frame(last: number, x: Scale, y: Scale): string[] {
  const parts: string[] = [];
  for (const percent of [0, 25, 50, 75, 100]) {
    const at = y(percent / 100);
    const stroke = percent === 50 ? '#888' : '#ddd';
    parts.push(`<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}" stroke="${stroke}"/>`);
    parts.push(`<text x="${LEFT - 6}" y="${at + 4}" text-anchor="end">${percent} %</text>`);
  }
  const step = [1, 2, 5, 10, 20, 50].find((one) => x(one) - x(0) >= TICK_ROOM) ?? 100;
  for (let move = 0; move <= last; move += step) {
    parts.push(`<line x1="${x(move)}" x2="${x(move)}" y1="${y(0)}" y2="${y(0) + 4}" stroke="#888"/>`);
    parts.push(`<text x="${x(move)}" y="${y(0) + 17}" text-anchor="middle">${move}</text>`);
  }
  parts.push(`<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">move</text>`);
  const middle = y(0.5);
  parts.push(
    `<text x="14" y="${middle}" text-anchor="middle" transform="rotate(-90 14 ${middle})">Black's chance of winning</text>`,
  );
  return parts;
}

function curves(chances: readonly (number | null)[], x: Scale, y: Scale): string[] {
  const stretches: [number, number][][] = [[]];
  for (const [i, chance] of chances.entries()) {
    if (chance === null) stretches.push([]);
    else stretches[stretches.length - 1].push([x(i), y(chance)]);
  }
  return stretches
    .filter((points) => points.length > 0)
    .flatMap((points) => {
      const path = points.map((point) => point.join(' ')).join('L');
      const [first, end] = [points[0][0], points[points.length - 1][0]];
      return [
        `<path d="M${first} ${y(0)}L${path}L${end} ${y(0)}Z" fill="#000" opacity="0.1"/>`,
        `<path d="M${path}" fill="none" stroke="#222" stroke-width="2" stroke-linejoin="round"/>`,
      ];
    });
}

function marks({ chances, moves, games }: Review, x: Scale, y: Scale): string[] {
  return moves.flatMap((move, i) => {
    const chance = chances[i + 1];
    if (move.verdict === null || chance === null) return [];
    const [cx, cy] = [x(i + 1), y(chance)];
    // Outside of the curve: a loss of Black's leads down, one of White's up.
    const below = move.color === BLACK;
    const at = below ? Math.min(cy + 20, y(0) - 4) : Math.max(cy - 12, y(1) + 12);
    return [
      `<g fill="${COLORS[move.verdict]}"><title>${escapeXml(markText(move, chance, games[0].variant.height))}</title>`,
      shape(move.verdict, cx, cy),
      `<text x="${cx + 7}" y="${at}" font-size="11">${move.number}</text></g>`,
    ];
  });
}

function markText(move: ReviewedMove, chance: number, height: number): string {
  const point = move.point === null ? 'passes' : labelOf(move.point, height);
  return `${move.number}. ${colorName(move.color)} ${point}: ${verdictText(move, height)}; Black ${percentText(chance)}`;
}

/** Distinguishable without colors, too. */
function shape(verdict: MoveVerdict, x: number, y: number): string {
  if (verdict === 'mistake') return `<circle cx="${x}" cy="${y}" r="4.5"/>`;
  if (verdict === 'blunder') return `<path d="M${x - 6} ${y + 5}h12l-6 -11z"/>`;
  return `<path d="M${x} ${y - 7}l7 7l-7 7l-7 -7z"/>`;
}

function legend(): string[] {
  const names = Object.keys(COLORS) as MoveVerdict[];
  return names.flatMap((verdict, i) => {
    const at = LEFT + 8 + i * 110;
    return [
      `<g fill="${COLORS[verdict]}">${shape(verdict, at, 36)}</g>`,
      `<text x="${at + 14}" y="40">${VERDICT_NAMES[verdict]}</text>`,
    ];
  });
}

function round(value: number): number {
  return Math.round(10 * value) / 10;
}
