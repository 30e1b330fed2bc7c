/** The analysis of a game: a tree with a study, and what the engine finds about the position on the board. */
import type { Color } from '../../../core/color.ts';
import type { XY } from '../../../core/point.ts';
import { FREESTYLE } from '../../../core/rule-code.ts';
import type { Searcher } from '../../../play/analysis/analysis.ts';
import type { Mistake } from '../../../play/review/mistakes.ts';
import { gameOfSetup, type Setup, setupFrom, withStone } from '../../../play/review/setup.ts';
import { gameTreeOf, lineThrough, rootOf } from '../../../play/review/tree.ts';
import { type GameState, newGame } from '../../../play/state/game-state.ts';
import { variantOf } from '../../../play/state/variant.ts';
import { isLegal } from '../../../rules/index.ts';
import type { EngineHost } from '../../engine/host.ts';
import { type EngineJob, EngineTasks } from '../../engine/tasks.ts';
import type { StudyStore } from '../../shelf/study/store.ts';
import { Model } from '../../state/model.ts';
import { readKept, remember } from '../../state/storage.ts';
import { TreeCursor } from './cursor.ts';
import { StudyDesk } from './desk.ts';
import { CandidateLines } from './lines.ts';
import { type EngineFinding, findProof, findThreat } from './questions.ts';
import {
  acceptsAttempt,
  beginRetry,
  judgeAttempt,
  knownAttempt,
  nextMistake,
  noteFigures,
  type Retry,
  type RetryTasks,
  type ReviewedLine,
  reviewedLine,
  reviewInTree,
  reviewLine,
  tasksOfReview,
  withAttempt,
} from './review.ts';
import { ShownThreats } from './threats.ts';

/** Milliseconds between two updates of the page while the engine searches. */
const PERIOD_MS = 125;
/** A search of a lesser depth puts no mark on the graph. */
const MIN_DEPTH = 4;
/** Moves of a line that are shown on the board; later ones are guesses. A proven win is shown whole. */
const SHOWN_PLIES = 12;

/** What a click on the board does in a study. */
export type Tool = 'move' | 'letter' | 'marks' | 'black' | 'white';

interface Preview {
  readonly line: readonly XY[];
  /** The color that plays its first move. */
  readonly color: Color;
  /** Its index in the candidate lines when it was shown; null: another line. */
  readonly index: number | null;
}

type Task = 'lines' | 'proof' | 'threat' | 'review' | 'attempt';

export class AnalyzeModel extends Model {
  readonly cursor: TreeCursor;
  readonly desk: StudyDesk;
  readonly lines = new CandidateLines(readKept('lines'));
  readonly threats = new ShownThreats(() => this.changed());
  private readonly tasks: EngineTasks<Task>;
  /** Whether the engine searches every position on the board. */
  isOn = true;
  /** Whether the page shows the tree, not a game that is played. */
  private isEntered = false;
  private followed: GameState | null = null;
  /** The setup that is being edited; null: none. */
  setup: Setup | null = null;
  preview: Preview | null = null;
  /** The answer to the last question about the position; null: none. */
  finding: EngineFinding | null = null;
  /** The finished share of the review, 0 to 1. */
  progress = 0;
  private lastReview: ReviewedLine | null = null;
  /** The mistakes that are tried again; null: none are. */
  retry: Retry | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: EngineHost,
    studies: StudyStore,
  ) {
    super();
    this.tasks = new EngineTasks(
      () => host.for('analyze'),
      () => this.changed(),
    );
    this.cursor = new TreeCursor(gameTreeOf(newGame(variantOf(FREESTYLE, 15, 15, 5))), {
      onMove: () => this.moved(),
      onEdit: (edit) => {
        if (this.lastReview !== null) this.lastReview = reviewInTree(this.lastReview);
        if (edit === 'new-move') this.desk.save(true);
        else this.desk.save();
        this.changed();
      },
    });
    this.desk = new StudyDesk(studies, this.cursor, {
      onOpen: () => {
        this.setup = null;
        this.moved();
      },
      onRefresh: () => this.refresh(),
      onChange: () => this.changed(),
    });
    void this.desk.restore(() => this.setup === null);
  }

  get game(): GameState {
    return this.cursor.game;
  }

  /** What the engine is doing; null: nothing. */
  get activity(): Task | null {
    return this.tasks.current;
  }

  /** The last review, of a line of this tree; null: none. */
  get review(): ReviewedLine | null {
    return this.lastReview?.line[0] === this.cursor.line[0] ? this.lastReview : null;
  }

  /** @param isThinking whether the engine searches every position on the board */
  enter(isThinking: boolean): void {
    this.isEntered = true;
    this.isOn = isThinking;
    this.refresh();
  }

  leave(): void {
    this.isEntered = false;
    this.drop();
    this.changed();
  }

  /** Opens a game that is being played, unless it has no moves or was the last one opened here. */
  follow(game: GameState): void {
    if (game === this.followed || game.plies.length === 0) return;
    this.followed = game;
    this.desk.openGame(game);
  }

  toggle(): void {
    this.isOn = !this.isOn;
    this.refresh();
  }

  setLineCount(count: number): void {
    this.lines.count = count;
    remember('lines', count);
    this.refresh();
  }

  exclude(point: XY): void {
    if (this.lines.exclude(point, this.game)) this.refresh();
  }

  includeAll(): void {
    this.lines.includeAll();
    this.refresh();
  }

  toggleThreats(): void {
    this.preview = null;
    this.threats.toggle(this.game);
    this.changed();
  }

  show(preview: Preview | null): void {
    this.preview = preview;
    this.changed();
  }

  /** @param index of a candidate line */
  showLine(index: number): void {
    const info = this.lines.best[index];
    if (info === undefined) this.show(null);
    else {
      const line = info.winIn === null ? info.pv.slice(0, SHOWN_PLIES) : info.pv;
      this.show({ line, color: this.cursor.color, index });
    }
  }

  /** Shows a candidate line, or hides it if it is the one shown, even if the engine has changed it since. */
  toggleLine(index: number): void {
    if (this.preview?.index === index) this.show(null);
    else this.showLine(index);
  }

  /** Asks what the other side would do if it were to move. */
  askThreat(): Promise<void> {
    return this.ask('threat', findThreat);
  }

  /** Searches for a win by threats. */
  solve(): Promise<void> {
    return this.ask('proof', findProof);
  }

  /** Searches every position of the line. */
  async reviewGame(): Promise<void> {
    this.progress = 0;
    const { line } = this.cursor;
    const done = await this.start('review', 'review', (engine, isCurrent) =>
      reviewLine(engine, line, isCurrent, (share) => {
        this.progress = share;
        this.soon();
      }),
    );
    if (done === null) return;
    this.lastReview = reviewedLine(line, done);
    this.refresh();
  }

  /** Puts the first of some mistakes of the review on the board. */
  startRetry(mistakes: readonly Mistake[]): void {
    if (this.review !== null) this.retryMistakes(tasksOfReview(this.review, mistakes));
  }

  /** Puts the first of some mistakes on the board. */
  retryMistakes(tasks: RetryTasks): void {
    this.goToMistake(beginRetry(tasks));
  }

  /** Judges a move in place of the current mistake. */
  async attempt(point: XY): Promise<void> {
    const { retry } = this;
    const task = retry?.task ?? null;
    if (retry === null || task === null) return;
    if (!acceptsAttempt(retry) || !isLegal(this.game.position, point.x, point.y)) return;
    const known = knownAttempt(task, point);
    this.retry = withAttempt(retry, known ?? { point, chance: null, isRight: false });
    if (known !== null) {
      this.changed();
      return;
    }
    const judged = await this.start('attempt', 'attempt', (engine) => judgeAttempt(engine, task, point));
    if (judged === null) return;
    this.retry = withAttempt(retry, judged);
    this.changed();
  }

  /** Shows the engine's line in place of the current mistake. */
  showSolution(): void {
    const task = this.retry?.task ?? null;
    if (this.retry === null || task === null) return;
    this.drop();
    this.retry = { ...this.retry, isSolutionShown: true };
    const { better, missedWinIn } = task.mistake.move;
    this.show({ line: better.slice(0, missedWinIn ?? SHOWN_PLIES), color: this.cursor.color, index: null });
  }

  goToNextMistake(): void {
    if (this.retry !== null) this.goToMistake(nextMistake(this.retry));
  }

  endRetry(): void {
    this.retry = null;
    this.refresh();
  }

  private goToMistake(retry: Retry): void {
    this.retry = retry;
    const { task } = retry;
    if (task === null) this.refresh();
    else if (lineThrough(task.node)[0] === this.cursor.line[0]) this.cursor.go(task.node);
    else this.desk.openTree(task.node);
  }

  /** Ends a question with the best answer so far, or another task without one. */
  stop(): void {
    if (this.activity === 'proof' || this.activity === 'threat') this.host.for('analyze').stop();
    else this.refresh();
  }

  beginSetup(): void {
    this.drop();
    this.setup = setupFrom(this.game);
    this.changed();
  }

  putStone(point: XY, color: Color): void {
    this.editSetup((setup) => withStone(setup, point, color));
  }

  setToPlay(toPlay: Color): void {
    this.editSetup((setup) => ({ ...setup, toPlay }));
  }

  private editSetup(edit: (setup: Setup) => Setup): void {
    if (this.setup === null) return;
    this.setup = edit(this.setup);
    this.changed();
  }

  /** @param isWanted whether the setup becomes the first position of a new tree */
  endSetup(isWanted: boolean): void {
    const setup = this.setup;
    this.setup = null;
    if (setup !== null && isWanted) this.desk.openTree(rootOf(gameOfSetup(setup)));
    else this.refresh();
  }

  private moved(): void {
    // Another position than that of the mistake is an analysis again.
    if (this.retry !== null && this.retry.task?.node !== this.cursor.current) this.retry = null;
    this.lines.includeAll();
    this.refresh();
  }

  /** Starts again with the position on the board. */
  private refresh(): void {
    this.drop();
    this.finding = null;
    this.threats.find(this.game);
    this.changed();
    if (this.isSearching) void this.searchLines();
  }

  /** Whether the position on the board is to be searched while no question is asked. */
  private get isSearching(): boolean {
    const isFree = this.isEntered && this.setup === null && this.retry === null;
    return isFree && this.isOn && this.game.end === null;
  }

  private async searchLines(): Promise<void> {
    const { current } = this.cursor;
    const done = await this.start('lines', 'analysis', (engine, isCurrent) =>
      this.lines.search(engine, current.game, isCurrent, (info) => {
        if (info.line === 0 && info.depth >= MIN_DEPTH) noteFigures(current, info);
        this.soon();
      }),
    );
    if (done !== null) this.changed();
  }

  /** Shows the answer of the engine; a search that was on continues. */
  private async ask(
    kind: EngineFinding['kind'],
    question: (engine: Searcher, game: GameState) => Promise<EngineFinding>,
  ): Promise<void> {
    const { game } = this;
    if (game.end !== null) return;
    const { current } = this.cursor;
    const finding = await this.start(kind, kind, (engine) => question(engine, game));
    if (finding === null) return;
    if (finding.kind === 'proof' && finding.figures !== null) noteFigures(current, finding.figures);
    if (this.isSearching) void this.searchLines();
    this.finding = finding;
    const line = finding.figures?.pv ?? [];
    this.preview = line.length === 0 ? null : { line, color: finding.color, index: null };
    this.changed();
  }

  private start<T>(kind: Task, name: string, job: EngineJob<T>): Promise<T | null> {
    this.drop();
    return this.tasks.run(kind, name, job);
  }

  /** Cancels the current task and hides what it has shown. */
  private drop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.lines.clear();
    this.preview = null;
    this.tasks.drop();
  }

  /** Updates the page, but not with every report. */
  private soon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.changed();
    }, PERIOD_MS);
  }
}
