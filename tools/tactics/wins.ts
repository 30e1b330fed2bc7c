/** Long forced wins, and the time until the search proves one. In each, the side to move wins. */
import { WIN, WIN_BOUND } from '../../src/kernel/search/score.ts';
import { ask, type Limits } from './search.ts';
import { questionOf } from './set.ts';

export interface ForcedWin {
  readonly name: string;
  readonly note: string;
  readonly size: number;
  readonly rule: number;
  /** Black first. */
  readonly moves: string;
}

const W1_MOVES = 'i9i8j8j9k7l6h7h6i6g7j5k4i5k5l7j4j7i7m7n7h5i3h2g4l8i4';

export const FORCED_WINS: readonly ForcedWin[] = [
  {
    name: 'W1',
    note: 'fours, but first a five must be stopped: one move, no search',
    size: 15,
    rule: 0,
    moves: W1_MOVES,
  },
  { name: 'W1 later', note: 'the same two moves later: fours', size: 15, rule: 0, moves: `${W1_MOVES}h4j6` },
  {
    name: 'W2',
    note: 'threes and fours, 21 plies or more',
    size: 15,
    rule: 0,
    moves: 'd6f7g6e9f5e5e6f6',
  },
  {
    name: 'W3',
    note: 'a three, then a long run of fours, 27 plies or more',
    size: 20,
    rule: 0,
    moves:
      'm17k13j16l17k16l16l18k17m15m16j17n15k18j18i16i19h20h15n16k19l15i18l14l19j19o14p13m13p14o15p16p15h16g16o17p18' +
      'n13m14q15r14',
  },
  {
    name: 'W4',
    note: '15 threats (example of the solver renju-note/quintet)',
    size: 15,
    rule: 4,
    moves: 'h8i9h7j8f8h9g9h10g11f10i10g10i8j9e10k9l9g8j10k7l6k8k6l10i7j6m9i5h4f7g6e6d5f5g4',
  },
  {
    name: 'W5',
    note: '8 fours (example of the same)',
    size: 15,
    rule: 4,
    moves:
      'h8h7f6g7i7g9g6h6f8e8f9f7e7d6h4g5j6i5j4k5j5j3j8j7i4k4k6l7l6m6i2n7l5k7m7g4i8g8k8l8d5e4f4f3h3g2e2i10j11f11g11d9' +
      'e10e12f13c10b11c12d12',
  },
];

/** Result of a search for a forced win. */
export interface Proof {
  /** Plies to the five as first proven, or null if there was no proof in time. */
  readonly plies: number | null;
  /** Until the proof, or until the time limit. */
  readonly elapsedMs: number;
  readonly nodes: number;
  readonly depth: number;
  /** There was only one move, so nothing was searched. */
  readonly isForced: boolean;
}

/**
 * Searches from an empty table until a win is proven.
 * @param limitMs time limit
 * @param solves whether to search for a win by threats first
 */
export function prove(win: ForcedWin, limitMs: number, solves: boolean): Proof {
  return proofOf(win, { maxMs: limitMs, solves });
}

/** The same as in a game, with a node limit. */
export function proveWithin(win: ForcedWin, maxNodes: number): Proof {
  return proofOf(win, { maxNodes });
}

/** The same by the search for threats, with a node limit, of which it may use up to half. */
export function solve(win: ForcedWin, maxNodes: number): Proof {
  return proofOf(win, { maxNodes, solves: true });
}

function proofOf(win: ForcedWin, limits: Limits): Proof {
  const answer = ask(questionOf(win.size, win.rule, win.moves), { ...limits, stopsAtWin: true });
  const { elapsedMs, nodes, depth, score, isForced } = answer;
  return { plies: score >= WIN_BOUND ? WIN - score : null, elapsedMs, nodes, depth, isForced };
}
