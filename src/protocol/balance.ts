/**
 * YXBALANCEONE and YXBALANCETWO: moves after which the score is as close as possible to a target, for openings. All
 * moves near the stones get a short search, those closest to the target a longer one.
 */
import { EMPTY } from '../core/color.ts';
import { MAX_LINES } from '../core/limits.ts';
import { samePoint, type XY } from '../core/point.ts';
import type { SearchInfo } from '../engine/api.ts';
import { openingCandidates, type Scored } from '../play/opening/scoring.ts';
import { cellAt, emptyPoints } from '../rules/position.ts';
import type { Brain, Job } from './brain.ts';
import type { Reply } from './reply.ts';

/** Upper bound of the time, used when there is no limit. */
export const MAX_BALANCE_MS = 20_000;

/**
 * @param bias target score for the side that is now to move, after all the moves
 * @param count how many moves: one, or one for each side
 */
export function answerBalance(brain: Brain, bias: number, count: 1 | 2): Reply {
  brain.requireRoom();
  const before = brain.engine.position;
  brain.own = before.sideToMove;
  const putBack = (): void => brain.engine.setPosition({ stones: before.stones, sideToMove: before.sideToMove });
  const reply = (points: readonly XY[]): Reply => {
    for (const { x, y } of points) brain.engine.play(x, y);
    return [points.map(({ x, y }) => `${x},${y}`).join(' ')];
  };
  return brain.startJob(
    async (job) => {
      const totalMs = Math.min(brain.plan().maxMs, MAX_BALANCE_MS);
      const found: XY[] = [];
      while (found.length < count && brain.hasRoom) {
        const target = found.length % 2 === 0 ? bias : -bias;
        const move = await balancedMove(brain, job, target, (totalMs * (found.length + 1)) / count);
        brain.engine.play(move.x, move.y);
        found.push(move);
      }
      return () => reply(found);
    },
    {
      isMove: false,
      fallback: () => {
        const points: XY[] = [];
        while (points.length < count && brain.hasRoom) {
          const move = brain.fallbackMove();
          brain.engine.play(move.x, move.y);
          points.push(move);
        }
        putBack();
        return reply(points);
      },
      cleanUp: putBack,
    },
  );
}

/** @param untilMs from the start of the job @returns the move whose score is closest to the target */
async function balancedMove(brain: Brain, job: Job, target: number, untilMs: number): Promise<XY> {
  const startMs = brain.engine.now() - job.startedAt;
  const halfMs = startMs + (untilMs - startMs) / 2;
  const byDistance = (a: Scored, b: Scored): number => Math.abs(a.score - target) - Math.abs(b.score - target);
  const { position } = brain.engine;
  const excluded = brain.excludedPoints();
  const isAllowed = (point: XY): boolean => !excluded.some((other) => samePoint(point, other));
  const points = openingCandidates(position, emptyPoints(position).filter(isAllowed));
  const first = (await scan(brain, job, points, startMs, halfMs)).sort(byDistance).slice(0, MAX_LINES);
  if (first.length === 0) return brain.fallbackMove();
  if (first.length === 1 || brain.engine.position.stones.length === 0) return first[0];
  const last = (await scoreGroup(brain, job, first, untilMs, true)).sort(byDistance);
  return last[0] ?? first[0];
}

async function scan(brain: Brain, job: Job, points: readonly XY[], startMs: number, endMs: number): Promise<Scored[]> {
  const isEmpty = brain.engine.position.stones.length === 0;
  const size = isEmpty ? 1 : MAX_LINES;
  const groups = Math.ceil(points.length / size);
  const found: Scored[] = [];
  for (let i = 0; i < groups; i++) {
    const group = points.slice(i * size, (i + 1) * size);
    const untilMs = startMs + ((endMs - startMs) * (i + 1)) / groups;
    found.push(
      ...(isEmpty ? [await scoreAfter(brain, job, group[0], untilMs)] : await scoreGroup(brain, job, group, untilMs)),
    );
  }
  return found;
}

/** Scores moves by one search restricted to them. @param isReported whether the manager sees the search */
async function scoreGroup(
  brain: Brain,
  job: Job,
  group: readonly XY[],
  untilMs: number,
  isReported = false,
): Promise<Scored[]> {
  const excluded = emptyPoints(brain.engine.position).filter(
    (point) => !group.some((other) => samePoint(point, other)),
  );
  const scores = new Map<string, Scored>();
  const note = ({ pv, score }: SearchInfo): void => {
    if (pv.length > 0) scores.set(`${pv[0].x},${pv[0].y}`, { x: pv[0].x, y: pv[0].y, score });
  };
  const plan = { optimumMs: untilMs, maxMs: untilMs };
  const result = await brain.search(job, plan, { lines: group.length, excluded, isReported, onInfo: note });
  if (scores.size === 0) scores.set('', { x: result.x, y: result.y, score: result.score });
  // A forbidden point has no score, and the group may contain nothing else.
  return [...scores.values()].filter((move) => cellAt(brain.engine.position, move.x, move.y) === EMPTY);
}

/** Scores a move by a search of the position after it. */
export async function scoreAfter(brain: Brain, job: Job, point: XY, untilMs: number): Promise<Scored> {
  brain.engine.play(point.x, point.y);
  const plan = { optimumMs: untilMs, maxMs: untilMs };
  const { score } = await brain.search(job, plan, { lines: 1, excluded: [], isReported: false });
  brain.engine.undo(point);
  return { x: point.x, y: point.y, score: -score };
}
