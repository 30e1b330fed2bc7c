/**
 * The engine's part in an opening: places stones so that neither color is better, takes the better color, and offers
 * and chooses fifth moves by their values in a book, or by a search. Every search begins with an empty table.
 */

import { type Color, WHITE } from '../../core/color.ts';
import { samePoint, type XY } from '../../core/point.ts';
import { picked, seededRandom } from '../../core/random.ts';
import { RENJU } from '../../core/rule-code.ts';
import type { ThinkLimits } from '../../engine/api.ts';
import { BALANCED, bookOpening, valueAt } from '../../engine/book-openings.ts';
import { type BookView, MIN_WIN } from '../../records/book/info.ts';
import { Line } from '../../records/book/key.ts';
import { emptyPoints, isFoul } from '../../rules/index.ts';
import { type Analyzer, analyze } from '../analysis/analysis.ts';
import type { OpponentRequest } from '../opponent/opponent.ts';
import { cellsOf, type GameState, isAbout, sideToMove, withPly } from '../state/game-state.ts';
import { openingFor } from './even-openings.ts';
import { isWithin, type OpeningStep } from './rules.ts';
import { evenestCount, openingCandidates, type Scored, scoreOfOffer, wantsSwap } from './scoring.ts';
import { askedColor, type OpeningAnswer, type OpeningState, offerCount } from './state.ts';
import { distinctPoints, imagesOf } from './symmetry.ts';

/** As for a move; random choices depend only on the seed and the stones on the board. */
export interface OpeningRequest extends OpponentRequest {
  readonly opening: OpeningState;
  /** Consulted before any search; null: none. */
  readonly book?: BookView | null;
}

/** Weak levels still search openings with this many nodes: a bad choice of color spoils the whole game. */
const MIN_NODES = 20_000;
const MAX_LINES = 16;
/** Scores this close to 0 count as even. */
const EVEN = 20;
/** Scores that differ by this much or less count as equal. */
const ALIKE = 5;
const PROVEN = 10_000;

/** One answer in the making: its request, its random numbers, and searches that stay within its limits. */
class Answerer {
  readonly random: () => number;

  constructor(
    private readonly analyzer: Analyzer,
    readonly request: OpeningRequest,
    private readonly isMoveNowRequested: () => boolean,
  ) {
    const at = request.game.plies.length + 16 * request.opening.steps.length;
    this.random = seededRandom(Math.imul(request.seed, 0x9e3779b1) ^ Math.imul(at + 1, 0xc2b2ae35));
  }

  /** @returns the book's value of a position for the side to move; null if the book does not know it well */
  known(game: GameState): number | null {
    const { book = null } = this.request;
    if (book === null || !isAbout(book, game.variant)) return null;
    const value = valueAt(book, new Line(book.rule, book.size, cellsOf(game)));
    if (value === null) return null;
    return Math.abs(value) < MIN_WIN ? 0 - value : -Math.sign(value) * PROVEN;
  }

  pick<T>(items: readonly T[]): T {
    return picked(items, this.random);
  }

  /** @param share of the answer's budget, 0 to 1 */
  private limits(share: number): ThinkLimits {
    const { level, timeMs } = this.request;
    const nodes = this.isMoveNowRequested() ? 1 : Math.max(1, Math.round(Math.max(level.nodes, MIN_NODES) * share));
    return { maxNodes: nodes, ...(timeMs === null ? {} : { maxMs: Math.max(1, Math.round(timeMs * share)) }) };
  }

  async value(game: GameState, share: number): Promise<number> {
    const known = this.known(game);
    if (known !== null) return known;
    const [best] = await analyze(this.analyzer, game, this.limits(share));
    return best.winIn === null ? best.score : Math.sign(best.winIn) * PROVEN;
  }

  /** @returns those of these points that the book knows, best first */
  knownLines(game: GameState, points: readonly XY[]): Scored[] {
    if ((this.request.book ?? null) === null) return [];
    return points
      .flatMap((point) => {
        const known = this.known(withPly(game, point));
        return known === null ? [] : [{ ...point, score: 0 - known }];
      })
      .sort((a, b) => b.score - a.score);
  }

  /**
   * @returns the best of these points, best first, as many as one search returns, and in addition those that the book
   *   knows, with the book's values
   */
  async lines(game: GameState, points: readonly XY[], share: number): Promise<Scored[]> {
    const excluded = emptyPoints(game.position).filter((point) => !points.some((other) => samePoint(other, point)));
    const lines = Math.min(MAX_LINES, points.length);
    const found = await analyze(this.analyzer, game, { ...this.limits(share), lines, excluded });
    const known = this.knownLines(game, points);
    const searched = found
      .filter(({ pv }) => pv.length > 0)
      .map(({ pv, score, winIn }) => ({ ...pv[0], score: winIn === null ? score : Math.sign(winIn) * PROVEN }))
      .filter((move) => !known.some((other) => samePoint(other, move)));
    return known.length === 0 ? searched : [...known, ...searched].sort((a, b) => b.score - a.score);
  }
}

/**
 * Finds the engine's answer to the current step of an opening.
 * @param isMoveNowRequested called between searches: true if the answer is wanted now
 */
export async function chooseAnswer(
  analyzer: Analyzer,
  request: OpeningRequest,
  isMoveNowRequested: () => boolean = () => false,
): Promise<OpeningAnswer> {
  const answerer = new Answerer(analyzer, request, isMoveNowRequested);
  const { opening, game } = request;
  const [step, ...rest] = opening.steps;
  switch (step.kind) {
    case 'place':
      return { kind: 'place', points: await placements(answerer, step, rest) };
    case 'swap':
      return { kind: 'swap', isSwap: wantsSwap(await ownValue(answerer, rest)) };
    case 'say':
      return { kind: 'say', count: Math.max(step.min, evenestCount(await fifths(answerer), step.max)) };
    case 'offer': {
      const points = [...(await fifths(answerer)), ...playable(game, null), ...emptyPoints(game.position)];
      const distinct = distinctPoints(game.position, points, sideToMove(game));
      return { kind: 'offer', points: distinct.slice(0, offerCount(step, opening)).map(pointOf) };
    }
    case 'choose':
      return { kind: 'choose', point: await chosen(answerer) };
    case 'ways':
      return { kind: 'ways', way: await bestWay(answerer, step) };
  }
}

/** @returns value of the position for the player who answers, if he keeps his color @param rest steps to come */
async function ownValue(answerer: Answerer, rest: readonly OpeningStep[]): Promise<number> {
  const { opening, game } = answerer.request;
  const offer = rest[0]?.kind === 'offer' ? rest[0] : null;
  if (offer === null) return forAsked(answerer, await answerer.value(game, 1));
  return forAsked(answerer, scoreOfOffer(await fifths(answerer), offerCount(offer, opening)));
}

/** @param score from the view of the side to move @returns the same from the view of the player who answers */
function forAsked({ request }: Answerer, score: number): number {
  return askedColor(request.opening) === sideToMove(request.game) ? score : 0 - score;
}

/** Value of each way for the player who answers: 0 where the opponent can still even it out. */
async function bestWay(answerer: Answerer, { ways }: Extract<OpeningStep, { kind: 'ways' }>): Promise<number> {
  const { game, opening } = answerer.request;
  const values: number[] = [];
  for (const { steps } of ways) {
    const [first] = steps;
    if (first.kind === 'offer') {
      values.push(forAsked(answerer, scoreOfOffer(await fifths(answerer), offerCount(first, opening))));
    } else if (first.kind === 'swap' && steps.length === 1) {
      values.push(Math.abs(await answerer.value(game, 1)));
    } else values.push(0);
  }
  const best = Math.max(...values);
  return answerer.pick(values.flatMap((value, way) => (value >= best - ALIKE ? [way] : [])));
}

async function placements(
  answerer: Answerer,
  step: Extract<OpeningStep, { kind: 'place' }>,
  rest: readonly OpeningStep[],
): Promise<XY[]> {
  const { request } = answerer;
  const { variant, plies } = request.game;
  const isJudged =
    rest.some(({ kind, by }) => (kind === 'swap' || kind === 'ways') && by !== step.by) && rest[0]?.kind !== 'say';
  if (step.stones === 3 && plies.length === 0 && isJudged) {
    const { book = null } = request;
    const known = book === null ? null : bookOpening([book], variant, answerer.random);
    if (known !== null) return known;
    if (variant.rule.code !== RENJU) return openingFor(variant, answerer.random());
  }
  const points: XY[] = [];
  let game = request.game;
  for (let left = step.stones - request.opening.placed; left > 0; left--) {
    const isLast = left === 1 && !(rest[0]?.kind === 'place' && rest[0].by === step.by);
    const point = await placement(answerer, game, step.within, isLast, isJudged);
    points.push(point);
    game = withPly(game, point);
  }
  return points;
}

/**
 * @param isLast nothing else is placed before the opponent decides @param isJudged the opponent takes the better color
 */
async function placement(
  answerer: Answerer,
  game: GameState,
  within: number | null,
  isLast: boolean,
  isJudged: boolean,
): Promise<XY> {
  const points = playable(game, within);
  if (points.length === 1 || !isLast) return answerer.pick(points);
  if (!isJudged) return pointOf((await answerer.lines(game, points, 1))[0] ?? answerer.pick(points));
  const even = answerer.knownLines(game, points).filter(({ score }) => Math.abs(score) < BALANCED);
  if (even.length > 0) return answerer.pick(images(game, answerer.pick(even)));
  const first = nearestToEven(await scores(answerer, game, points, 0.5)).slice(0, MAX_LINES);
  const last = first.length < 2 ? first : nearestToEven(await scores(answerer, game, first, 0.5));
  const bound = Math.max(EVEN, Math.abs(last[0]?.score ?? 0) + ALIKE);
  const nearest = last.filter(({ score }) => Math.abs(score) <= bound);
  return nearest.length === 0 ? answerer.pick(points) : answerer.pick(images(game, answerer.pick(nearest)));
}

function images(game: GameState, point: XY): XY[] {
  return imagesOf(game.position, point, sideToMove(game));
}

function playable(game: GameState, within: number | null): readonly XY[] {
  const { position, variant } = game;
  const free = emptyPoints(position).filter(
    (point) => isWithin(point, within, variant.width) && !isFoul(position, variant.rule, point, sideToMove(game)),
  );
  return openingCandidates(position, free);
}

/** Scores all points, in groups of as many as one search returns; on an empty board by the positions after them. */
async function scores(answerer: Answerer, game: GameState, points: readonly XY[], share: number): Promise<Scored[]> {
  if (game.plies.length === 0) return after(answerer, game, points, share);
  const found: Scored[] = [];
  const groups = Math.ceil(points.length / MAX_LINES);
  for (let i = 0; i < groups; i++) {
    const group = points.slice(i * MAX_LINES, (i + 1) * MAX_LINES);
    found.push(...(await answerer.lines(game, group, share / groups)));
  }
  return found;
}

async function after(answerer: Answerer, game: GameState, points: readonly XY[], share: number): Promise<Scored[]> {
  const found: Scored[] = [];
  for (const point of points) {
    found.push({ ...point, score: 0 - (await answerer.value(withPly(game, point), share / points.length)) });
  }
  return found;
}

function nearestToEven(scored: readonly Scored[]): Scored[] {
  return [...scored].sort((a, b) => Math.abs(a.score) - Math.abs(b.score));
}

/** @returns the best moves for a fifth stone, best first, no two of them symmetric */
async function fifths(answerer: Answerer): Promise<Scored[]> {
  const { game } = answerer.request;
  const moves = await answerer.lines(game, playable(game, null), 1);
  return distinctPoints(game.position, moves, sideToMove(game));
}

async function chosen(answerer: Answerer): Promise<XY> {
  const { opening, game } = answerer.request;
  const scored = await after(answerer, game, opening.offers, 1);
  const chooser: Color = askedColor(opening) ?? WHITE;
  const isMover = chooser === sideToMove(game);
  const own = scored.map((move) => ({ ...move, score: isMover ? move.score : 0 - move.score }));
  return pointOf(own.reduce((best, other) => (other.score > best.score ? other : best)));
}

function pointOf({ x, y }: XY): XY {
  return { x, y };
}
