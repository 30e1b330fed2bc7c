/** A session of problems in the terminal: the position, the prompt, and the response to each line typed. */
import { type Color, opponentOf } from '../../core/color.ts';
import { UserError } from '../../core/errors.ts';
import type { XY } from '../../core/point.ts';
import { counted } from '../../core/text.ts';
import type { Analyzer } from '../../play/analysis/analysis.ts';
import { NO_PRACTICE, nextProblem } from '../../play/problems/practice.ts';
import { type Kind, type ListedProblem, type Problem, parseProblem } from '../../play/problems/problem.ts';
import { gameAfter, knownJudgment, knownMove, searchedJudgment } from '../../play/problems/solve.ts';
import { type GameState, lastStone } from '../../play/state/game-state.ts';
import { colorName, formatRecord, labelOf, readPoint } from '../../play/state/notation.ts';
import { foulMarks } from '../../play/state/threats.ts';
import { variantName } from '../../play/state/variant.ts';
import { explainForbidden, isFoul, isLegal } from '../../rules/index.ts';
import { boardColumns, drawBoard, type TerminalLook } from './board.ts';
import type { Picture } from './layout.ts';

const KIND_NAMES: Readonly<Record<Kind, string>> = {
  fours: 'win by fours',
  threes: 'win by threes and fours',
  foul: 'win by a forbidden move',
  defense: 'the only defense',
};

export const PROBLEM_COMMANDS = 'Enter a point such as H8, or hint, solution, next or quit.';
/** Rating of the first problem, and its change after each one solved or failed. */
const FIRST_RATING = 900;
const RATING_STEP = 60;

export class ProblemSession {
  private rating = FIRST_RATING;
  private problem: Problem;
  private moves: readonly XY[] = [];
  /** Whether a wrong move, a hint or the solution has ended the attempt. */
  private isFailed = false;
  private isOver = false;
  private solved = 0;
  private seen = 0;

  /** @param left problems, at least one @param random in [0, 1) */
  constructor(
    private left: readonly ListedProblem[],
    private readonly analyzer: Analyzer,
    private readonly random: () => number,
  ) {
    this.problem = this.take();
  }

  get prompt(): string {
    return this.isOver ? 'Enter: next problem' : `${colorName(this.solver)} to move`;
  }

  get task(): string {
    const color = colorName(this.solver);
    return this.problem.kind === 'defense' ? `${color}: find the only move that does not lose.` : `${color} wins. How?`;
  }

  get result(): string {
    return `Solved ${this.solved} of ${counted(this.seen, 'problem')}.`;
  }

  picture(look: TerminalLook): Picture {
    const { game } = this;
    const { position, variant, end } = game;
    const { kind, rating } = this.problem;
    const text = [
      `${variantName(variant)}: ${KIND_NAMES[kind]}, rated ${rating}`,
      this.isOver ? this.result : this.task,
    ];
    const markOf = foulMarks(game);
    const last = this.moves.length === 0 ? null : lastStone(game);
    return {
      board: drawBoard({ position, last, row: end?.row ?? [], markOf }, look),
      columns: boardColumns(variant.width, look),
      text,
    };
  }

  /** @param line as typed @returns messages to show; null: quit */
  async handle(line: string): Promise<string[] | null> {
    const word = line.trim().toLowerCase();
    if (/^(q|quit|exit)$/.test(word)) return null;
    if (this.isOver || /^(n|next)$/.test(word)) return this.next();
    if (word === 'hint') return this.hint();
    if (/^(solution|solve)$/.test(word)) return this.showSolution();
    try {
      const point = readPoint(word, this.game.position);
      return point === null ? [PROBLEM_COMMANDS] : await this.play(point);
    } catch (error) {
      if (error instanceof UserError) return [error.message];
      throw error;
    }
  }

  private get game(): GameState {
    return gameAfter(this.problem, this.moves);
  }

  private get solver(): Color {
    return this.problem.toPlay;
  }

  private take(): Problem {
    const practice = { ...NO_PRACTICE, rating: { ...NO_PRACTICE.rating, rating: this.rating } };
    const next = nextProblem(this.left, practice, this.random());
    if (next === null) throw new UserError('problems: none left');
    this.left = this.left.filter((one) => one !== next);
    this.seen++;
    return parseProblem(next.text);
  }

  private next(): string[] | null {
    if (this.left.length === 0) return null;
    if (!this.isOver) this.fail();
    this.problem = this.take();
    this.moves = [];
    this.isFailed = false;
    this.isOver = false;
    return [];
  }

  private async play(point: XY): Promise<string[]> {
    const { position, variant } = this.game;
    const name = this.nameOf(point);
    if (!isLegal(position, point.x, point.y)) return [`${name}: already occupied. Choose an empty point.`];
    if (isFoul(position, variant.rule, point, this.solver)) {
      const kinds =
        explainForbidden(position, point.x, point.y, variant.rule, this.solver)?.kinds.join(', ') ?? 'forbidden';
      return [`${name}: forbidden to ${colorName(this.solver)} (${kinds}). Choose another point.`];
    }
    const moves = [...this.moves, point];
    const judged = knownJudgment(this.problem, moves) ?? (await searchedJudgment(this.analyzer, this.problem, moves));
    if (judged.kind === 'wrong') {
      this.fail();
      return [this.wrongText(name, judged.line, judged.winIn), 'Try another move, or enter solution.'];
    }
    if (judged.kind === 'reply') {
      this.moves = [...moves, judged.reply];
      return [`${name} is right. ${colorName(opponentOf(this.solver))} answers ${this.nameOf(judged.reply)}.`];
    }
    this.moves = moves;
    this.isOver = true;
    if (!this.isFailed) {
      this.solved++;
      this.rating += RATING_STEP;
    }
    return [`${name}: solved${this.isFailed ? ', after a wrong move or help' : ''}.`];
  }

  private wrongText(name: string, line: readonly XY[], winIn: number | null): string {
    if (line.length === 0) return `${name} is not the solution.`;
    const other = colorName(opponentOf(this.solver));
    const answer = `${other} answers ${formatRecord(line, this.problem.variant.height)}`;
    return winIn === null
      ? `${name} is not enough: ${answer}`
      : `${name} loses: ${answer}, and wins in ${counted(Math.ceil(winIn / 2), 'move')}`;
  }

  private hint(): string[] {
    this.fail();
    const move = knownMove(this.problem, this.moves);
    return [move === null ? 'You have left the solution. Enter solution to see it.' : `Try ${this.nameOf(move)}.`];
  }

  private showSolution(): string[] {
    this.fail();
    this.isOver = true;
    this.moves = this.problem.line;
    return [`Solution: ${formatRecord(this.problem.line, this.problem.variant.height)}`];
  }

  private fail(): void {
    if (!this.isFailed) this.rating -= RATING_STEP;
    this.isFailed = true;
  }

  private nameOf(point: XY): string {
    return labelOf(point, this.problem.variant.height);
  }
}
