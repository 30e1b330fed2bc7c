/** Reasons why a point cannot be played or offered. */
import { samePoint, type XY } from '../../../core/point.ts';
import { isWithin } from '../../../play/opening/rules.ts';
import { equalOffers } from '../../../play/opening/symmetry.ts';
import { askedOpening, type PlayedGame } from '../../../play/played/played-game.ts';
import { sideToMove } from '../../../play/state/game-state.ts';
import { isFoul } from '../../../rules/index.ts';

export type Refusal =
  /** Forbidden to the side to move. */
  | { readonly kind: 'foul'; readonly point: XY }
  /** Outside the square that the opening allows. */
  | { readonly kind: 'outside'; readonly point: XY }
  /** A rotation or reflection of an offered point. */
  | { readonly kind: 'equal'; readonly point: XY; readonly earlier: XY }
  | { readonly kind: 'not-offered'; readonly point: XY };

/** @param picked points to be offered @returns why an empty point cannot be played; null if it can */
export function refusalOf(game: PlayedGame, picked: readonly XY[], point: XY): Refusal | null {
  const { position, variant } = game.state;
  const opening = askedOpening(game);
  const step = opening?.steps[0];
  if (isFoul(position, variant.rule, point, sideToMove(game.state))) return { kind: 'foul', point };
  if (step?.kind === 'place' && !isWithin(point, step.within, position.width)) return { kind: 'outside', point };
  if (step?.kind === 'choose' && !isAmong(point, opening?.offers ?? [])) return { kind: 'not-offered', point };
  if (step?.kind !== 'offer' || isAmong(point, picked)) return null;
  const equal = equalOffers(position, [...picked, point], sideToMove(game.state));
  return equal === null ? null : { kind: 'equal', point, earlier: equal[0] };
}

export function isAmong(point: XY, points: readonly XY[]): boolean {
  return points.some((other) => samePoint(other, point));
}
