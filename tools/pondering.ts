/**
 * Measures the value of pondering, by nodes and not by time, so that the load of the machine does not matter:
 *   npm run tool -- pondering [--pairs 50] [--nodes 20000] [--rule 0] [--size 15] [--openings FILE] [--about opponent]
 *
 * Both sides have the same node limit per move. One of them searches as many nodes again while the other one thinks:
 * about the opponent's move, as the engine does, or with `--about reply` about the position after the reply that it
 * expects.
 */

import { readFileSync } from 'node:fs';
import { type Color, opponentOf } from '../src/core/color.ts';
import type { XY } from '../src/core/point.ts';
import { ANY_RULE, ruleFromCode } from '../src/core/rule.ts';
import { FREESTYLE } from '../src/core/rule-code.ts';
import { MAX_SIZE } from '../src/core/size.ts';
import { oneOf, text, whole } from '../src/core/values.ts';
import { addStone, createGame, type Game, type PositionView } from '../src/engine/game.ts';
import type { Kernel } from '../src/engine/runtime/kernel.ts';
import { setUpBoard, useAllLearned } from '../src/engine/runtime/networks.ts';
import { openKernel } from '../src/engine/runtime/open-kernel.ts';
import { ANY_DEPTH, pointXY, UNTIMED_MS } from '../src/engine/runtime/think.ts';
import { RESULT_BEST, RESULT_PV_LENGTH } from '../src/kernel/search/result.ts';
import { estimateFromPairs } from '../src/measure/stats/index.ts';
import { parseOpenings } from '../src/records/notation/openings.ts';
import { emptyCount } from '../src/rules/position.ts';
import { isLegal, judgeMove } from '../src/rules/referee.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';

const TABLE_BYTES = 64 << 20;

/** One side: a search with its own table. */
class Player {
  private readonly search: Kernel = openKernel(TABLE_BYTES);

  constructor() {
    useAllLearned(this.search);
  }

  newGame({ width, height, rule }: PositionView): void {
    setUpBoard(this.search, { width, height, rule: rule.code, winLength: rule.winLength });
    this.search.newGame();
  }

  /** @returns the best move, and the expected reply to it */
  think({ width, height, rule, stones, sideToMove }: PositionView, nodes: number): [XY, XY | undefined] {
    const { search } = this;
    setUpBoard(search, { width, height, rule: rule.code, winLength: rule.winLength });
    for (const { x, y, color } of stones) search.place(x, y, color);
    search.think(sideToMove, UNTIMED_MS, UNTIMED_MS, ANY_DEPTH, nodes, 1);
    const best = search.result[RESULT_BEST];
    const isLine = search.result[RESULT_PV_LENGTH] > 1 && search.pv[0] === best;
    return [pointXY(best), isLine ? pointXY(search.pv[1]) : undefined];
  }
}

/** Counts of the expected replies. */
const replies = { expected: 0, played: 0, unknown: 0 };

/** @returns the position after a reply; null if there is none, or it ends the game */
function positionAfter(game: Game, reply: XY | undefined): PositionView | null {
  const { sideToMove: color, rule } = game;
  if (reply === undefined || !isLegal(game, reply.x, reply.y) || emptyCount(game) === 1) return null;
  if (judgeMove(game, rule, reply.x, reply.y, color).outcome !== 'none') return null;
  const position: Game = { ...game, cells: game.cells.slice(), stones: game.stones.slice() };
  addStone(position, { ...reply, color });
  position.sideToMove = opponentOf(color);
  return position;
}

/** @returns half points of the side that ponders */
function play(
  game: Game,
  ponderer: Color,
  players: readonly [Player, Player],
  nodes: number,
  aboutReply: boolean,
): number {
  for (const player of players) player.newGame(game);
  let expected: XY | undefined;
  for (;;) {
    if (emptyCount(game) === 0) return 1;
    const { sideToMove: color, rule } = game;
    const isPonderer = color === ponderer;
    const [move, reply] = players[isPonderer ? 0 : 1].think(game, nodes);
    if (!isPonderer && expected !== undefined)
      replies[move.x === expected.x && move.y === expected.y ? 'played' : 'expected']++;
    else if (!isPonderer) replies.unknown++;
    const { outcome } = judgeMove(game, rule, move.x, move.y, color);
    if (outcome !== 'none') return (outcome === 'win') === isPonderer ? 2 : 0;
    addStone(game, { ...move, color });
    game.sideToMove = opponentOf(color);
    if (!isPonderer) continue;
    expected = reply;
    if (emptyCount(game) > 0) players[0].think((aboutReply ? positionAfter(game, reply) : null) ?? game, nodes);
  }
}

const SYNTAX = {
  options: {
    pairs: { type: whole(1), default: 50 },
    nodes: { type: whole(1), default: 20_000 },
    rule: { type: ANY_RULE, default: FREESTYLE },
    size: { type: whole(5, MAX_SIZE), default: 15 },
    openings: { type: text('FILE') },
    about: { type: oneOf(['opponent', 'reply']), default: 'opponent' },
  },
} as const satisfies ToolSyntax;

/** @returns exit status */
export function main(args: readonly string[]): number {
  const { values } = toolArguments(SYNTAX, args, 'pondering');
  const { pairs, nodes, size } = values;
  const rule = ruleFromCode(values.rule)!;
  const file = values.openings ?? new URL('../test/data/openings/freestyle-15.txt', import.meta.url);
  const { openings } = parseOpenings(readFileSync(file, 'utf8'), 'auto', size, rule);
  const players = [new Player(), new Player()] as const;
  const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  for (let pair = 0; pair < pairs; pair++) {
    let points = 0;
    for (const ponderer of [1, 2] as const) {
      const game = createGame({ size, rule: rule.code });
      for (const { x, y } of openings[pair % openings.length]) {
        addStone(game, { x, y, color: game.sideToMove });
        game.sideToMove = opponentOf(game.sideToMove);
      }
      points += play(game, ponderer, players, nodes, values.about === 'reply');
    }
    counts[points]++;
    const estimate = estimateFromPairs(counts);
    const elo =
      estimate === null
        ? ''
        : `, Elo ${estimate.elo.toFixed(0)} [${estimate.eloLow.toFixed(0)}, ${estimate.eloHigh.toFixed(0)}]`;
    const moves = replies.expected + replies.played + replies.unknown;
    console.log(`pairs ${counts.join(' ')}${elo}; expected replies ${((100 * replies.played) / moves).toFixed(0)} %`);
  }
  return 0;
}
