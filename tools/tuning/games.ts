/** Thread that plays the tuner's games. */
import { parentPort, workerData } from 'node:worker_threads';
import { BLACK, colorAt } from '../../src/core/color.ts';
import type { XY } from '../../src/core/point.ts';
import { ruleFromCode } from '../../src/core/rule.ts';
import { WIN_BOUND } from '../../src/kernel/search/score.ts';
import { loadAddon } from '../../src/platform/node/load-addon.ts';
import { emptyPosition } from '../../src/rules/position.ts';
import { judgeMove } from '../../src/rules/referee.ts';
import { type MoveLimit, Player } from './player.ts';

/** Values of search parameters, by name. */
export type NamedValues = Readonly<Record<string, number>>;

/** Two games from one opening: `plus` has Black in the first. */
export interface PairRequest {
  readonly rule: number;
  readonly size: number;
  readonly opening: readonly XY[];
  readonly limit: MoveLimit;
  readonly plus: NamedValues;
  readonly minus: NamedValues;
}

/** Games won minus games lost by `plus`. */
export type PairReply = number;

/** Longer games are drawn. */
const MAX_PLIES = 120;

const addonPath: string | null = workerData;
const addon = addonPath === null ? null : loadAddon(addonPath).exports;
const first = new Player(addon);
const second = new Player(addon);
if (first.isSameAs(second))
  throw new Error('not enough address space for two searches: several gigabytes are required');

/**
 * @returns 1 if Black wins, -1 if White does, 0 for a draw; a game also counts as won when the searches of both sides
 *   have proven it
 */
function playGame(black: Player, white: Player, { rule: code, size, opening, limit }: PairRequest): number {
  const rule = ruleFromCode(code)!;
  const position = emptyPosition(size, size);
  const moves = [...opening];
  for (const [i, { x, y }] of moves.entries()) position.cells[y * size + x] = colorAt(i);
  let scoreBefore = 0;
  while (moves.length < Math.min(MAX_PLIES, size * size)) {
    const color = colorAt(moves.length);
    const forMover = color === BLACK ? 1 : -1;
    const { move, score, isLate } = (color === BLACK ? black : white).choose(moves, limit);
    if (isLate) return -forMover;
    const { outcome } = judgeMove(position, rule, move.x, move.y, color);
    if (outcome !== 'none') return outcome === 'win' ? forMover : -forMover;
    if (score >= WIN_BOUND && scoreBefore <= -WIN_BOUND) return forMover;
    if (score <= -WIN_BOUND && scoreBefore >= WIN_BOUND) return -forMover;
    scoreBefore = score;
    position.cells[move.y * size + move.x] = color;
    moves.push(move);
  }
  return 0;
}

function playPair(request: PairRequest): PairReply {
  const start = (plus: Player, minus: Player) => {
    plus.startGame(request.plus, request.rule, request.size);
    minus.startGame(request.minus, request.rule, request.size);
  };
  start(first, second);
  const asBlack = playGame(first, second, request);
  start(first, second);
  return asBlack - playGame(second, first, request);
}

parentPort!.on('message', (request: PairRequest) => parentPort!.postMessage(playPair(request)));
