/** The parts of a profile: what one manager sends, and how it reads the answers. */
import type { XY } from '../../../src/core/point.ts';
import type { BoardStone } from '../../../src/measure/match/client.ts';
import { illegal, quietPoint, seenByMover } from './kit.ts';
import type { Probe } from './probe.ts';
import type { CheckContext, Finding, Step } from './step.ts';

/** A manager as a step: it plays the beginning of a game as that manager would. */
export interface Profile extends Step {
  /** Name on the command line. */
  readonly name: string;
  /** The manager, with the version that was read. */
  readonly manager: string;
  /** Where its behavior was read: repository, commit and files. */
  readonly source: string;
  /** What distinguishes it from the others. */
  readonly habits: readonly string[];
  /** General steps that matter for a game under it. */
  readonly needs: readonly string[];
}

/** Time for a move in a profile, ms. */
export const PROFILE_TURN_MS = 500;

/** The stones of a game against one brain, which is asked for every second move. */
export class ProfileGame {
  readonly stones: XY[];
  readonly size: number;

  constructor(size: number, opening: readonly XY[] = []) {
    this.size = size;
    this.stones = [...opening];
  }

  /** Places the opponent's next stone, away from all others. @returns it */
  reply(): XY {
    const free = quietPoint(this.stones, this.size);
    if (free === null) throw new RangeError('no quiet point left');
    this.stones.push(free);
    return free;
  }

  /** Places the brain's move. @returns a finding if it is illegal, and then does not place it */
  place(move: XY): Finding[] {
    const wrong = illegal(move, this.size, this.stones, 'M4', 'board');
    if (wrong.length === 0) this.stones.push(move);
    return wrong;
  }

  /** @returns the stones as the side to move sees them */
  board(): BoardStone[] {
    return seenByMover(this.stones);
  }
}

export function boardLines(stones: readonly BoardStone[]): string[] {
  return ['BOARD', ...stones.map(({ x, y, field }) => `${x},${y},${field}`), 'DONE'];
}

/** Reads a move as C's `sscanf("%d,%d")` does: what follows the second number does not matter. */
export function looseMove(line: string): XY | null {
  const found = /^\s*([+-]?\d{1,9}),\s*([+-]?\d{1,9})/.exec(line);
  return found === null ? null : { x: Number(found[1]), y: Number(found[2]) };
}

/** Reads a move that is nothing but two numbers and a comma. */
export function exactMove(line: string): XY | null {
  return /^\d{1,3},\d{1,3}$/.test(line) ? looseMove(line) : null;
}

/** Reads a move as Python's `int` does: blanks around the numbers do not matter, anything else does. */
export function spacedMove(line: string): XY | null {
  const found = /^\s*([+-]?\d{1,9})\s*,\s*([+-]?\d{1,9})\s*$/.exec(line);
  return found === null ? null : { x: Number(found[1]), y: Number(found[2]) };
}

/** @returns everything that the brain has printed, line by line, with blanks and CR but without LF */
export function rawLines(brain: Probe): string[] {
  return brain.bytes.split('\n').slice(0, -1);
}

/**
 * Sends settings and a request, and waits for a move.
 * @returns the move, its time in ms, and the other lines that came before it, without MESSAGE and DEBUG lines
 */
export async function askMove(
  { patience }: CheckContext,
  brain: Probe,
  lines: readonly string[],
  read: (line: string) => XY | null = looseMove,
  turnMs = PROFILE_TURN_MS,
): Promise<{ move: XY; elapsedMs: number; noise: readonly string[] }> {
  const before = brain.replies.length;
  const wait = turnMs + patience.graceMs;
  const request = Math.max(
    0,
    lines.findIndex((line) => /^(begin|turn|board|done)\b/i.test(line)),
  );
  if (request > 0) tell(brain, ...lines.slice(0, request));
  const { answer, elapsedMs } = await brain.client.ask(lines.slice(request).join('\n'), wait, 'a move x,y', read);
  const noise = brain.replies.slice(before).filter((line) => read(line) === null);
  return { move: answer, elapsedMs, noise };
}

/** Sends lines of which nothing is expected. */
export function tell(brain: Probe, ...lines: readonly string[]): void {
  brain.client.send(lines.join('\n'));
}
