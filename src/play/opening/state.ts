/**
 * The state of an opening: the step to be answered, and what an answer changes. Values are immutable: an answer makes
 * new ones.
 */
import { BLACK, type Color, WHITE } from '../../core/color.ts';
import { UserError } from '../../core/errors.ts';
import type { XY } from '../../core/point.ts';
import { RENJU } from '../../core/rule-code.ts';
import { listed } from '../../core/text.ts';
import { type GameState, newGame, sideToMove, withPly } from '../state/game-state.ts';
import { labelOf } from '../state/notation.ts';
import { type Variant, variantName } from '../state/variant.ts';
import { isWithin, type OpeningRule, type OpeningStep } from './rules.ts';
import { equalOffers } from './symmetry.ts';

export interface OpeningState {
  readonly rule: OpeningRule;
  /** Remaining steps, the one to be answered first; empty: the opening is over. */
  readonly steps: readonly OpeningStep[];
  /** Stones of the first step that are already on the board. */
  readonly placed: number;
  readonly said: number | null;
  readonly offers: readonly XY[];
}

export type OpeningAnswer =
  /** Stones in playing order, at most as many as the step has left. */
  | { readonly kind: 'place'; readonly points: readonly XY[] }
  | { readonly kind: 'swap'; readonly isSwap: boolean }
  | { readonly kind: 'say'; readonly count: number }
  | { readonly kind: 'offer'; readonly points: readonly XY[] }
  | { readonly kind: 'choose'; readonly point: XY }
  /** @see {@link OpeningStep} `ways`, from 0 */
  | { readonly kind: 'ways'; readonly way: number };

export interface Answered {
  readonly opening: OpeningState;
  readonly game: GameState;
  /** The players have exchanged colors: after several answers, relative to before the first. */
  readonly isSwapped: boolean;
}

const MIN_SIDE = 9;
/** Five stones must not win. */
const MIN_ROW = 4;
/** These need a center point, and the first moves are those of renju. */
const RENJU_OPENINGS = ['rif', 'soosorv-8', 'taraguchi-10'];

/** @returns why a game cannot use this opening; null if it can */
export function openingRuleFault({ name }: OpeningRule, variant: Variant): string | null {
  const { rule, width, height } = variant;
  if (RENJU_OPENINGS.includes(name) && rule.code !== RENJU) {
    return `opening ${name}: ${variantName(variant)}, expected renju`;
  }
  if (width !== height || width < MIN_SIDE) {
    return `opening ${name}: a board of ${width}x${height}, expected a square one from ${MIN_SIDE}`;
  }
  if (rule.winLength >= MIN_ROW) return null;
  return `opening ${name}: ${rule.winLength} in a row wins, expected ${MIN_ROW} or more`;
}

export function openingOf(rule: OpeningRule): OpeningState {
  return { rule, steps: rule.steps, placed: 0, said: null, offers: [] };
}

/**
 * Replays an opening from the empty board. @param answers of both sides, in order @throws UserError for an invalid one
 */
export function openingAfter(rule: OpeningRule, variant: Variant, answers: readonly OpeningAnswer[]): Answered {
  const first: Answered = { opening: openingOf(rule), game: newGame(variant), isSwapped: false };
  return answers.reduce(({ opening, game, isSwapped }, answer) => {
    const next = answerStep(opening, game, answer);
    return { ...next, isSwapped: next.isSwapped !== isSwapped };
  }, first);
}

/** @returns the color of the player who answers; null when the opening is over */
export function askedColor({ steps }: OpeningState): Color | null {
  if (steps.length === 0) return null;
  return steps[0].by === 'black' ? BLACK : WHITE;
}

export function offerCount(step: Extract<OpeningStep, { kind: 'offer' }>, { said }: OpeningState): number {
  return step.count === 'said' ? (said ?? 1) : step.count;
}

/** @throws UserError that names the value and the problem */
export function answerStep(opening: OpeningState, game: GameState, answer: OpeningAnswer): Answered {
  const [step, ...rest] = opening.steps;
  if (step === undefined || step.kind !== answer.kind) {
    throw new UserError(`answer "${answer.kind}": expected ${step?.kind ?? 'none, the opening is over'}`);
  }
  const next = { ...opening, steps: rest, placed: 0 };
  const nameOf = (point: XY) => labelOf(point, game.variant.height);
  if (step.kind === 'place' && answer.kind === 'place') {
    const left = step.stones - opening.placed;
    if (answer.points.length > left) {
      throw new UserError(
        `${answer.points.map(nameOf).join(' ')}: expected ${left === 1 ? 'one point' : `at most ${left} points`}`,
      );
    }
    for (const point of answer.points) {
      if (isWithin(point, step.within, game.variant.width)) continue;
      const where = step.within === 1 ? 'the center point' : `a point of the central ${step.within}x${step.within}`;
      throw new UserError(`${nameOf(point)}: outside the square, expected ${where}`);
    }
    const placed = opening.placed + answer.points.length;
    const played = answer.points.reduce(withPly, game);
    return { opening: placed < step.stones ? { ...opening, placed } : next, game: played, isSwapped: false };
  }
  if (step.kind === 'say' && answer.kind === 'say') {
    if (answer.count < step.min || answer.count > step.max) {
      throw new UserError(`${answer.count}: expected a number from ${step.min} to ${step.max}`);
    }
    return { opening: { ...next, said: answer.count }, game, isSwapped: false };
  }
  if (step.kind === 'offer' && answer.kind === 'offer') {
    requireOffers(game, answer.points, offerCount(step, opening));
    return { opening: { ...next, offers: answer.points }, game, isSwapped: false };
  }
  if (step.kind === 'choose' && answer.kind === 'choose') {
    const { x, y } = answer.point;
    if (!opening.offers.some((offer) => offer.x === x && offer.y === y)) {
      throw new UserError(`${nameOf(answer.point)}: not offered, expected ${listed(opening.offers.map(nameOf))}`);
    }
    return { opening: { ...next, offers: [] }, game: withPly(game, answer.point), isSwapped: false };
  }
  if (step.kind === 'ways' && answer.kind === 'ways') {
    const way = step.ways[answer.way];
    if (way === undefined) throw new UserError(`way ${answer.way}: expected 0 to ${step.ways.length - 1}`);
    return { opening: { ...next, steps: [...way.steps, ...rest] }, game, isSwapped: false };
  }
  return { opening: next, game, isSwapped: answer.kind === 'swap' && answer.isSwap };
}

/** @throws UserError unless these are that many free points, no two of them symmetric */
function requireOffers(game: GameState, points: readonly XY[], count: number): void {
  const nameOf = (point: XY) => labelOf(point, game.variant.height);
  if (points.length !== count) {
    throw new UserError(`${points.map(nameOf).join(' ')}: ${points.length} offered, expected ${count}`);
  }
  for (const point of points) withPly(game, point);
  const equal = equalOffers(game.position, points, sideToMove(game));
  if (equal === null) return;
  const [earlier, later] = equal.map(nameOf);
  throw new UserError(
    earlier === later
      ? `${later}: offered twice, expected different points`
      : `${later}: symmetric to ${earlier}, expected another point`,
  );
}
