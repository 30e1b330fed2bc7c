/** A game in the address of the page, after the #, which browsers do not send to servers. */
import { UserError } from '../../core/errors.ts';
import { MAX_SIZE, MIN_SIZE } from '../../core/limits.ts';
import { nameOf } from '../../core/point.ts';
import { RULE_NAMES } from '../../core/rule.ts';
import { type GameState, gameFromSetup, withPlies } from '../../play/state/game-state.ts';
import { readRecord } from '../../play/state/notation.ts';
import { variantOf } from '../../play/state/variant.ts';

const VERSION = 1;

/** Name of the error for a file with more games than can be opened; the library takes them. */
export const TOO_MANY_GAMES = 'TooManyGames';

/** @param shown plies on the board, if not all @returns for instance `#v=1&r=4&s=15&m=h8i9` */
export function linkOf({ variant, plies, setupPlies = 0 }: GameState, shown = plies.length): string {
  const { rule, width, height } = variant;
  const parts = [`v=${VERSION}`, `r=${rule.code}`, `s=${width === height ? width : `${width}x${height}`}`];
  if (rule.winLength !== 5) parts.push(`w=${rule.winLength}`);
  const moves = plies.map((ply) => (ply === null ? '-' : nameOf(ply, height))).join('');
  if (moves !== '') parts.push(`m=${moves}`);
  if (setupPlies > 0) parts.push(`u=${setupPlies}`);
  if (shown !== plies.length) parts.push(`n=${shown}`);
  return `#${parts.join('&')}`;
}

/**
 * @param fragment of the address, including the #
 * @returns the game and the number of plies to show; null if the fragment is not a game
 * @throws UserError for an impossible game
 */
export function gameOfLink(fragment: string): { readonly game: GameState; readonly shown: number } | null {
  const values = new URLSearchParams(fragment.replace(/^#/, ''));
  if (values.get('v') !== String(VERSION)) return null;
  const number = (name: string, usual: number): number => {
    const text = values.get(name) ?? String(usual);
    if (!/^\d{1,4}$/.test(text)) throw new UserError(`link with ${name}=${text}: expected a number`);
    return Number(text);
  };
  const side = values.get('s') ?? '15';
  if (!/^\d{1,4}(?:x\d{1,4})?$/.test(side)) throw new UserError(`link with s=${side}: expected a number, or 15x10`);
  const [width, height = width] = side.split('x').map(Number);
  for (const points of [width, height]) {
    if (points < MIN_SIZE || points > MAX_SIZE) {
      throw new UserError(`link with a board of ${points}: expected ${MIN_SIZE} to ${MAX_SIZE}`);
    }
  }
  const rule = number('r', 0);
  if (!RULE_NAMES.some(({ code }) => code === rule)) {
    throw new UserError(`link with rule ${rule}: expected ${RULE_NAMES.map(({ code }) => code).join(', ')}`);
  }
  const text = values.get('m') ?? '';
  const variant = variantOf(rule, width, height, number('w', 5));
  const moves = text === '' ? [] : readRecord(text.replaceAll('-', ' pass '), variant);
  if (moves === null) throw new UserError(`link with moves "${text.slice(0, 40)}": expected points such as h8i9`);
  const setUp = Math.min(number('u', 0), moves.length);
  const game = withPlies(gameFromSetup(variant, moves.slice(0, setUp)), moves.slice(setUp));
  return { game, shown: Math.min(number('n', moves.length), moves.length) };
}
