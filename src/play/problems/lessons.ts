/** The first lessons: positions with a task, and the judge of a move, which asks the referee. */
import { BLACK, type Color, opponentOf, WHITE } from '../../core/color.ts';
import { DIRECTIONS, parseMoves, type XY } from '../../core/point.ts';
import { CARO, CARO_EXACT, FREESTYLE, OMOK, RENJU, type RuleCode, STANDARD } from '../../core/rule-code.ts';
import { emptyPoints, type ForbiddenKind, forbiddenAt, isFoul, rowThrough } from '../../rules/index.ts';
import { gameOfSetup } from '../review/setup.ts';
import { type GameState, withPly } from '../state/game-state.ts';
import { stoppingPoints, threatsOf, winningPoints } from '../state/threats.ts';
import { variantOf } from '../state/variant.ts';

/** Side of the lessons' boards. */
const SIDE = 9;

/**
 * What the right move does: `win`: it wins at once; `block`: the opponent's next stone does not win; `four`: it can be
 * completed to a five at a point; `open-four`: at two points; `three`: the next move could make an open four;
 * `block-three`: the opponent can no longer make one; `four-three`: it makes a four, and a three that remains once the
 * four is blocked; `trap`: it makes a four whose only answer is forbidden. A kind of forbidden point: it is one.
 */
type Task = 'win' | 'block' | 'four' | 'open-four' | 'three' | 'block-three' | 'four-three' | 'trap' | ForbiddenKind;

export interface Lesson {
  readonly id: string;
  readonly rule: RuleCode;
  readonly task: Task;
  readonly toPlay: Color;
  readonly black: string;
  readonly white: string;
}

const lesson = (
  id: string,
  rule: RuleCode,
  task: Task,
  black: string,
  white: string,
  toPlay: Color = BLACK,
): Lesson => ({ id, rule, task, toPlay, black, white });

export const LESSONS: readonly Lesson[] = [
  lesson('five', FREESTYLE, 'win', 'c5d5f5g5', 'd6f4g6e3'),
  lesson('exact', STANDARD, 'win', 'b5c5d5f5g5d6d7d8', 'd9e6e4c6f7g3b7h6'),
  lesson('caro', CARO, 'win', 'c5d5e5f5e4e6e7', 'b5h5d6f4d7g6e9'),
  lesson('block', FREESTYLE, 'block', 'h8e4f5d6', 'd4e5f6g7'),
  lesson('four', FREESTYLE, 'four', 'c5d5e5', 'b5d6e4'),
  lesson('open-four', FREESTYLE, 'open-four', 'c5d5e5', 'g5d7e3'),
  lesson('three', FREESTYLE, 'three', 'e5f6', 'f5d6'),
  lesson('block-three', FREESTYLE, 'block-three', 'd6f4e7', 'd5e5f5'),
  lesson('four-three', FREESTYLE, 'four-three', 'c5d5e5f6f7', 'b5d7e3h6c4'),
  lesson('overline', RENJU, 'overline', 'b5c5d5f5g5', 'c6d4f6g3e7'),
  lesson('double-four', RENJU, 'double-four', 'b5c5d5e6e7e8', 'a5e9d4f6c7g3'),
  lesson('double-three', RENJU, 'double-three', 'c5d5e6e7', 'c7g7g3c3'),
  lesson('trap', RENJU, 'trap', 'c5d5e6e7f6', 'b2c3d4g3', WHITE),
];

/** Why a move is wrong; each has a sentence. */
export type LessonFault =
  | 'forbidden'
  | 'too-long'
  | 'shut-in'
  | 'no-five'
  | 'still-five'
  | 'no-four'
  | 'one-end'
  | 'no-three'
  | 'still-three'
  | 'only-four'
  | 'allowed'
  | 'can-answer';

/** Null: the move is right. `at`: the points that show why it is wrong. */
export type LessonAnswer = { readonly fault: LessonFault; readonly at: readonly XY[] } | null;

export function gameOfLesson({ rule, toPlay, black, white }: Lesson): GameState {
  const cells = new Uint8Array(SIDE * SIDE);
  for (const [stones, color] of [
    [black, BLACK],
    [white, WHITE],
  ] as const) {
    for (const { x, y } of parseMoves(stones, SIDE) ?? []) cells[y * SIDE + x] = color;
  }
  return gameOfSetup({ variant: variantOf(rule, SIDE, SIDE, null), cells, toPlay });
}

/** Judges an empty point as the learner's move. */
export function judgeLesson({ task, toPlay }: Lesson, game: GameState, point: XY): LessonAnswer {
  const { position, variant } = game;
  const { rule } = variant;
  const fault = (name: LessonFault, at: readonly XY[] = []): LessonAnswer => ({ fault: name, at });
  if (task === 'overline' || task === 'double-four' || task === 'double-three') {
    return forbiddenAt(position, point.x, point.y) === task ? null : fault('allowed');
  }
  if (isFoul(position, rule, point, toPlay)) return fault('forbidden');
  const after = withPly(game, point);
  const other = opponentOf(toPlay);
  const wins = winningPoints(after.position, rule, toPlay);
  switch (task) {
    case 'win':
      return after.end === null ? fault(whyNoFive(game, point, toPlay)) : null;
    case 'block': {
      const left = winningPoints(after.position, rule, other);
      return left.length === 0 ? null : fault('still-five', left);
    }
    case 'four':
      return wins.length > 0 ? null : fault('no-four');
    case 'open-four':
      return wins.length > 1 ? null : wins.length === 1 ? fault('one-end', wins) : fault('no-four');
    case 'three':
      return threatsOf(after.position, rule, toPlay).doubles.length > 0 ? null : fault('no-three');
    case 'block-three': {
      const { doubles } = threatsOf(after.position, rule, other);
      return doubles.length === 0 ? null : fault('still-three', doubles);
    }
    case 'four-three': {
      if (wins.length === 0) return fault('no-four');
      const answered = withPly(after, wins[0]);
      const isThree = threatsOf(answered.position, rule, toPlay).doubles.length > 0;
      return isThree ? null : fault('only-four', wins);
    }
    case 'trap': {
      if (wins.length === 0) return fault('no-four');
      const answers = stoppingPoints(after.position, rule, other);
      return answers.length === 0 ? null : fault('can-answer', answers);
    }
  }
}

function whyNoFive({ position, variant }: GameState, { x, y }: XY, color: Color): LessonFault {
  const lengths = DIRECTIONS.map(([dx, dy]) => rowThrough(position, x, y, color, dx, dy).length);
  const longest = Math.max(...lengths);
  return longest > 5 ? 'too-long' : longest === 5 && variant.rule.caro ? 'shut-in' : 'no-five';
}

/** @returns the right moves, in the order of the board */
export function rightMoves(one: Lesson): XY[] {
  const game = gameOfLesson(one);
  return emptyPoints(game.position).filter((point) => judgeLesson(one, game, point) === null);
}

/** A row of stones from left to right, `X`, `O` and `.`, that a rule counts as won or not. */
export interface RowPicture {
  readonly rule: RuleCode;
  readonly row: string;
  readonly isWon: boolean;
}

/** How each game is won, and what does not win it. */
export const ROW_PICTURES: readonly RowPicture[] = [
  { rule: FREESTYLE, row: '.OXXXXX..', isWon: true },
  { rule: FREESTYLE, row: '.XXXXXX..', isWon: true },
  { rule: STANDARD, row: '.OXXXXX..', isWon: true },
  { rule: STANDARD, row: '.XXXXXX..', isWon: false },
  { rule: RENJU, row: '..XXXXX..', isWon: true },
  { rule: RENJU, row: '..OOOOOO.', isWon: true },
  { rule: RENJU, row: '.XXXXXX..', isWon: false },
  { rule: CARO, row: '.OXXXXX..', isWon: true },
  { rule: CARO, row: '.OXXXXXO.', isWon: false },
  { rule: CARO, row: '.OXXXXXXO', isWon: true },
  { rule: CARO_EXACT, row: '.OXXXXX..', isWon: true },
  { rule: CARO_EXACT, row: '.OXXXXXO.', isWon: false },
  { rule: CARO_EXACT, row: '.XXXXXX..', isWon: false },
  { rule: OMOK, row: '.OXXXXX..', isWon: true },
  { rule: OMOK, row: '.XXXXXX..', isWon: true },
];
