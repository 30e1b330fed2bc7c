/**
 * What is said of a game besides what a command did: its record, whose turn it is, what is forbidden, what was thought.
 */

import { BLACK, opponentOf, WHITE } from '../../core/color.ts';
import { listed } from '../../core/text.ts';
import type { SearchFigures } from '../../engine/api.ts';
import { levelText } from '../../game/opponent/levels.ts';
import type { OpponentChoice } from '../../game/opponent/opponent.ts';
import { type Clock, clockText, leftOf } from '../../game/played/clock.ts';
import type { PlayedGame } from '../../game/played/played-game.ts';
import { colorOf, type GameState, lastStone, sideToMove } from '../../game/state/game-state.ts';
import { colorName, formatRecord, labelOf, type Ply } from '../../game/state/notation.ts';
import { threatLines } from '../../game/state/threats.ts';
import type { Variant } from '../../game/state/variant.ts';
import { FORBIDDEN_MARKS } from '../../notation/diagram.ts';
import { emptyPosition, forbiddenPoints, type Position, winningRow } from '../../rules/index.ts';
import { endText } from './seats.ts';
import type { PlaySettings } from './settings.ts';
import { figuresText, foulLines, foulWords, spokenLine, spokenScore } from './words.ts';

const COLORS = [BLACK, WHITE] as const;
/** Most stones of a tutorial's picture, see {@link pictureLines}. */
const MAX_PICTURE = 9;

/** What the marks of forbidden points on a board mean. */
export const LEGEND = `${FORBIDDEN_MARKS['double-three']} double-three, ${FORBIDDEN_MARKS['double-four']} double-four, ${FORBIDDEN_MARKS.overline} overline: forbidden to Black`;

/** Marks an empty point that is offered for the fifth stone. */
export const OFFER_MARK = '?';

/** A move of the engine and what it thought. */
export interface ChoiceMade {
  /** Number of the move, from 0. */
  readonly ply: number;
  readonly choice: OpponentChoice;
}

/** @returns all turns on one line */
export function recordLine({ plies, variant }: GameState): string {
  return formatRecord(plies, variant.height) || '(no moves yet)';
}

/** @returns how strong the engine is, if it plays */
export function levelLines({ players, level }: PlaySettings): string[] {
  return players === 'human-vs-human' ? [] : [`${levelText(level)}.`];
}

/** @returns how to have the same game again, if the engine plays */
export function seedLines({ players }: PlaySettings, seed: number): string[] {
  return players === 'human-vs-human' ? [] : [`Chance: --seed ${seed} makes the same game again.`];
}

/** @returns the record of a game that another one takes the place of; nothing if nothing was played */
export function leftGameLines(game: GameState): string[] {
  return game.plies.length === 0 ? [] : [`The game left: ${recordLine(game)}`];
}

/** @returns how the game has ended, and its record; nothing if it goes on */
export function endLines({ seats, state }: PlayedGame): string[] {
  return state.end === null ? [] : [endText(seats, state), `Record: ${recordLine(state)}`];
}

/** @param last the engine's last move @returns the best line, and what both sides threaten */
export function adviceLines(game: GameState, figures: SearchFigures, last: ChoiceMade | null): string[] {
  const { position, variant } = game;
  const color = sideToMove(game);
  const best = `Best for ${colorName(color)}: ${spokenLine(figures.pv, variant.height)} (${figuresText(figures)}).`;
  return [
    ...(last === null ? [] : choiceLines(game, last)),
    ...(figures.pv.length === 0 ? [] : [best]),
    ...[color, opponentOf(color)].flatMap((side) => threatLines(position, variant.rule, side)),
  ];
}

/** @returns whose turn it is or who has won, and the last move */
export function stateLine(game: GameState): string {
  const { end, plies, variant } = game;
  const last = lastStone(game);
  const after = last === null ? '' : `, last ${labelOf(last, variant.height)}`;
  if (end !== null)
    return `${end.result === 'draw' ? 'Drawn' : `${end.result === 'black' ? 'Black' : 'White'} has won`}${after}`;
  return `Move ${plies.length + 1}, ${colorName(sideToMove(game))} to move${after}`;
}

/** @returns what both sides have left, or have taken where no time runs out; nothing where no clock has run */
export function clocksText(clock: Clock): string[] {
  const { limitMs, spentMs } = clock;
  if (limitMs === null && spentMs.every((ms) => ms === 0)) return [];
  const shown = COLORS.map((color) => `${colorName(color)} ${clockText(leftOf(clock, color) ?? spentMs[color - 1])}`);
  return [`${limitMs === null ? 'Time taken' : 'Time left'}: ${shown.join(', ')}`];
}

/**
 * Pictures of forbidden points in books are given as lists of Black's stones, which as a game mean something else.
 * @returns what the list would forbid, and how to set it up so; nothing if it is no such list
 */
export function pictureLines(variant: Variant, plies: readonly Ply[]): string[] {
  const stones = plies.filter((ply) => ply !== null);
  if (!variant.rule.renju || stones.length > MAX_PICTURE || stones.length < plies.length) return [];
  const position = emptyPosition(variant.width, variant.height);
  for (const { x, y } of stones) position.cells[y * variant.width + x] = BLACK;
  if (stones.some(({ x, y }) => winningRow(position, variant.rule, x, y) !== null)) return [];
  const points = forbiddenPoints(position).map((point) => foulWords(position, point));
  if (points.length === 0) return [];
  return [
    `If all of these are stones of Black, they forbid ${listed(points, 'and')}; ` +
      `black ${formatRecord(plies, variant.height)} sets them up so.`,
  ];
}

/** @returns what is forbidden to Black, and for each point why */
export function forbiddenLines(position: Position): string[] {
  const points = forbiddenPoints(position);
  if (points.length === 0) return ['No point is forbidden to Black.'];
  const labels = points.map((point) => labelOf(point, position.height));
  return [`Forbidden to Black: ${listed(labels, 'and')}.`, ...points.flatMap((point) => foulLines(position, point))];
}

/** @returns what the engine thought of its last move; nothing if that is no longer on the board */
function choiceLines({ plies, variant }: GameState, { ply, choice }: ChoiceMade): string[] {
  const played = plies[ply];
  const label = labelOf(choice.move, variant.height);
  if (played === null || played === undefined || labelOf(played, variant.height) !== label) return [];
  const { figures } = choice;
  const because =
    figures === null || figures.pv.length === 0
      ? 'without a search'
      : `it expected ${spokenLine(figures.pv, variant.height)} (${spokenScore(figures)})`;
  return [`${colorName(colorOf(ply))} played ${label}: ${because}.`];
}
