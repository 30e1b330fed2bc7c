/** A game looked at with the engine: live lines, threats, proofs, and the whole game at once. */
import { BLACK, type Color, opponentOf, WHITE } from '../../core/color.ts';
import { messageOf } from '../../core/errors.ts';
import type { XY } from '../../core/point.ts';
import { FREESTYLE } from '../../core/rule-code.ts';
import type { Engine, SearchFigures, SearchInfo, ThinkLimits } from '../../engine/api.ts';
import { isUnanswered } from '../../engine/errors.ts';
import { type GameState, newGame, sideToMove } from '../../game/state/game-state.ts';
import { type Threats, threatsOf } from '../../game/state/threats.ts';
import { variantOf } from '../../game/state/variant.ts';
import { analyzeGame, REVIEW_NODES } from '../../review/analyze-game.ts';
import { blacksChance, chanceOf } from '../../review/chance.ts';
import { gameOfSetup, type Setup, setupFrom, withStone } from '../../review/setup.ts';
import {
  childAt,
  cutOff,
  gameTreeOf,
  hasWork,
  lineThrough,
  promote,
  rootOf,
  type TreeNode,
} from '../../review/tree.ts';
import { emptyCount, isLegal } from '../../rules/index.ts';
import type { EngineHost } from '../engine/host.ts';
import { Model } from '../state/model.ts';
import { readKept, remember } from '../state/storage.ts';
import { nameTree, nodeAfter, type OpenStudy, rootOfTree, type StudyRecord, treeOfStudy } from '../study/record.ts';
import type { StudyStore } from '../study/store.ts';

/** Most lines that are shown at once. */
export const MAX_SHOWN_LINES = 10;

/** A search without an end: a day. */
const ENDLESS_MS = 86_400_000;
/** What is shown changes at most this often: eyes follow no faster, and the page has better to do. */
const PERIOD_MS = 125;
/** A first look at a position is not worth a mark on the graph. */
const MIN_DEPTH = 4;
/** How long a proof is looked for. */
const SOLVING_MS = 15_000;
/** Nodes to find out what the other side would do. */
const THREAT_NODES = 150_000;

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Moves of a line that are shown on the board; what comes later is a guess. A proven win is shown whole. */
const SHOWN_PLIES = 12;

/** A line of play to be shown on the board. */
export interface Preview {
  readonly line: readonly XY[];
  /** Who plays its first move. */
  readonly color: Color;
  /** Which of {@link AnalyzeModel.lines} it was when it was shown, from 0; null: it is another line. */
  readonly index: number | null;
}

/** What a question to the engine has brought. */
export type SolveFinding =
  | { readonly kind: 'proof'; readonly figures: SearchFigures | null; readonly color: Color }
  | { readonly kind: 'threat'; readonly figures: SearchFigures; readonly color: Color };

export type Task = 'none' | 'lines' | 'proof' | 'threat' | 'review';

export interface BothThreats {
  readonly black: Threats;
  readonly white: Threats;
}

export class AnalyzeModel extends Model {
  private readonly host: EngineHost;
  private readonly studies: StudyStore;
  /** What is on the board before anything else is. */
  private readonly first: TreeNode;
  private node: TreeNode;
  /** The study that the tree is kept as, once there is work in it. */
  private study: OpenStudy;
  private lineCount: number;
  private isWanted = true;
  /** Whether the tree is on the board, not a game that is played. */
  private isEntered = false;
  /** The game of {@link follow}. */
  private followed: GameState | null = null;
  private shelved: { readonly node: TreeNode; readonly study: OpenStudy } | null = null;
  private isEditing: Setup | null = null;
  private doing: Task = 'none';
  private shown: SearchInfo[] = [];
  private excluded: XY[] = [];
  private showsThreats = false;
  private foundThreats: BothThreats | null = null;
  private previewed: Preview | null = null;
  private found: SolveFinding | null = null;
  private reviewed = 0;
  /** Number of the newest task; what older ones bring is void. */
  private task = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: EngineHost, studies: StudyStore) {
    super();
    this.host = host;
    this.studies = studies;
    this.first = gameTreeOf(newGame(variantOf(FREESTYLE, 15, 15, 5)));
    this.node = this.first;
    this.study = studies.begin(null);
    studies.copied = (study, name) => this.nameCopy(study, name);
    studies.subscribe(() => this.followOtherTab());
    void studies.loaded.then(() => this.restore());
    const kept = readKept('lines');
    this.lineCount = typeof kept === 'number' && kept >= 0 && kept <= MAX_SHOWN_LINES ? kept : 3;
  }

  /** Unless something else has been begun by now, the study of the last visit is there, or the one of the link. */
  private restore(): void {
    const { link } = this.study;
    const hasBegun = this.isKept || this.isEditing !== null || hasWork(this.node);
    if (hasBegun || (link === null && this.node !== this.first)) return;
    const record = link === null ? this.studies.last : this.studies.ofLink(link);
    if (record === null) return;
    try {
      this.take(this.studies.open(record));
    } catch {
      // It stays in the list, where it can be saved as a file.
    }
  }

  /** Whether the tree is a study that is kept, or about to be. */
  private get isKept(): boolean {
    return this.studies.isKept(this.study);
  }

  get game(): GameState {
    return this.node.game;
  }

  get current(): TreeNode {
    return this.node;
  }

  get line(): TreeNode[] {
    return lineThrough(this.node);
  }

  get color(): Color {
    return sideToMove(this.node.game);
  }

  get activity(): Task {
    return this.doing;
  }

  /** Whether the engine looks at whatever is on the board. */
  get isOn(): boolean {
    return this.isWanted;
  }

  get count(): number {
    return this.lineCount;
  }

  get leftOut(): readonly XY[] {
    return this.excluded;
  }

  get threats(): BothThreats | null {
    return this.foundThreats;
  }

  get areThreatsShown(): boolean {
    return this.showsThreats;
  }

  get preview(): Preview | null {
    return this.previewed;
  }

  get finding(): SolveFinding | null {
    return this.found;
  }

  /** How much of the game has been looked at, 0 to 1. */
  get progress(): number {
    return this.reviewed;
  }

  /** The best lines so far, best first. One that an iteration has not come to yet may begin like one that it has. */
  get lines(): SearchInfo[] {
    const seen = new Set<number>();
    const best: SearchInfo[] = [];
    for (const info of this.shown) {
      if (info === undefined || info.pv.length === 0 || seen.has(keyOf(info.pv[0]))) continue;
      seen.add(keyOf(info.pv[0]));
      best.push(info);
    }
    return best.slice(0, Math.max(1, this.lineCount));
  }

  /** @param isThinking whether the engine looks at what is on the board */
  enter(isThinking: boolean): void {
    this.isEntered = true;
    this.isWanted = isThinking;
    this.refresh();
  }

  leave(): void {
    this.isEntered = false;
    this.drop();
    this.changed();
  }

  /**
   * Looks at a game that is played, from its last position on; a game that was opened before, and one without moves,
   * changes nothing. /
   */
  follow(game: GameState): void {
    if (game === this.followed || game.plies.length === 0) return;
    this.followed = game;
    this.open(game);
  }

  /** Looks at another game, from its last position on. @param link that it comes from: a study begun from it goes on */
  open(game: GameState, shown = game.plies.length, link: string | null = null): void {
    const record = link === null ? null : this.studies.ofLink(link);
    if (record !== null && this.openStudy(record)) return;
    const last = gameTreeOf(game);
    this.openTree(last, this.studies.begin(link));
    if (shown === last.game.plies.length) return;
    while (this.node.game.plies.length > shown && this.node.parent !== null) this.node = this.node.parent;
    this.refresh();
  }

  /** Looks at another tree, from one of its positions on. One that is kept already is that study. */
  openTree(node: TreeNode, study?: OpenStudy): void {
    this.shelve();
    const record = study === undefined && hasWork(node) ? this.studies.same(node) : null;
    const kept = study ?? (record === null ? this.studies.begin(null) : this.studies.open(record).study);
    this.take({ node, study: kept });
    if (!this.isKept) this.keepTree();
  }

  /** Looks at the first of the games of a file; where there are several, all become studies. */
  openTrees(games: readonly TreeNode[]): void {
    const [first, ...others] = games;
    for (const node of others) {
      if (this.studies.same(node) === null) this.studies.save(this.studies.begin(null), node);
    }
    this.openTree(first);
    if (others.length > 0) this.keepTree(true);
  }

  /** Goes on with a study that is kept. @returns false if it cannot be read */
  openStudy(record: StudyRecord): boolean {
    if (record.id === this.study.id) return true;
    try {
      const opened = this.studies.open(record);
      this.shelve();
      this.take(opened);
      return true;
    } catch {
      return false;
    }
  }

  /** Begins a study with an empty board. */
  newStudy(): void {
    this.openTree(gameTreeOf(newGame(this.game.variant)));
  }

  /** @param name empty: it is called by how it begins */
  rename(record: StudyRecord, name: string): void {
    const inMemory = [{ study: this.study, node: this.node }, this.shelved].find((one) => one?.study.id === record.id);
    if (inMemory) {
      nameTree(inMemory.node, name);
      this.studies.save(inMemory.study, inMemory.node);
    } else this.studies.rename(record, name);
    this.changed();
  }

  /** It can be restored from the list. */
  deleteStudy({ id }: StudyRecord): void {
    if (this.shelved?.study.id === id) this.shelved = null;
    if (this.study.id === id) {
      const { variant } = this.game;
      this.take({ node: gameTreeOf(newGame(variant)), study: this.studies.begin(null) });
    }
    void this.studies.setDeleted(id, true);
  }

  /** The study on the board; null: nothing of it is kept yet. */
  get openedId(): string | null {
    return this.isKept ? this.study.id : null;
  }

  private shelve(): void {
    if (hasWork(this.node) || this.isKept) this.shelved = { node: this.node, study: this.study };
  }

  private take({ node, study }: { readonly node: TreeNode; readonly study: OpenStudy }): void {
    this.node = node;
    this.study = study;
    this.isEditing = null;
    if (this.shelved?.study === study) this.shelved = null;
    if (study.revision > 0) this.studies.noteOpen(study);
    this.moved();
  }

  /** Whether there is a tree with variations or remarks that another has taken the place of. */
  get hasEarlier(): boolean {
    return this.shelved !== null;
  }

  /** Back to it; the one that is shown is put away in its place. */
  backToEarlier(): void {
    const { shelved } = this;
    if (shelved === null) return;
    this.shelve();
    this.take(shelved);
    this.followOtherTab();
  }

  /** What another tab has made of the study on the board is shown here too. */
  private followOtherTab(): void {
    const newer = this.studies.newerThan(this.study);
    if (newer === null) return;
    try {
      const root = rootOfTree(treeOfStudy(newer));
      this.study.revision = newer.revision;
      this.node = nodeAfter(root, this.node.game.plies);
      this.refresh();
    } catch {
      // It cannot be read: what is on the board stays, and becomes a study of its own with its next change.
    }
  }

  private nameCopy(study: OpenStudy, name: string): void {
    for (const one of [{ study: this.study, node: this.node }, this.shelved]) {
      if (one?.study === study) nameTree(one.node, name);
    }
  }

  /** How far along its line the position on the board is. */
  get at(): number {
    return this.line.indexOf(this.node);
  }

  /** The set-up that is being made; null: none is. */
  get setup(): Setup | null {
    return this.isEditing;
  }

  /** Begins to set stones up, with those that are on the board. */
  beginSetup(): void {
    this.drop();
    this.isEditing = setupFrom(this.game);
    this.changed();
  }

  putStone(point: XY, color: Color): void {
    if (this.isEditing === null) return;
    this.isEditing = withStone(this.isEditing, point, color);
    this.changed();
  }

  setToPlay(toPlay: Color): void {
    if (this.isEditing === null) return;
    this.isEditing = { ...this.isEditing, toPlay };
    this.changed();
  }

  /** The set-up becomes the first position of a new tree, or nothing comes of it. */
  endSetup(isWanted: boolean): void {
    const { isEditing: setup } = this;
    this.isEditing = null;
    if (setup !== null && isWanted) this.openTree(rootOf(gameOfSetup(setup)));
    else this.refresh();
  }

  setComment(text: string): void {
    this.node.comment = text;
    this.keepTree();
    this.changed();
  }

  /** Puts the next letter on a point, or takes the one that is there away. */
  toggleLetter({ x, y }: XY): void {
    const { labels, game } = this.node;
    const at = y * game.variant.width + x;
    const used = new Set(labels.values());
    const next = LETTERS.find((letter) => !used.has(letter));
    if (labels.has(at)) labels.delete(at);
    else if (next !== undefined) labels.set(at, next);
    this.keepTree();
    this.changed();
  }

  /** Takes the move on the board and all that follows out of the tree. */
  cutOff(): void {
    this.go(cutOff(this.node));
    this.keepTree();
  }

  /** Plays a move: along a line that is there, or as a new variation. */
  play(point: XY): void {
    const { game } = this.node;
    if (game.end !== null || !isLegal(game.position, point.x, point.y)) return;
    const before = this.node.children.length;
    const next = childAt(this.node, point);
    const isNew = this.node.children.length > before;
    this.go(next);
    if (isNew) this.keepTree(true);
  }

  /** @param by positions along the line; negative: back */
  step(by: number): void {
    const { line } = this;
    const target = line[Math.min(line.length - 1, Math.max(0, this.at + by))];
    if (target !== this.node) this.go(target);
  }

  /** @param index of a position of the line that is shown */
  goTo(index: number): void {
    this.step(index - this.at);
  }

  go(node: TreeNode): void {
    this.node = node;
    this.moved();
  }

  /** Makes the line that is shown the main one. */
  makeMain(): void {
    promote(this.line[this.line.length - 1]);
    this.keepTree();
    this.changed();
  }

  /** Back to where the line that is shown left the main one. */
  backToMain(): void {
    let at = this.node;
    const isMain = (node: TreeNode): boolean =>
      node.parent === null || (node.parent.children[0] === node && isMain(node.parent));
    while (!isMain(at) && at.parent !== null) at = at.parent;
    this.go(at);
  }

  get isVariation(): boolean {
    for (let at = this.node; at.parent !== null; at = at.parent) if (at.parent.children[0] !== at) return true;
    return false;
  }

  setCount(count: number): void {
    this.lineCount = count;
    remember('lines', count);
    this.refresh();
  }

  toggle(): void {
    this.isWanted = !this.isWanted;
    this.refresh();
  }

  /** The engine has to have something left. */
  leaveOut(point: XY): void {
    if (emptyCount(this.game.position) - this.excluded.length < 2) return;
    this.excluded = [...this.excluded, point];
    this.refresh();
  }

  takeIn(): void {
    this.excluded = [];
    this.refresh();
  }

  show(preview: Preview | null): void {
    this.previewed = preview;
    this.changed();
  }

  /** @param index of one of {@link lines} */
  showLine(index: number): void {
    const info = this.lines[index];
    if (info === undefined) this.show(null);
    else this.show({ line: info.winIn === null ? info.pv.slice(0, SHOWN_PLIES) : info.pv, color: this.color, index });
  }

  /** Shows a line, or hides it if it is the one shown, which the engine may have changed in the meantime. */
  toggleLine(index: number): void {
    if (this.previewed?.index === index) this.show(null);
    else this.showLine(index);
  }

  toggleThreats(): void {
    this.showsThreats = !this.showsThreats;
    this.previewed = null;
    this.findThreats();
    this.changed();
  }

  /** What would the other side do if it were to move? */
  async askThreat(): Promise<void> {
    const color = opponentOf(this.color);
    const figures = await this.ask('threat', { maxNodes: THREAT_NODES }, color);
    if (figures !== null) this.conclude({ kind: 'threat', figures, color });
  }

  /** Looks for a win by threats that leave no choice. */
  async solve(): Promise<void> {
    const { color } = this;
    const figures = await this.ask('proof', { maximumMs: SOLVING_MS, solve: true }, color);
    if (figures !== null) this.conclude({ kind: 'proof', figures: figures.winIn === null ? null : figures, color });
  }

  /** Ends what the engine is at, with what it has. */
  stop(): void {
    if (this.doing === 'proof' || this.doing === 'threat') this.engine.stop();
    else {
      this.drop();
      this.isWanted = false;
      this.changed();
    }
  }

  /** Looks at every position of the line, from the last one back, as what is learned there helps with those before. */
  async review(): Promise<void> {
    const task = this.begin('review');
    const positions = this.line;
    let done = 0;
    this.reviewed = 0;
    try {
      const games = positions.map(({ game }) => game);
      await analyzeGame(this.engine, games, { maxNodes: REVIEW_NODES }, (index, { chance, best }) => {
        if (task !== this.task) return;
        if (best !== null) note(positions[index], best, chance);
        this.reviewed = ++done / positions.length;
        this.soon();
      });
      if (task !== this.task) return;
    } catch (error) {
      if (task !== this.task || isUnanswered(error)) return;
      throw new Error(`review: ${messageOf(error)}`);
    }
    this.refresh();
  }

  private get engine(): Engine {
    return this.host.for('analyze');
  }

  private moved(): void {
    this.excluded = [];
    this.refresh();
  }

  /**
   * What somebody has worked on is there again after the next visit. @param isWork also where it is a game without
   * remarks
   */
  private keepTree(isWork = this.isKept || hasWork(this.node)): void {
    if (!isWork) return;
    this.studies.save(this.study, this.node);
    this.studies.noteOpen(this.study);
  }

  /** Begins anew with what is on the board. */
  private refresh(): void {
    this.drop();
    this.found = null;
    this.findThreats();
    this.changed();
    const isFree = this.isEntered && this.isEditing === null;
    if (isFree && this.isWanted && this.node.game.end === null) void this.run();
  }

  private async run(): Promise<void> {
    const task = this.begin('lines');
    const { node } = this;
    const lines = Math.max(1, this.lineCount);
    this.setUp(node.game, this.color);
    try {
      await this.engine.think({ maximumMs: ENDLESS_MS, lines, excluded: this.excluded }, (info) => {
        if (task !== this.task || info.kind === 'root') return;
        this.shown[info.line] = info;
        if (info.line === 0 && info.depth >= MIN_DEPTH) note(node, info);
        this.soon();
      });
    } catch (error) {
      if (task !== this.task || isUnanswered(error)) return;
      throw new Error(`analysis: ${messageOf(error)}`);
    }
    if (task !== this.task) return;
    this.doing = 'none';
    this.changed();
  }

  /** @returns what a single search brought, or null if it was given up */
  private async ask(kind: 'proof' | 'threat', limits: ThinkLimits, color: Color): Promise<SearchFigures | null> {
    if (this.node.game.end !== null) return null;
    const task = this.begin(kind);
    this.setUp(this.node.game, color);
    // What was learned before would cut the line short: the answer is to be shown, not only known.
    this.engine.clearHash();
    try {
      const lines: (readonly XY[])[] = [];
      const figures = await this.engine.think(limits, (info) => info.kind !== 'root' && lines.push(info.pv));
      return task === this.task ? { ...figures, pv: longestOf(figures.pv, lines) } : null;
    } catch (error) {
      if (task !== this.task || isUnanswered(error)) return null;
      throw new Error(`${kind}: ${messageOf(error)}`);
    }
  }

  private conclude(finding: SolveFinding): void {
    this.doing = 'none';
    this.isWanted = false;
    this.found = finding;
    const line = finding.figures?.pv ?? [];
    this.previewed = line.length === 0 ? null : { line, color: finding.color, index: null };
    this.changed();
  }

  private begin(kind: Task): number {
    this.drop();
    this.doing = kind;
    this.changed();
    return this.task;
  }

  private drop(): void {
    this.task++;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.shown = [];
    this.previewed = null;
    if (this.doing !== 'none') this.engine.cancel();
    this.doing = 'none';
  }

  private soon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.changed();
    }, PERIOD_MS);
  }

  private setUp({ variant, plies }: GameState, color: Color): void {
    const { width, height, rule } = variant;
    const stones = plies.flatMap((ply, i) =>
      ply === null ? [] : [{ ...ply, color: i % 2 === 0 ? BLACK : WHITE } as const],
    );
    this.engine.setPosition({ width, height, rule: rule.code, winLength: rule.winLength, stones, sideToMove: color });
  }

  /** One side after the other, so that neither holds the page up for long. */
  private findThreats(): void {
    this.foundThreats = null;
    const { node } = this;
    const { position, variant, end } = node.game;
    if (!this.showsThreats || end !== null) return;
    setTimeout(() => {
      if (node !== this.node || !this.showsThreats) return;
      const black = threatsOf(position, variant.rule, BLACK);
      setTimeout(() => {
        if (node !== this.node || !this.showsThreats) return;
        this.foundThreats = { black, white: threatsOf(position, variant.rule, WHITE) };
        this.changed();
      });
    });
  }
}

/**
 * The last line may be cut short, where the table knew the rest: one shown before with the same move goes on further.
 */
function longestOf(pv: readonly XY[], lines: readonly (readonly XY[])[]): readonly XY[] {
  const same = lines.filter((line) => line.length > 0 && pv.length > 0 && keyOf(line[0]) === keyOf(pv[0]));
  return same.reduce((longest, line) => (line.length >= longest.length ? line : longest), pv);
}

/**
 * Keeps what a search has found about a position, unless a larger one has been there before.
 * @param chance Black's, if the moves after it tell more than the search
 */
function note(
  node: TreeNode,
  figures: SearchFigures,
  chance = blacksChance(chanceOf(figures), sideToMove(node.game)),
): void {
  if (figures.nodes < node.weight) return;
  node.chance = chance;
  node.weight = figures.nodes;
}

function keyOf({ x, y }: XY): number {
  return y * 100 + x;
}
