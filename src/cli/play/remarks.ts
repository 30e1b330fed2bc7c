/**
 * Remarks about a game: its record, side to move, clocks and end, forbidden points, and the engine's analysis; and its
 * picture.
 */
import { BLACK, colorAt, opponentOf, WHITE } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import { listed } from '../../core/text.ts';
import type { SearchFigures } from '../../engine/api.ts';
import { levelText } from '../../play/opponent/levels.ts';
import type { OpponentChoice } from '../../play/opponent/opponent.ts';
import { type Clock, clockAfter, clockText, leftOf } from '../../play/played/clock.ts';
import { askedOpening, type PlayedGame, toAct } from '../../play/played/played-game.ts';
import { type GameState, lastStone, sideToMove } from '../../play/state/game-state.ts';
import { colorName, formatRecord, labelOf, type Ply } from '../../play/state/notation.ts';
import { foulMarks, foulSide, fouls, threatLines } from '../../play/state/threats.ts';
import { type Variant, variantName } from '../../play/state/variant.ts';
import { FORBIDDEN_MARKS } from '../../records/notation/diagram.ts';
import { emptyPosition, forbiddenPoints, winningRow } from '../../rules/index.ts';
import { boardColumns, drawBoard, stoneSymbols, type TerminalLook } from './board.ts';
import type { Picture } from './layout.ts';
import { openingState } from './opening.ts';
import { endText, seatsText } from './seats.ts';
import type { PlaySettings } from './settings.ts';
import { figuresText, foulLines, foulWords, spokenLine, spokenScore } from './words.ts';

const COLORS = [BLACK, WHITE] as const;
/** Most stones of a tutorial's picture, see {@link pictureLines}. */
const MAX_PICTURE = 9;

function foulLegend(game: GameState): string {
  const { renju } = game.variant.rule;
  const kinds = (['double-three', 'double-four', 'overline'] as const).slice(0, renju ? 3 : 1);
  const marks = kinds.map((kind) => `${FORBIDDEN_MARKS[kind]} ${kind}`).join(', ');
  return `${marks}: forbidden to ${colorName(foulSide(game))}`;
}

/** Marks an empty point that is offered as the fifth move. */
const OFFER_MARK = '?';

/** A move of the engine, with its analysis. */
export interface ChoiceMade {
  /** Number of the move, from 0. */
  readonly ply: number;
  readonly choice: OpponentChoice;
}

export function recordLine({ plies, variant }: GameState): string {
  return formatRecord(plies, variant.height) || '(no moves yet)';
}

/** @returns the engine's level, if it plays */
export function levelLines({ players, level }: PlaySettings): string[] {
  return players === 'human-vs-human' ? [] : [`${levelText(level)}.`];
}

/** @returns how to play the same game again, if the engine plays */
export function seedLines({ players }: PlaySettings, seed: number): string[] {
  return players === 'human-vs-human' ? [] : [`Random seed ${seed} (replay with --seed ${seed}).`];
}

/** @returns the record of a game that is replaced; empty if it has no moves */
export function leftGameLines(game: GameState): string[] {
  return game.plies.length === 0 ? [] : [`Previous game: ${recordLine(game)}`];
}

/** @returns how the game has ended, and its record; empty if it is not over */
export function endLines({ seats, state }: PlayedGame): string[] {
  return state.end === null ? [] : [endText(seats, state), `Record: ${recordLine(state)}`];
}

/** @param last the engine's last move @returns the best line, and the threats of both sides */
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

/** @returns the side to move or the winner, and the last move */
export function stateLine(game: GameState): string {
  const { end, plies, variant } = game;
  const last = lastStone(game);
  const after = last === null ? '' : `, last ${labelOf(last, variant.height)}`;
  if (end !== null)
    return `${end.result === 'draw' ? 'Drawn' : `${end.result === 'black' ? 'Black' : 'White'} has won`}${after}`;
  return `Move ${plies.length + 1}, ${colorName(sideToMove(game))} to move${after}`;
}

/** @returns the time left of both sides, or the time used if it is not limited; empty if no clock has run */
function clocksText(clock: Clock): string[] {
  const { control, spentMs } = clock;
  if (control === null && spentMs.every((ms) => ms === 0)) return [];
  const shown = COLORS.map((color) => `${colorName(color)} ${clockText(leftOf(clock, color) ?? spentMs[color - 1])}`);
  return [`${control === null ? 'Time used' : 'Time left'}: ${shown.join(', ')}`];
}

/**
 * Tutorials describe forbidden points by lists of black stones, which mean something else when read as a game.
 * @returns what the list would forbid, and how to set it up; empty if the record is not such a list
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
    `If all of these are black stones, they forbid ${listed(points, 'and')}; ` +
      `to set them up, enter black ${formatRecord(plies, variant.height)}.`,
  ];
}

/** @returns the points forbidden to Black, in omok to the side to move, and why */
export function forbiddenLines(game: GameState): string[] {
  const { position, variant } = game;
  const color = foulSide(game);
  const points = forbiddenPoints(position, variant.rule, color);
  if (points.length === 0) return [`No point is forbidden to ${colorName(color)}.`];
  const labels = points.map((point) => labelOf(point, position.height));
  return [
    `Forbidden to ${colorName(color)}: ${listed(labels, 'and')}.`,
    ...points.flatMap((point) => foulLines(position, variant.rule, color, point)),
  ];
}

/** @returns the engine's analysis of its last move; empty if the move is no longer on the board */
function choiceLines({ plies, variant }: GameState, { ply, choice }: ChoiceMade): string[] {
  const played = plies[ply];
  const label = labelOf(choice.move, variant.height);
  if (played === null || played === undefined || labelOf(played, variant.height) !== label) return [];
  const { figures } = choice;
  const why =
    figures === null || figures.pv.length === 0
      ? ' without a search'
      : `, expecting ${spokenLine(figures.pv, variant.height)} (${spokenScore(figures)})`;
  return [`${colorName(colorAt(ply))} played ${label}${why}.`];
}

/**
 * What is shown of a game: the board, the players, the side to move, the clocks.
 * @param showsForbidden whether to mark the forbidden points
 * @param runningMs time that the side to move has been thinking
 */
export function pictureOf(game: PlayedGame, look: TerminalLook, showsForbidden: boolean, runningMs: number): Picture {
  const { state, seats } = game;
  const { position, end, variant } = state;
  const opening = askedOpening(game);
  const offers = opening?.offers ?? [];
  const forbiddenMark = showsForbidden ? foulMarks(state) : () => null;
  const isOffered = ({ x, y }: XY) => offers.some((offer) => offer.x === x && offer.y === y);
  const markOf = (point: XY) => (isOffered(point) ? OFFER_MARK : forbiddenMark(point));
  const text = [
    `${variantName(variant)}: ${seatsText(seats, stoneSymbols(look))}`,
    opening === null ? stateLine(state) : openingState(opening),
    ...clocksText(clockAfter(game.clock, toAct(game), runningMs)),
    ...(showsForbidden && fouls(state).length > 0 ? [foulLegend(state)] : []),
    ...(offers.length > 0 ? [`${OFFER_MARK} offered as the fifth move`] : []),
  ];
  const board = drawBoard({ position, last: lastStone(state), row: end?.row ?? [], markOf }, look);
  return { board, columns: boardColumns(variant.width, look), text };
}
