/**
 * Whether a game that a worker sends belongs to the match: it is replayed from its first stone to its last, so that its
 * result comes from the moves and the scores, never from what a worker claims. Only that an engine failed (no move in
 * time, a crash, an answer that is not a move) cannot be replayed; then the side to move has lost.
 */
import { colorAt, sideName } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import type { EndReason, GameRecord } from '../../records/notation/game-record.ts';
import { parsePosMoves } from '../../records/notation/pos.ts';
import { emptyPosition, isLegal, judgeMove, type Outcome } from '../../rules/index.ts';
import type { MatchGameSettings } from '../match/engine-game.ts';
import { adjudicatedByScores, drawnByRoom, type GameVerdict } from '../match/game-end.ts';
import type { ScheduledGame } from '../match/schedule.ts';

export interface ExpectedGame {
  readonly scheduled: ScheduledGame;
  readonly black: string;
  readonly white: string;
  readonly settings: MatchGameSettings;
}

type End = Pick<GameVerdict, 'result' | 'reason'>;

/** Ends that only the runner has seen. */
const FAILURES: readonly EndReason[] = ['time', 'crash', 'illegal'];
/** Stones of a swap2 opening when the engines begin to play, and whether the first player then has Black. */
const SWAP2_COLORS: Readonly<Record<number, boolean>> = { 3: false, 4: true, 5: true, 6: false };

/** @param record validated by the schema of the wire @returns what is wrong with it, or null */
export function gameFault(record: GameRecord, expected: ExpectedGame): string | null {
  const { scheduled, settings } = expected;
  const { rule, size, swap2 } = settings;
  if (record.game !== scheduled.game) return `game ${record.game}: expected game ${scheduled.game}`;
  const where = `game ${record.game + 1}`;
  const names = [record.black, record.white];
  const isExchanged = swap2 && record.black === expected.white;
  const wanted = isExchanged ? [expected.white, expected.black] : [expected.black, expected.white];
  if (names.join('\n') !== wanted.join('\n')) return `${where}: ${names.join(' - ')}, expected ${wanted.join(' - ')}`;
  if (record.swap2First !== (swap2 ? expected.black : undefined))
    return `${where}: "${record.swap2First}" proposed its opening`;
  if (record.rule !== rule.code || record.size !== size) return `${where}: expected rule ${rule.code} on ${size}`;
  const moves = parsePosMoves(record.moves);
  if (moves === null) return `${where}: its moves cannot be read`;
  if (![record.timesMs, record.scores, record.depths, record.nodes].every((list) => list.length === moves.length)) {
    return `${where}: expected a time, a score, a depth and a node count for each move`;
  }
  const fault = openingFault(record, moves, expected) ?? replayFault(record, moves, settings);
  return fault === null ? null : `${where}: ${fault}`;
}

/** Until the engines play. */
function openingFault(
  record: GameRecord,
  moves: readonly XY[],
  { scheduled, settings, black }: ExpectedGame,
): string | null {
  const { openingPlies, reason } = record;
  if (reason === 'start') return moves.length > 0 ? 'moves, though an engine did not start' : null;
  if (settings.swap2) {
    // The opening itself can fail.
    if (openingPlies === 0 && moves.length === 0 && FAILURES.includes(reason)) return null;
    if (openingPlies <= moves.length && SWAP2_COLORS[openingPlies] === (record.black === black)) return null;
    return `${openingPlies} stones of swap2 with ${record.black} as Black`;
  }
  const isOpened = scheduled.opening.every(({ x, y }, i) => moves[i]?.x === x && moves[i].y === y);
  return isOpened && openingPlies === scheduled.opening.length ? null : 'expected the opening of the schedule';
}

/** Plays the game again, as the runner does. */
function replayFault(record: GameRecord, moves: readonly XY[], settings: MatchGameSettings): string | null {
  const position = emptyPosition(settings.size, settings.size);
  const { openingPlies } = record;
  for (let ply = 0; ; ply++) {
    const isPlay = ply >= openingPlies && record.reason !== 'start';
    const room = isPlay ? drawnByRoom(settings, ply) : null;
    if (room !== null || ply === moves.length) return endFault(record, room, ply, moves.length);
    const { x, y } = moves[ply];
    if (!isLegal(position, x, y)) return `move ${ply + 1} is not legal`;
    const color = colorAt(ply);
    const { outcome } = judgeMove(position, settings.rule, x, y, color);
    position.cells[y * settings.size + x] = color;
    if (!isPlay) continue;
    const end =
      endOfMove(outcome, ply) ?? adjudicatedByScores(settings, ply + 1, record.scores.slice(openingPlies, ply + 1));
    if (end !== null) return endFault(record, end, ply + 1, moves.length);
  }
}

function endOfMove(outcome: Outcome, ply: number): End | null {
  if (outcome === 'none') return null;
  return outcome === 'win'
    ? { result: sideName(colorAt(ply)), reason: 'five' }
    : { result: sideName(colorAt(ply + 1)), reason: 'foul' };
}

/**
 * @param end that the replay has come to after `plies` stones; null: the stones give none
 * @returns whether the record has another end
 */
function endFault(
  { result, reason, openingPlies, swap2First }: GameRecord,
  end: End | null,
  plies: number,
  length: number,
): string | null {
  const claim = `${result}, reason "${reason}"`;
  if (end !== null) {
    if (plies < length) return `it continues after its end at move ${plies}`;
    return result === end.result && reason === end.reason
      ? null
      : `${claim}, but it ends with ${end.result}, reason "${end.reason}"`;
  }
  if (reason === 'start') return null;
  if (!FAILURES.includes(reason)) return `${claim}, but it is not over after ${plies} stones`;
  // In an opening by swap2 either side may have failed.
  if (openingPlies === 0 && swap2First !== undefined) return null;
  return result === sideName(colorAt(plies + 1)) ? null : `${claim}, but the side to move loses`;
}
