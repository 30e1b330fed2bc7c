/**
 * Whether a game that a worker sends belongs to the match: results are derived from the games, never from what a worker
 * claims.
 */
import { BLACK, sideName, WHITE } from '../../core/color.ts';
import type { Rule } from '../../core/rule.ts';
import type { GameRecord } from '../../records/notation/game-record.ts';
import { parsePosMoves } from '../../records/notation/pos.ts';
import { emptyPosition, isLegal, judgeMove } from '../../rules/index.ts';
import type { ScheduledGame } from '../match/schedule.ts';

export interface ExpectedGame {
  readonly scheduled: ScheduledGame;
  readonly black: string;
  readonly white: string;
  readonly rule: Rule;
  readonly size: number;
  /** Opening and colors are the engines' own choice. */
  readonly swap2: boolean;
}

/** @param record validated by the schema of the wire @returns what is wrong with it, or null */
export function gameFault(record: GameRecord, expected: ExpectedGame): string | null {
  const { scheduled, rule, size } = expected;
  if (record.game !== scheduled.game) return `game ${record.game}: expected game ${scheduled.game}`;
  const where = `game ${record.game + 1}`;
  const names = [record.black, record.white];
  const isExchanged = expected.swap2 && record.black === expected.white;
  const wanted = isExchanged ? [expected.white, expected.black] : [expected.black, expected.white];
  if (names.join('\n') !== wanted.join('\n')) return `${where}: ${names.join(' - ')}, expected ${wanted.join(' - ')}`;
  if (record.rule !== rule.code || record.size !== size) return `${where}: expected rule ${rule.code} on ${size}`;
  const moves = parsePosMoves(record.moves);
  if (moves === null) return `${where}: its moves cannot be read`;
  if (![record.timesMs, record.scores, record.depths, record.nodes].every((list) => list.length === moves.length)) {
    return `${where}: expected a time, a score, a depth and a node count for each move`;
  }
  const isOpened = scheduled.opening.every(({ x, y }, i) => moves[i]?.x === x && moves[i].y === y);
  const isStarted = record.reason !== 'start';
  if (!expected.swap2 && isStarted && !isOpened) return `${where}: expected the opening of the schedule`;
  const position = emptyPosition(size, size);
  for (const [ply, { x, y }] of moves.entries()) {
    const color = ply % 2 === 0 ? BLACK : WHITE;
    if (!isLegal(position, x, y)) return `${where}: move ${ply + 1} is not legal`;
    const { outcome } = judgeMove(position, rule, x, y, color);
    const isLast = ply === moves.length - 1;
    if (outcome !== 'none' && !isLast) return `${where}: it continues after its end at move ${ply + 1}`;
    if (isLast && (outcome === 'win') !== (record.reason === 'five')) return `${where}: reason "${record.reason}"`;
    if (isLast && outcome === 'win' && record.result !== sideName(color)) {
      return `${where}: result "${record.result}", but the last move wins`;
    }
    position.cells[y * size + x] = color;
  }
  if (moves.length === 0 && record.reason === 'five') return `${where}: reason "five" without a move`;
  return null;
}
