/** The state of one <tengen-board>: a game, how much of it is shown, and what the engine does about it. */
import { BLACK, type Color, sideName } from '../../core/color.ts';
import { messageOf } from '../../core/errors.ts';
import { nameOf, samePoint, type XY } from '../../core/point.ts';
import type { SearchInfo } from '../../engine/api.ts';
import { winChance } from '../../engine/win-chance.ts';
import type { Problem } from '../../play/problems/problem.ts';
import { type GameState, sideToMove, withoutPlies, withPly } from '../../play/state/game-state.ts';
import { isFoul, isLegal } from '../../rules/index.ts';
import { Model } from '../state/model.ts';
import { type Attribute, type AttributeTexts, type BoardSettings, movesText, readAttributes } from './attributes.ts';
import type { BoardEngine } from './engine.ts';
import type { AnalysisDetail, EndDetail, MoveDetail, Side } from './public.d.ts';

interface BoardEvents {
  onMove(detail: MoveDetail): void;
  onEnd(detail: EndDetail): void;
  onAnalysis(detail: AnalysisDetail): void;
}

/** Milliseconds between two reports of the analysis. */
const PERIOD_MS = 125;

/** A remark on the visitor's last click. */
export type Note =
  | { readonly kind: 'forbidden' | 'wrong'; readonly point: XY }
  /** A move of the solution, and the answer to it. */
  | { readonly kind: 'right'; readonly point: XY; readonly reply: XY }
  | { readonly kind: 'solved' };

const SOLVED: Note = { kind: 'solved' };

const START_ATTRIBUTES: readonly Attribute[] = ['moves', 'position', 'rule', 'size', 'problem'];

export class BoardModel extends Model {
  private settings: BoardSettings;
  game: GameState;
  private shownPlies: number;
  /** The color that the visitor plays against the engine, or in a problem. */
  private visitor: Color;
  private attributeFault = '';
  /** Whether an attribute that describes the game from its start has been set and not been applied yet. */
  private isStartSet = false;
  private engineFault = '';
  note: Note | null = null;
  /** Candidate moves of the position, best first. */
  candidates: readonly SearchInfo[] = [];
  isEngineThinking = false;
  private isConnected = false;
  private engine: Promise<BoardEngine> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly events: BoardEvents) {
    super();
    this.settings = readAttributes({});
    this.game = this.settings.game;
    this.shownPlies = 0;
    this.visitor = BLACK;
  }

  /** The game up to the position on the board. */
  get shown(): GameState {
    const hidden = this.game.plies.length - this.shownPlies;
    return hidden === 0 ? this.game : withoutPlies(this.game, hidden);
  }

  /** Moves on the board since the first position. */
  get index(): number {
    return this.shownPlies - this.first;
  }

  get moves(): string {
    return movesText(this.game);
  }

  get turn(): BoardSettings['turn'] {
    return this.settings.turn;
  }

  /** Null: the board has none. */
  get problem(): Problem | null {
    return this.settings.problem;
  }

  /** The task of the problem that is being solved; null: none is. */
  get task(): 'win' | 'defend' | null {
    const { problem } = this.settings;
    return problem === null || this.isSolved ? null : problem.kind === 'defense' ? 'defend' : 'win';
  }

  /** What is wrong with the attributes or the engine; empty if nothing is. */
  get fault(): string {
    return this.attributeFault || (this.engineFault && `engine: ${this.engineFault}`);
  }

  /** Why the engine has stopped working, if that is the fault; otherwise empty. */
  get failure(): string {
    return this.attributeFault === '' ? this.engineFault : '';
  }

  /** The color that a click places; null: clicks do nothing. */
  get toPlay(): Color | null {
    const { shown, settings } = this;
    if (shown.end !== null || this.isEngineThinking) return null;
    const color = sideToMove(shown);
    if (settings.problem === null && settings.engine === 'analyze') return color;
    const isIdle = settings.problem === null && settings.engine === 'off';
    const isAtEnd = this.shownPlies === this.game.plies.length;
    return !isIdle && isAtEnd && !this.isSolved && color === this.visitor ? color : null;
  }

  /**
   * Applies the attributes. If one is invalid, {@link fault} says why, and everything else stays as it was.
   * @param set the attributes that have been set, perhaps to the value that they had: only those that describe the game
   *   start it again
   */
  read(texts: AttributeTexts, set: ReadonlySet<Attribute>): void {
    this.isStartSet ||= START_ATTRIBUTES.some((name) => set.has(name));
    try {
      const settings = readAttributes(texts);
      this.attributeFault = '';
      const isSame = isSameStart(settings, this.settings) && movesText(settings.game) === this.moves;
      const { engine, level } = this.settings;
      this.settings = settings;
      if (engine !== settings.engine) this.visitor = sideToMove(this.game);
      const mustLoad = this.isStartSet && !isSame;
      this.isStartSet = false;
      if (mustLoad) this.load();
      else if (engine !== settings.engine || level !== settings.level) this.ask();
    } catch (error) {
      this.attributeFault = messageOf(error);
    }
    this.changed();
  }

  restart(): void {
    this.load();
    this.changed();
  }

  /** @param index moves on the board since the first position; the nearest possible number counts */
  goTo(index: number): void {
    const wanted = Number.isNaN(index) ? this.index : index;
    const plies = this.first + Math.min(this.game.plies.length - this.first, Math.max(0, Math.trunc(wanted)));
    if (plies === this.shownPlies) return;
    this.shownPlies = plies;
    this.note = this.isSolved && plies === this.game.plies.length ? SOLVED : null;
    if (this.settings.engine === 'analyze') this.ask();
    this.changed();
  }

  play(point: XY): void {
    const { toPlay, shown } = this;
    if (toPlay === null || !isLegal(shown.position, point.x, point.y)) return;
    this.note = null;
    if (isFoul(shown.position, shown.variant.rule, point, toPlay)) this.note = { kind: 'forbidden', point };
    else if (this.settings.problem !== null) this.attempt(point);
    else {
      this.add(point, 'visitor');
      this.ask();
    }
    this.changed();
  }

  connect(): void {
    this.isConnected = true;
    this.ask();
  }

  disconnect(): void {
    this.isConnected = false;
    this.isEngineThinking = false;
    clearTimeout(this.timer);
    this.timer = undefined;
    void this.engine?.then((engine) => engine.close());
    this.engine = null;
  }

  private get first(): number {
    return this.game.setupPlies ?? 0;
  }

  private get isSolved(): boolean {
    const { problem } = this.settings;
    if (problem === null) return false;
    return this.game.end !== null || this.game.plies.length - this.first >= problem.line.length;
  }

  private load(): void {
    const { game } = this.settings;
    this.game = game;
    this.shownPlies = game.plies.length;
    this.visitor = sideToMove(game);
    this.note = null;
    this.engineFault = '';
    this.ask();
  }

  private add(point: XY, by: MoveDetail['by']): void {
    const { shown } = this;
    const color = sideName(sideToMove(shown));
    this.game = withPly(shown, point);
    this.shownPlies = this.game.plies.length;
    const move = nameOf(point, shown.variant.height);
    this.events.onMove({ move, color, by, moves: this.moves });
    const { end } = this.game;
    if (end !== null && this.settings.problem === null) {
      this.events.onEnd({ result: end.result as Side | 'draw', reason: end.reason, moves: this.moves });
    }
  }

  /** Tries a move in a problem. If it is the solution's next move, the solution's reply follows. */
  private attempt(point: XY): void {
    const line = this.settings.problem?.line ?? [];
    const at = this.game.plies.length - this.first;
    if (!samePoint(line[at], point)) {
      this.note = { kind: 'wrong', point };
      return;
    }
    this.add(point, 'visitor');
    const reply = line[at + 1];
    if (reply !== undefined && this.game.end === null) this.add(reply, 'engine');
    this.note = reply === undefined || this.isSolved ? SOLVED : { kind: 'right', point, reply };
    if (this.isSolved) this.events.onEnd({ result: 'solved', reason: 'problem', moves: this.moves });
  }

  /** Has the engine do what the position needs: a move, an analysis or nothing. */
  private ask(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.candidates = [];
    this.isEngineThinking = false;
    const { engine, problem, level } = this.settings;
    const game = engine === 'play' ? this.game : this.shown;
    const isMove = engine === 'play' && sideToMove(game) !== this.visitor;
    const isWanted = this.isConnected && problem === null && game.end === null && (isMove || engine === 'analyze');
    if (!isWanted) {
      void this.engine?.then((started) => started.stop());
      return;
    }
    this.isEngineThinking = isMove;
    this.engine ??= this.start();
    // A later request replaces this one, once the engine has started.
    this.engine
      .then(async (started) => {
        if (isMove) this.answer(await started.move(game, level, newSeed()));
        else await started.analyze(game, (lines) => this.report(game, lines));
      })
      .catch((error) => this.fail(messageOf(error)));
  }

  private async start(): Promise<BoardEngine> {
    const { BoardEngine } = await import('./engine.ts');
    return new BoardEngine((text) => this.fail(text));
  }

  /** @param move null: another request has replaced that for it */
  private answer(move: XY | null): void {
    if (move === null) return;
    this.isEngineThinking = false;
    this.shownPlies = this.game.plies.length;
    this.add(move, 'engine');
    this.changed();
  }

  private report(game: GameState, lines: readonly SearchInfo[]): void {
    this.candidates = lines;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.events.onAnalysis(detailOf(game, this.candidates));
      this.changed();
    }, PERIOD_MS);
  }

  private fail(text: string): void {
    this.isEngineThinking = false;
    this.engineFault = text;
    this.changed();
  }
}

/** Whether two boards begin with the same position and task. */
function isSameStart(one: BoardSettings, other: BoardSettings): boolean {
  const [a, b] = [one.game, other.game];
  const setUp = ({ plies, setupPlies = 0, variant }: GameState) =>
    JSON.stringify([variant, plies.slice(0, setupPlies)]);
  return setUp(a) === setUp(b) && JSON.stringify(one.problem?.line) === JSON.stringify(other.problem?.line);
}

function detailOf(game: GameState, lines: readonly SearchInfo[]): AnalysisDetail {
  const { height } = game.variant;
  return {
    moves: movesText(game),
    lines: lines.map(({ pv, score, winIn, depth }) => ({
      moves: pv.map((point) => nameOf(point, height)).join(' '),
      winChance: winChance({ score, winIn }),
      winIn,
      depth,
    })),
  };
}

function newSeed(): number {
  return Math.floor(Math.random() * 0x7fffffff);
}
