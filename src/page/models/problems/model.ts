/** A problem that is being solved: the moves so far, the engine's answers, and the lines that it shows. */
import type { Color } from '../../../core/color.ts';
import { messageOf } from '../../../core/errors.ts';
import type { XY } from '../../../core/point.ts';
import { RULE_CODES } from '../../../core/rule-code.ts';
import { choice, stored } from '../../../core/schema.ts';
import { CHECK_NODES, checkProblem, type ProblemRefusal, searchProblem } from '../../../play/problems/check.ts';
import { dailyProblem, nextProblem } from '../../../play/problems/practice.ts';
import { KINDS, type Kind, type ListedProblem, type Problem, parseProblem } from '../../../play/problems/problem.ts';
import {
  gameAfter,
  JUDGE_NODES,
  type Judged,
  knownJudgment,
  knownMove,
  searchedJudgment,
} from '../../../play/problems/solve.ts';
import { type GameState, newGame, sideToMove } from '../../../play/state/game-state.ts';
import { variantOf } from '../../../play/state/variant.ts';
import { isFoul, isLegal } from '../../../rules/index.ts';
import type { EngineHost } from '../../engine/host.ts';
import { type EngineJob, EngineTasks } from '../../engine/tasks.ts';
import { ProblemStore, today } from '../../shelf/problems/store.ts';
import { Model } from '../../state/model.ts';
import { readKept, remember } from '../../state/storage.ts';

/** Names in the browser's storage. */
const CURRENT = 'problem';
const CHOICE = 'problems.choice';

type ProblemPhase =
  | 'loading'
  | 'failed'
  /** No problem matches the choice. */
  | 'none'
  /** The user is to move. */
  | 'solve'
  /** The engine judges or answers a move. */
  | 'busy'
  /** A wrong move, with its refutation. */
  | 'wrong'
  | 'solved'
  /** The solution is shown, unsolved. */
  | 'shown'
  /** A position is being checked before it is saved. */
  | 'checking'
  /** It is not a problem. */
  | 'refused';

/** What the last move led to. */
export interface SolverVerdict {
  readonly point: XY;
  /** The answer; null: none. */
  readonly reply: XY | null;
  /** Plies to the win of the other side; null: none is proven. */
  readonly winIn: number | null;
}

interface ProblemState {
  readonly phase: ProblemPhase;
  readonly listed: ListedProblem | null;
  readonly problem: Problem | null;
  readonly isDaily: boolean;
  /** Whether the problem was saved just now. */
  readonly isSaved: boolean;
  /** Played from the first position of the problem. */
  readonly moves: readonly XY[];
  /** The line shown in the phases `wrong`, `solved` and `shown`, and how many of its moves are on the board. */
  readonly line: readonly XY[];
  readonly at: number;
  readonly verdict: SolverVerdict | null;
  readonly hint: XY | null;
  readonly refused: XY | null;
  /** Whether this attempt has been recorded; a wrong move, a hint and the solution end it, too. */
  readonly isRecorded: boolean;
  /** Change of the rating; null: none yet. */
  readonly gain: number | null;
  readonly refusal: { readonly reason: ProblemRefusal; readonly other: XY | null } | null;
  /** Of the check, 0 to 1. */
  readonly progress: number;
  readonly checked: GameState | null;
  /** The error of the engine; empty: none. */
  readonly fault: string;
}

const NOTHING: ProblemState = {
  phase: 'loading',
  listed: null,
  problem: null,
  isDaily: false,
  isSaved: false,
  moves: [],
  line: [],
  at: 0,
  verdict: null,
  hint: null,
  refused: null,
  isRecorded: false,
  gain: null,
  refusal: null,
  progress: 0,
  checked: null,
  fault: '',
};

const EMPTY_BOARD = newGame(variantOf(0, 15, 15, 5));

export class ProblemModel extends Model {
  readonly store = new ProblemStore();
  private readonly tasks: EngineTasks<'answer' | 'check'>;
  shown: ProblemState = NOTHING;
  choice: ProblemChoice = choiceFrom(readKept(CHOICE));
  game: GameState = EMPTY_BOARD;

  constructor(host: EngineHost) {
    super();
    this.tasks = new EngineTasks(
      () => host.for('play'),
      () => this.changed(),
    );
    this.store.subscribe(() => this.changed());
  }

  /** Whether the board shows a line to walk through. */
  get isWalking(): boolean {
    return this.shown.phase === 'wrong' || this.shown.phase === 'solved' || this.shown.phase === 'shown';
  }

  /** The problems of the chosen source. */
  get source(): readonly ListedProblem[] {
    const { own, set } = this.store.shown;
    return this.choice.set === 'own' ? own : (set ?? []);
  }

  /** The side that solves the problem. */
  get solver(): Color {
    return this.shown.problem?.toPlay ?? sideToMove(this.game);
  }

  /**
   * Continues with the problem of the last visit, or another one.
   * @param id of the problem to open; empty: any @returns false if there is no such problem
   */
  async enter(id = ''): Promise<boolean> {
    this.store.refresh();
    await this.store.load();
    const wanted = this.store.find(id);
    if (wanted !== null && id !== this.shown.listed?.id) this.open(wanted);
    else this.resume();
    return id === '' || wanted !== null;
  }

  private resume(): void {
    if (this.shown.phase !== 'loading' && this.shown.phase !== 'failed') return;
    const kept = readKept(CURRENT);
    const last = typeof kept === 'string' ? this.store.find(kept) : null;
    if (last !== null) this.open(last);
    else if (this.store.shown.set === null) this.set({ ...NOTHING, phase: 'failed' });
    else this.next();
  }

  leave(): void {
    this.tasks.drop();
    if (this.shown.phase === 'busy') this.set({ phase: 'solve', moves: this.judgedMoves });
    if (this.shown.phase === 'checking') this.set({ phase: 'loading' });
  }

  choose(values: Partial<ProblemChoice>): void {
    this.choice = { ...this.choice, ...values };
    remember(CHOICE, this.choice);
    this.next();
  }

  next(): void {
    const { store, choice } = this;
    const problems = chosenProblems(this.source, choice);
    const others = problems.length > 1 ? problems.filter(({ id }) => id !== this.shown.listed?.id) : problems;
    const next = nextProblem(others, store.shown.practice, Math.random());
    if (next === null) this.set({ ...NOTHING, phase: 'none' });
    else this.open(next);
  }

  /** The problem of the day, which is the same for all. */
  openDaily(): void {
    const daily = dailyProblem(this.store.shown.set ?? [], today());
    if (daily !== null) this.open(daily, true);
  }

  /** The failed problem that is overdue for longest. */
  repeat(): void {
    const [first] = this.store.due;
    if (first !== undefined) this.open(first);
  }

  openId(id: string): void {
    const listed = this.store.find(id);
    if (listed !== null) this.open(listed);
  }

  private open(listed: ListedProblem, isDaily = false): void {
    this.tasks.drop();
    remember(CURRENT, listed.id);
    try {
      this.set({ ...NOTHING, phase: 'solve', listed, problem: parseProblem(listed.text), isDaily });
    } catch (error) {
      this.set({ ...NOTHING, phase: 'none', fault: messageOf(error) });
    }
  }

  /** Starts over; an attempt that has been recorded is not recorded again. */
  again(): void {
    const { listed, problem, isDaily, isRecorded } = this.shown;
    this.tasks.drop();
    this.set({ ...NOTHING, phase: 'solve', listed, problem, isDaily, isRecorded });
  }

  /** After a wrong move: the position before it. */
  retry(): void {
    if (this.shown.phase === 'wrong') this.set({ phase: 'solve', line: [], at: 0, verdict: null });
  }

  /** Plays a move of the solver; ignores an occupied point. */
  async play(point: XY): Promise<void> {
    const { phase, problem, moves } = this.shown;
    const { position, variant } = this.game;
    if (phase !== 'solve' || problem === null || !isLegal(position, point.x, point.y)) return;
    if (isFoul(position, variant.rule, point, this.solver)) {
      this.set({ refused: point });
      return;
    }
    const played = [...moves, point];
    this.set({ phase: 'busy', moves: played, hint: null, refused: null, verdict: null });
    const judged =
      knownJudgment(problem, played) ??
      (await this.ask('answer', (engine) => searchedJudgment(engine, problem, played)));
    if (judged === null) return;
    if (judged.kind === 'solved') this.finish(played);
    else if (judged.kind === 'reply') this.reply(played, judged.reply);
    else this.refute(played, judged);
  }

  /** The stubborn answer to a right move. */
  private reply(moves: readonly XY[], reply: XY): void {
    const verdict = { point: moves[moves.length - 1], reply, winIn: null };
    this.set({ phase: 'solve', moves: [...moves, reply], verdict });
    if (this.game.end !== null) this.finish([...moves, reply]);
  }

  private refute(moves: readonly XY[], { line: answers, winIn }: Extract<Judged, { kind: 'wrong' }>): void {
    this.record(false);
    const point = moves[moves.length - 1];
    const line = [...moves, ...answers];
    const at = Math.min(line.length, moves.length + 1);
    const verdict = { point, reply: answers[0] ?? null, winIn };
    this.set({ phase: 'wrong', moves: moves.slice(0, -1), line, at, verdict });
  }

  private finish(line: readonly XY[]): void {
    this.record(true);
    this.set({ phase: 'solved', moves: line, line, at: line.length, verdict: null });
  }

  /** Shows the first move, or the next one; then the problem does not count as solved. */
  hint(): void {
    const { phase, problem, moves } = this.shown;
    if (phase !== 'solve' || problem === null) return;
    this.record(false);
    const known = knownMove(problem, moves);
    if (known === null) void this.askHint();
    else this.set({ hint: known, refused: null });
  }

  /** For a user who has left the stored solution with another winning move. */
  private async askHint(): Promise<void> {
    const { game } = this;
    this.set({ phase: 'busy' });
    const found = await this.ask('answer', (engine) => searchProblem(engine, game, JUDGE_NODES, { solve: true }));
    if (found !== null) this.set({ phase: 'solve', hint: found.move });
  }

  showSolution(): void {
    const { problem, phase } = this.shown;
    if (problem === null) return;
    this.tasks.drop();
    if (phase !== 'solved') this.record(false);
    this.set({ phase: phase === 'solved' ? 'solved' : 'shown', line: problem.line, at: 1, hint: null, verdict: null });
  }

  /** @param at number of moves of the shown line */
  goTo(at: number): void {
    if (this.isWalking) this.set({ at: Math.min(this.shown.line.length, Math.max(0, at)) });
  }

  /** @param by number of moves along the shown line; negative: back */
  step(by: number): void {
    this.goTo(this.shown.at + by);
  }

  /** Records the attempt, once. */
  private record(isSolved: boolean): void {
    const { listed, isDaily, isRecorded } = this.shown;
    if (listed === null || isRecorded) return;
    this.set({ isRecorded: true, gain: this.store.record(listed, isSolved, isDaily) });
  }

  /** Checks a position, and saves it if it is a problem. */
  async check(game: GameState): Promise<void> {
    this.set({ ...NOTHING, phase: 'checking', checked: game });
    const checked = await this.ask('check', (engine, isCurrent) =>
      checkProblem(engine, game, {
        nodes: CHECK_NODES,
        onProgress: (progress) => {
          if (isCurrent() && progress > this.shown.progress + 0.02) this.set({ progress });
          return isCurrent();
        },
      }),
    );
    if (checked === null) return;
    if ('problem' in checked) {
      this.open(this.store.save(checked.problem));
      this.set({ isSaved: true });
    } else {
      const refusal = { reason: checked.refusal, other: checked.other ?? null };
      this.set({ phase: 'refused', refusal });
    }
  }

  /** Ends a check without a result. */
  stopCheck(): void {
    this.tasks.drop();
    this.next();
  }

  remove(): void {
    const { listed } = this.shown;
    if (listed === null) return;
    this.store.remove(listed.id);
    this.next();
  }

  isOwn(): boolean {
    return this.store.shown.own.some(({ id }) => id === this.shown.listed?.id);
  }

  private async ask<T>(kind: 'answer' | 'check', job: EngineJob<T>): Promise<T | null> {
    try {
      return await this.tasks.run(kind, 'problems', job);
    } catch (error) {
      const phase = this.shown.problem === null ? 'none' : 'solve';
      this.set({ phase, moves: this.judgedMoves, fault: messageOf(error) });
      return null;
    }
  }

  /** The moves without the solver's last one if it has not been judged. The solver moves first. */
  private get judgedMoves(): readonly XY[] {
    const { moves } = this.shown;
    return moves.length % 2 === 0 ? moves : moves.slice(0, -1);
  }

  private set(values: Partial<ProblemState>): void {
    this.shown = { ...this.shown, ...values };
    const { problem, moves, line, at, checked } = this.shown;
    this.game =
      problem === null ? (checked ?? EMPTY_BOARD) : gameAfter(problem, this.isWalking ? line.slice(0, at) : moves);
    this.changed();
  }
}

/** `fit`: near the user's rating. */
export const STRENGTHS = ['fit', 'easy', 'medium', 'hard', 'very-hard'] as const;
type Strength = (typeof STRENGTHS)[number];

export interface ProblemChoice {
  readonly set: 'built-in' | 'own';
  readonly kind: Kind | 'all';
  readonly rule: number | 'all';
  readonly strength: Strength;
}

/** The lowest rating of each difficulty, and the lowest rating above it. */
const RANGES: Readonly<Record<Strength, readonly [min: number, beyond: number]>> = {
  fit: [0, Number.POSITIVE_INFINITY],
  easy: [0, 1000],
  medium: [1000, 1400],
  hard: [1400, 1800],
  'very-hard': [1800, Number.POSITIVE_INFINITY],
};

/** @param value as stored */
const choiceFrom = stored<ProblemChoice>(
  {
    set: choice('built-in', 'own'),
    kind: choice(...KINDS, 'all'),
    rule: choice<number | 'all'>(...RULE_CODES, 'all'),
    strength: choice(...STRENGTHS),
  },
  { set: 'built-in', kind: 'all', rule: 'all', strength: 'fit' },
);

function chosenProblems(problems: readonly ListedProblem[], choice: ProblemChoice): ListedProblem[] {
  const [min, beyond] = RANGES[choice.strength];
  return problems.filter(
    ({ kind, code, rating }) =>
      (choice.kind === 'all' || kind === choice.kind) &&
      (choice.rule === 'all' || code === choice.rule) &&
      rating >= min &&
      rating < beyond,
  );
}
