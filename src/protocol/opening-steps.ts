/**
 * Answers in openings. SWAP2BOARD: the first player places three stones; the second takes a side, or adds two stones
 * and leaves the choice to the first. The manager's side is in src/measure/match/play-swap2.ts.
 *
 * The openings that Yixin-Board plays step by step: swap2, and soosorv of renju. One side places three stones, and the
 * other may swap; in soosorv White then adds the fourth stone and names the number of fifth moves that Black must
 * offer, Black may swap, and White picks one of the fifth moves. Answers are MESSAGE lines with points as `x y`,
 * without other lines about the search.
 */
import { BLACK, colorAt, WHITE } from '../core/color.ts';
import { MAX_LINES } from '../core/limits.ts';
import type { XY } from '../core/point.ts';
import { picked } from '../core/random.ts';
import { bookOpening, bookValue } from '../engine/book-openings.ts';
import { fallbackMove } from '../engine/fallback.ts';
import type { Stone } from '../engine/game.ts';
import { openingFor, openingValue } from '../play/opening/even-openings.ts';
import { evenestCount, type Scored, scoreOfOffer, wantsSwap } from '../play/opening/scoring.ts';
import { distinctPoints } from '../play/opening/symmetry.ts';
import { emptyPoints } from '../rules/position.ts';
import { legalMoves } from '../rules/referee.ts';
import { MAX_BALANCE_MS, scoreAfter } from './balance.ts';
import type { BlockKind } from './blocks.ts';
import type { Brain, Job } from './brain.ts';
import { parsePoint, quote } from './parse.ts';
import { ProtocolError, type Reply } from './reply.ts';
import { REPLY_TEXTS } from './reply-texts.ts';

/** Largest number of fifth moves that may be requested. */
const MAX_FIFTHS = 8;
/** Distance from the center within which the stones of a renju opening lie. */
const OPENING_RADIUS = 2;
/** Lines to store: one more than the largest valid number, so that a longer block is rejected. */
const MAX_STONES = 4 + MAX_FIFTHS + 1;

const spaced = ({ x, y }: XY): string => `${x} ${y}`;

/** Lines of SWAP2BOARD to store: one more than the largest valid number, so that a longer block is rejected. */
const MAX_SWAP2_LINES = 6;

export const SWAP2BOARD: BlockKind = {
  open(name, board) {
    const lines: string[] = [];
    const read = (line: string): XY => parsePoint(line, board);
    return {
      name,
      line: (text) => void (lines.length < MAX_SWAP2_LINES && lines.push(text)),
      done: (brain) => answerSwap2(brain, lines.map(read)),
    };
  },
};

/** @param points the stones so far, in playing order @throws ProtocolError unless there are 0, 3 or 5 of them */
function answerSwap2(brain: Brain, points: readonly XY[]): Reply {
  const before = brain.engine.position;
  if (points.length === 0) {
    const opening = bookOpening(brain.books, before, brain.random) ?? openingFor(before, brain.random());
    return [opening.map(({ x, y }) => `${x},${y}`).join(' ')];
  }
  if (points.length !== 3 && points.length !== 5) {
    throw new ProtocolError(REPLY_TEXTS.wrongStones('SWAP2BOARD', '0, 3 or 5', points.length));
  }
  brain.drop();
  const fallback = (): Reply => {
    // Without a search, the value of the opening decides, if it is known.
    const value = openingValue(before, points);
    const { position } = brain.engine;
    const move = value !== null && value < 0 ? null : fallbackMove(position, position.rule, WHITE);
    return [move === null ? 'SWAP' : `${move.x},${move.y}`];
  };
  return answerBySearch(brain, alternating(points), fallback, async (job) => {
    const known = bookValue(brain.books, brain.engine.position);
    if (known !== null && known > 0) return ['SWAP'];
    const { score, x, y } = await brain.think(job, brain.plan());
    // White is to move. The player who chooses gets the better side by choosing now; adding two stones would hand the
    // choice, and with it the better side, to the opponent.
    return [known === null && score < 0 ? 'SWAP' : `${x},${y}`];
  });
}

/** YXSWAP2STEP1: three stones. */
export function swap2Opening(brain: Brain): Reply {
  const points = openingFor(brain.engine.position, brain.random());
  return points.map(({ x, y }, index) => REPLY_TEXTS.swap2Move(index + 1, x, y));
}

/**
 * YXSWAP2STEP2 and 3, with three or five stones on the board: White, who is to move, keeps its color or takes Black.
 */
export function swap2Choice(brain: Brain, count: 3 | 5): Reply {
  const { stones } = brain.engine.position;
  requireStones(count === 3 ? 'YXSWAP2STEP2' : 'YXSWAP2STEP3', stones.length, count);
  return answerByScore(brain, stones, (word) => REPLY_TEXTS.swap2Choice(count === 3 ? 1 : 2, word));
}

/** Takes the other color if that of the side to move is worse. */
function answerByScore(brain: Brain, stones: readonly Stone[], textOf: (word: string) => string): Reply {
  return answerBySearch(brain, stones, [textOf('NO')], async (job, untilMs) => {
    const [{ score }] = await bestMoves(brain, job, untilMs, 1);
    return [textOf(yesIf(wantsSwap(score)))];
  });
}

/** YXSOOSORVSTEP1: Black in the center, White next to it, Black within two points of the center. */
export function soosorvOpening(brain: Brain): Reply {
  const { width, height } = brain.engine.position;
  const center = { x: width >> 1, y: height >> 1 };
  const second = { x: center.x + (brain.random() < 0.5 ? 0 : 1), y: center.y - 1 };
  const near = emptyPoints({ width, height, cells: new Uint8Array(width * height) }).filter(
    (point) =>
      Math.max(Math.abs(point.x - center.x), Math.abs(point.y - center.y)) <= OPENING_RADIUS &&
      ![center, second].some((stone) => stone.x === point.x && stone.y === point.y),
  );
  const third = picked(near, brain.random);
  return [center, second, third].map((point, index) => `MESSAGE SOOSORV MOVE${index + 1} ${spaced(point)}`);
}

/** Answers a step of soosorv. @param fifths the number of fifth moves given */
type Step = (brain: Brain, stones: readonly XY[], fifths: number) => Reply;

/** YXSOOSORVSTEP2 with three stones: White keeps its color or takes Black. */
const swapAfterThree: Step = (brain, stones) =>
  answerByScore(brain, alternating(stones), (word) => `MESSAGE SOOSORV SWAP1 ${word}`);

/** YXSOOSORVSTEP3 with three stones: White's fourth move, and the number of fifth moves that is most balanced. */
const fourthMove: Step = (brain, stones) => {
  const answer = (move: XY, fifths: number): Reply => [`MESSAGE SOOSORV MOVE4 ${spaced(move)} ${fifths}`];
  return answerBySearch(
    brain,
    alternating(stones),
    () => answer(brain.fallbackMove(), 1),
    async (job, untilMs) => {
      const [fourth] = await bestMoves(brain, job, untilMs / 2, 1);
      brain.engine.play(fourth.x, fourth.y);
      const fifths = await distinctMoves(brain, job, untilMs);
      return answer(fourth, evenestCount(fifths, MAX_FIFTHS));
    },
  );
};

/** YXSOOSORVSTEP4 with four stones: Black, whose worst fifth move the opponent will choose, may take White. */
const swapAfterFour: Step = (brain, stones, count) => {
  const choice = (word: string): Reply => [`MESSAGE SOOSORV SWAP2 ${word}`];
  return answerBySearch(brain, alternating(stones), choice('NO'), async (job, untilMs) => {
    const fifths = await distinctMoves(brain, job, untilMs);
    return choice(yesIf(wantsSwap(scoreOfOffer(fifths, count))));
  });
};

/** YXSOOSORVSTEP5 with four stones: Black's best fifth moves, no two of them symmetric. */
const fifthMoves: Step = (brain, stones, count) => {
  const answer = (moves: readonly XY[]): Reply => [
    'MESSAGE SOOSORV MOVE5 REFRESH',
    ...moves.map((move) => `MESSAGE SOOSORV MOVE5 ${spaced(move)}`),
    'MESSAGE SOOSORV MOVE5 DONE',
  ];
  const filled = (moves: readonly XY[]): XY[] => {
    const { position } = brain.engine;
    const others = legalMoves(position, position.rule, BLACK);
    return distinctPoints(position, [...moves, ...others], BLACK).slice(0, count);
  };
  return answerBySearch(
    brain,
    alternating(stones),
    () => answer(filled([])),
    async (job, untilMs) => answer(filled(await distinctMoves(brain, job, untilMs))),
  );
};

/** YXSOOSORVSTEP6 with four stones and the fifth moves that Black offers: the one that is worst for it. */
const pickFifth: Step = (brain, stones) => {
  const fifths = stones.slice(4);
  const answer = (move: XY): Reply => [`MESSAGE SOOSORV MOVE5C ${spaced(move)}`];
  return answerBySearch(brain, alternating(stones.slice(0, 4)), answer(fifths[0]), async (job, untilMs) => {
    const scored: Scored[] = [];
    for (const fifth of fifths) {
      scored.push(await scoreAfter(brain, job, fifth, (untilMs * (scored.length + 1)) / fifths.length));
    }
    return answer(scored.reduce((worst, move) => (move.score < worst.score ? move : worst)));
  });
};

/**
 * @param counts fewest and most stones of the step @param takesNumber whether its first line is a number of fifth moves
 */
function soosorvBlock(step: Step, [min, max]: readonly [number, number], takesNumber = false): BlockKind {
  return {
    open(name, board) {
      const lines: string[] = [];
      let fifths = takesNumber ? '' : '1';
      return {
        name,
        line(text) {
          if (fifths === '') fifths = text;
          else if (lines.length < MAX_STONES) lines.push(text);
        },
        done(brain) {
          const stones = lines.map((line) => parsePoint(line, board));
          const count = /^\d$/.test(fifths) ? Number(fifths) : 0;
          if (count < 1 || count > MAX_FIFTHS) {
            throw new ProtocolError(
              `${name} "${quote(fifths)}": expected a number of fifth moves from 1 to ${MAX_FIFTHS}`,
            );
          }
          requireStones(name, stones.length, min, max);
          return step(brain, stones, count);
        },
      };
    },
  };
}

/** By the usage of their commands. */
export const SOOSORV_BLOCKS: Readonly<Record<string, BlockKind>> = {
  'YXSOOSORVSTEP2 <x>,<y> ... DONE': soosorvBlock(swapAfterThree, [3, 3]),
  'YXSOOSORVSTEP3 <x>,<y> ... DONE': soosorvBlock(fourthMove, [3, 3]),
  'YXSOOSORVSTEP4 <count> <x>,<y> ... DONE': soosorvBlock(swapAfterFour, [4, 4], true),
  'YXSOOSORVSTEP5 <count> <x>,<y> ... DONE': soosorvBlock(fifthMoves, [4, 4], true),
  'YXSOOSORVSTEP6 <x>,<y> ... DONE': soosorvBlock(pickFifth, [5, 4 + MAX_FIFTHS]),
};

function requireStones(name: string, count: number, min: number, max = min): void {
  if (count >= min && count <= max) return;
  throw new ProtocolError(REPLY_TEXTS.wrongStones(name, max > min ? `${min} to ${max}` : `${min}`, count));
}

function yesIf(isTrue: boolean): string {
  return isTrue ? 'YES' : 'NO';
}

/** @returns stones with alternating colors, Black first */
function alternating(points: readonly XY[]): Stone[] {
  return points.map(({ x, y }, index) => ({ x, y, color: colorAt(index) }));
}

/** Sets up a position, answers it by searches and restores the board. @param fallback the answer if a search fails */
function answerBySearch(
  brain: Brain,
  stones: readonly Stone[],
  fallback: Reply | (() => Reply),
  work: (job: Job, untilMs: number) => Promise<Reply>,
): Reply {
  const before = brain.engine.position;
  const setUp = (): void => brain.engine.setPosition({ stones, sideToMove: colorAt(stones.length) });
  const putBack = (): void => brain.engine.setPosition({ stones: before.stones, sideToMove: before.sideToMove });
  setUp();
  if (!brain.hasRoom) {
    putBack();
    throw new ProtocolError(REPLY_TEXTS.boardFull());
  }
  return brain.startJob(
    async (job) => {
      const reply = await work(job, Math.min(brain.plan().maxMs, MAX_BALANCE_MS));
      return () => reply;
    },
    {
      isMove: false,
      fallback() {
        if (typeof fallback !== 'function') return fallback;
        setUp();
        const reply = fallback();
        putBack();
        return reply;
      },
      cleanUp: putBack,
    },
  );
}

/** @returns the best moves of the position, best first; at least one */
async function bestMoves(brain: Brain, job: Job, untilMs: number, lines: number): Promise<Scored[]> {
  const found = new Map<number, Scored>();
  const plan = { optimumMs: untilMs, maxMs: untilMs };
  const result = await brain.search(job, plan, {
    lines,
    excluded: brain.excludedPoints(),
    isReported: false,
    onInfo: ({ line, pv, score }) => pv.length > 0 && lines > 1 && found.set(line, { x: pv[0].x, y: pv[0].y, score }),
  });
  if (found.size === 0) found.set(0, { x: result.x, y: result.y, score: result.score });
  return [...found.values()];
}

/** The same without moves that are symmetric to a better one. */
async function distinctMoves(brain: Brain, job: Job, untilMs: number): Promise<Scored[]> {
  const moves = await bestMoves(brain, job, untilMs, MAX_LINES);
  return distinctPoints(brain.engine.position, moves, BLACK);
}
