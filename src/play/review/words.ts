import { BLACK, type Color } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import { counted } from '../../core/text.ts';
import { colorName, labelOf } from '../state/notation.ts';
import type { MoveVerdict, Review, ReviewedMove, SideSummary } from './review.ts';
import { percentText } from './verdicts.ts';

export const VERDICT_NAMES: Readonly<Record<MoveVerdict, string>> = {
  blunder: 'blunder',
  mistake: 'mistake',
  'missed-win': 'missed win',
};

const SHOWN_PLIES = 9;

/** @returns for instance `missed win in 4 moves; better J8 K9 L10`; empty if nothing is wrong */
export function verdictText({ verdict, better, missedWinIn }: ReviewedMove, height: number): string {
  if (verdict === null) return '';
  const when = missedWinIn === null ? '' : ` in ${counted((missedWinIn + 1) >> 1, 'move')}`;
  const line = better.slice(0, missedWinIn ?? SHOWN_PLIES).map((point: XY) => labelOf(point, height));
  return `${VERDICT_NAMES[verdict]}${when}${line.length === 0 ? '' : `; better ${line.join(' ')}`}`;
}

export function reviewLines({ games, chances, moves }: Review): string[] {
  const { height } = games[0].variant;
  const width = String(moves.length).length;
  const rows = moves.map((move, i) => {
    const point = move.point === null ? '-' : labelOf(move.point, height);
    const chance = chances[i + 1];
    const cells = [
      `${String(move.number).padStart(width)}. ${colorName(move.color).padEnd(5)} ${point.padEnd(3)}`,
      (chance === null ? '?' : percentText(chance)).padStart(6),
      (move.lost === null ? '?' : percentText(move.lost)).padStart(6),
      ` ${verdictText(move, height)}`,
    ];
    return cells.join(' ').trimEnd();
  });
  return [`${' '.repeat(width)}  move        Black   lost`, ...rows];
}

/**
 * @param name of the player; null: unknown
 * @returns for instance `Black: 3.0 % lost per move on average, 0 missed wins, 1 blunder, 2 mistakes`
 */
export function summaryText(color: Color, summary: SideSummary, name: string | null = null): string {
  const { averageLoss, blunders, mistakes, missedWins } = summary;
  const who = `${color === BLACK ? 'Black' : 'White'}${name === null ? '' : ` (${name})`}`;
  if (averageLoss === null) return `${who}: no data`;
  const lost = `${(100 * averageLoss).toFixed(1)} % lost per move on average`;
  return `${who}: ${lost}, ${counted(missedWins, 'missed win')}, ${counted(blunders, 'blunder')}, ${counted(mistakes, 'mistake')}`;
}
