/** What both boards show: stones, the last move, forbidden points, and why the one under the pointer is forbidden. */
import { useMemo } from 'preact/hooks';
import type { XY } from '../../core/point.ts';
import { type GameState, sideToMove } from '../../play/state/game-state.ts';
import { FORBIDDEN_MARKS } from '../../records/notation/diagram.ts';
import { explainForbidden, type Forbidden, forbiddenPoints, winningRow } from '../../rules/index.ts';
import type { Say, Speech } from '../lang/speech.ts';
import type { Explanation, Mark } from './marks.tsx';

export function useShownGame(
  speech: Speech,
  game: GameState,
  looked: XY | null,
  isNumbered: boolean,
  hasLast: boolean,
) {
  const { position, variant, plies, end } = game;
  const color = sideToMove(game);
  const still = useMemo(() => {
    const numbers = new Uint16Array(position.cells.length);
    for (const [i, ply] of plies.entries()) if (ply !== null) numbers[ply.y * position.width + ply.x] = i + 1;
    const marks: Mark[] = [];
    const remarks = new Map<number, string>();
    const last = plies[plies.length - 1] ?? null;
    if (last !== null && hasLast)
      marks.push({ kind: 'last', point: last, isOnBlack: plies.length % 2 === 1, isNumbered });
    for (const point of end === null ? forbiddenPoints(position, variant.rule, color) : []) {
      const forbidden = explainForbidden(position, point.x, point.y, variant.rule, color);
      if (forbidden === null) continue;
      marks.push({ kind: 'foul', point, digit: FORBIDDEN_MARKS[forbidden.kind] });
      remarks.set(point.y * position.width + point.x, foulText(forbidden, speech.say));
    }
    const row = end?.reason === 'five' && last !== null ? winningRow(position, variant.rule, last.x, last.y) : null;
    return { position, numbers, marks, remarks, winningRows: row === null ? [] : [row] };
  }, [game, isNumbered, hasLast, speech]);
  const explanations = useMemo((): Explanation[] => {
    if (looked === null || !still.remarks.has(looked.y * position.width + looked.x)) return [];
    const lines = explainForbidden(position, looked.x, looked.y, variant.rule, color)?.lines ?? [];
    return lines.map((line) => ({
      points: line.points,
      ends: line.kind === 'four' ? line.fiveAt : line.kind === 'three' ? line.straightFourAt : [],
    }));
  }, [still, looked]);
  return { ...still, explanations, speech };
}

/** @returns for instance `forbidden: double three` */
function foulText({ kinds }: Pick<Forbidden, 'kinds'>, say: Say): string {
  return say('forbiddenAs', { kinds: kinds.map((kind) => say(kind)).join(', ') });
}
