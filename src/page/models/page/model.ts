/** The page as a whole: its models, its mode, the dialog that is open, and the ways from one mode to another. */
import { messageOf } from '../../../core/errors.ts';
import { gameTreeOf, type TreeNode } from '../../../play/review/tree.ts';
import { type PlayerNames, playersOfTree, withPlayers } from '../../../play/review/tree-sgf.ts';
import type { GameState } from '../../../play/state/game-state.ts';
import type { EngineChoice } from '../../engine/engine-choice.ts';
import { EngineHost } from '../../engine/host.ts';
import { say } from '../../lang/languages.ts';
import { gameOfLink, linkOf, TOO_MANY_GAMES } from '../../share/link.ts';
import { BookShelf } from '../../shelf/book/shelf.ts';
import { LibraryClient } from '../../shelf/library/client.ts';
import type { Dropped } from '../../shelf/library/dropped.ts';
import type { GameFilter, GameRef } from '../../shelf/library/search.ts';
import { treeOfGame } from '../../shelf/library/trees.ts';
import { noGameFilesText, skippedText } from '../../shelf/library/words.ts';
import { moveClosedGames, namesOf } from '../../shelf/played/closed-games.ts';
import type { GameSettings } from '../../shelf/played/settings.ts';
import { StudyStore } from '../../shelf/study/store.ts';
import { StateModel } from '../../state/model.ts';
import { Settings } from '../../state/settings.ts';
import { keeping } from '../../state/storage.ts';
import { AnalyzeModel, type Tool } from '../analyze/model.ts';
import type { RetryTasks } from '../analyze/review.ts';
import { GameReviews } from '../library/game-reviews.ts';
import { PlayModel } from '../play/model.ts';
import type { ProblemModel } from '../problems/model.ts';
import { addressOf, type DialogName, type Mode, type PagePlace, placeOfAddress } from './place.ts';

/** State of an entry of the browser's history that a dialog has added. */
const DIALOG = 'dialog';

interface PageState {
  readonly mode: Mode;
  /** Null: no dialog is open. */
  readonly dialog: DialogName | null;
  /** Id of the open lesson; empty: the first one that is not done. */
  readonly lesson: string;
  /** The filter with which the library opens, for games with the position on the board; null: all games. */
  readonly libraryFilter: GameFilter | null;
  /** What a click on the board does in a study. */
  readonly tool: Tool;
  /** Why a link or a file could not be opened; empty: nothing went wrong. */
  readonly fault: string;
}

/** Files that open as books when they are dropped on the page. */
const BOOK_FILE = /\.(?:tbook|tbk|lib|db)$/i;
/** Collections, which only the library can hold. */
const COLLECTION = /\.(?:rif|xml|jsonl)$/i;
/** Larger files have more games than can be studies. */
const MAX_BYTES = 2_000_000;
/** Games with players, which the library keeps when they are opened. */
const GAME_FILE = /\.(?:sgf|psq)$/i;

export class PageModel extends StateModel<PageState> {
  readonly settings = new Settings();
  readonly host = new EngineHost();
  readonly studies = new StudyStore();
  readonly shelf = new BookShelf();
  readonly library = new LibraryClient();
  readonly reviews = new GameReviews(this.library);
  readonly play = new PlayModel(this.host);
  readonly analyze = new AnalyzeModel(this.host, this.studies);
  private loading: Promise<ProblemModel> | null = null;
  /** Loaded when they are first opened; null: they were not. */
  problems: ProblemModel | null = null;
  private hasBegun = false;
  /** The address as the model has noted it; null: its place is being opened. */
  private address: string | null = null;
  /** Mode, and tree or problem, of the address: another one is a new entry of the browser's history. */
  private entry = '';
  private isNoting = false;
  /** Whether the browser goes back from the entry of a closed dialog. */
  private isLeaving = false;
  /** The library's game on the board, and the key of its tree. */
  private libraryGame: { readonly ref: GameRef; readonly key: string } | null = null;

  /** @param problemsModule loads the problems' part of the page */
  constructor(private readonly problemsModule: () => Promise<{ readonly ProblemModel: typeof ProblemModel }>) {
    super({ mode: 'play', dialog: null, lesson: '', libraryFilter: null, tool: 'move', fault: '' });
    this.play.onReplaced = () => this.keepClosedGames();
    const { settings, host, studies, shelf, reviews, play, analyze } = this;
    for (const part of [settings, host, studies, shelf, reviews, play, analyze, keeping]) {
      part.subscribe(() => this.changed());
    }
  }

  get game(): GameState {
    if (this.mode === 'problems' && this.problems !== null) return this.problems.game;
    return this.mode === 'play' ? this.play.game : this.analyze.game;
  }

  /** The names of the players of the game on the board; empty: unknown. */
  get players(): PlayerNames {
    if (this.showsTree) return playersOfTree(this.analyze.cursor.current);
    return this.mode === 'play' ? namesOf(this.play.played) : { black: '', white: '' };
  }

  get showsTree(): boolean {
    return this.mode === 'analyze' || this.mode === 'study';
  }

  /** Opens the game of the address, or else the game of the last visit. */
  start(): void {
    this.begin();
    this.keepClosedGames();
    addEventListener('popstate', () => (this.isLeaving ? this.arrive() : void this.go()));
    this.subscribe(() => this.noteSoon());
    // A phone in a pocket saves its battery.
    document.addEventListener('visibilitychange', () => {
      if (this.showsTree && matchMedia('(pointer: coarse)').matches) this.pause();
    });
  }

  /** The page is drawn before it starts, so a quick user may choose a mode first. */
  private begin(): void {
    if (this.hasBegun) return;
    this.hasBegun = true;
    void this.go();
  }

  private get place(): PagePlace {
    const { mode, dialog } = this.shown;
    const place: PagePlace = { mode, dialog, id: '', game: null, link: '' };
    if (mode === 'problems') return { ...place, id: this.problems?.shown.listed?.id ?? '' };
    if (mode === 'learn') return { ...place, id: this.shown.lesson };
    if (mode === 'play') return place;
    const { desk, cursor } = this.analyze;
    if (desk.openId !== null) return { ...place, ...(desk.link === null ? { id: desk.openId } : { link: desk.link }) };
    if (this.libraryGame?.key === desk.key) return { ...place, game: this.libraryGame.ref };
    return { ...place, link: linkOf(cursor.line[cursor.line.length - 1].game, cursor.game.plies.length) };
  }

  private async go(): Promise<void> {
    const address = location.hash;
    const { mode, dialog, id, game, link } = placeOfAddress(address);
    const isThere = this.address !== null && address === addressOf({ ...this.place, dialog });
    this.address = null;
    this.set({ dialog, libraryFilter: null });
    try {
      if (isThere) return;
      const linked = link === '' ? null : gameOfLink(link);
      if (linked !== null) this.analyze.desk.openGame(linked.game, linked.shown, link);
      else if (id === '' && game === null && this.mode === 'play' && mode !== 'play') {
        this.analyze.follow(this.play.game);
      }
      this.enter(mode, id);
      if (this.showsTree && id !== '') await this.openStudy(id, address);
      if (this.showsTree && game !== null) await this.openRef(game, address);
    } catch (error) {
      // The page stays as it is.
      if (link !== '') this.enter(this.mode);
      this.fail(link === '' ? messageOf(error) : say('badLink', { reason: messageOf(error) }));
    } finally {
      if (location.hash === address) this.note();
    }
  }

  private async openStudy(id: string, address: string): Promise<void> {
    await this.studies.loaded;
    if (location.hash !== address) return;
    const record = this.studies.list.find((one) => one.id === id);
    if (record === undefined || !this.analyze.desk.openStudy(record)) this.fail(say('placeGone'));
  }

  private async openRef(ref: GameRef, address: string): Promise<void> {
    const found = await this.library.ask('read', ref);
    if (location.hash !== address) return;
    if (found === null) this.fail(say('placeGone'));
    else this.openGame(treeOfGame(found), ref, this.shown.dialog);
  }

  /** Notes the place in the address once all of its parts have changed. */
  private noteSoon(): void {
    if (this.isNoting) return;
    this.isNoting = true;
    queueMicrotask(() => {
      this.isNoting = false;
      // Otherwise a place is being opened, or the user has just gone to another one.
      if (this.address === location.hash) this.note();
    });
  }

  /** Notes the place in the address. Another mode, tree, problem or dialog is a new entry of the browser's history. */
  private note(): void {
    const { place, entry: before } = this;
    const isNavigation = this.address === null;
    const { dialog: left } = placeOfAddress(location.hash);
    this.address = addressOf(place);
    this.entry = `${place.mode} ${!this.showsTree ? place.id : this.analyze.desk.key}`;
    if (this.address === location.hash) return;
    // A problem or lesson is known once its view has been loaded.
    const isOther = this.entry !== before && before !== 'problems ' && before !== 'learn ';
    const isOpened = place.dialog !== null && left === null;
    if (!isNavigation && !isOther && left !== null && place.dialog === null && history.state === DIALOG) {
      this.isLeaving = true;
      history.back();
      return;
    }
    const url = location.pathname + location.search + this.address;
    // A dialog that leads to another place gives it its entry.
    if (!isNavigation && (isOpened || (isOther && left === null))) history.pushState(isOpened ? DIALOG : null, '', url);
    else history.replaceState(place.dialog === null ? null : history.state, '', url);
  }

  private arrive(): void {
    this.isLeaving = false;
    this.address = location.hash;
    this.note();
  }

  /** Moves games to the library that no open tab shows, and adds the one on the board if it is over. */
  private keepClosedGames(): void {
    void moveClosedGames(this.library, this.play.finished).catch(() => {
      // They stay where they are until the next attempt.
    });
  }

  /** Stops the analysis while the page is hidden. */
  private pause(): void {
    if (document.hidden) this.analyze.leave();
    else this.analyze.enter(this.analyze.isOn);
  }

  private get mode(): Mode {
    return this.shown.mode;
  }

  /** @param id of the problem or lesson to open; empty: any */
  private enter(next: Mode, id = ''): void {
    if (this.analyze.setup !== null) this.analyze.endSetup(false);
    // From the analysis to the study of its tree, the engine continues.
    const isOn = this.showsTree && this.analyze.isOn;
    this.set({ tool: 'move', mode: next });
    if (next !== 'play') this.play.leave();
    if (!this.showsTree) this.analyze.leave();
    if (next !== 'problems') this.problems?.leave();
    if (next === 'play') this.play.enter();
    else if (next === 'learn') this.set({ lesson: id });
    else if (next === 'problems')
      void this.useProblems(async (model) => {
        if (!(await model.enter(id))) this.fail(say('placeGone'));
      });
    else this.analyze.enter(isOn || next === 'analyze');
  }

  /** Loads the problems if necessary. @param use called unless another mode was entered meanwhile */
  private async useProblems(use: (model: ProblemModel) => Promise<void>): Promise<void> {
    try {
      this.loading ??= this.loadProblems();
      const model = await this.loading;
      if (this.mode === 'problems') await use(model);
    } catch (error) {
      this.loading = null;
      this.fail(say('problemsFailed', { reason: messageOf(error) }));
    }
  }

  private async loadProblems(): Promise<ProblemModel> {
    const { ProblemModel } = await this.problemsModule();
    this.problems = new ProblemModel(this.host);
    this.problems.subscribe(() => this.changed());
    return this.problems;
  }

  /** Checks the position of the analysis, and saves it if it is a problem. */
  saveAsProblem(): void {
    const { game } = this.analyze;
    if (this.analyze.setup !== null) this.analyze.endSetup(false);
    this.set({ tool: 'move', mode: 'problems' });
    this.analyze.leave();
    void this.useProblems(async (model) => {
      await model.store.load();
      await model.check(game);
    });
  }

  /** Goes to another mode. From a game, its analysis shows that game; between analysis and study the tree stays. */
  show(next: Mode): void {
    this.begin();
    if (next === this.mode) return;
    if (this.mode === 'play' && (next === 'analyze' || next === 'study')) this.analyze.follow(this.play.game);
    this.enter(next);
  }

  openLesson(id: string): void {
    this.set({ lesson: id });
  }

  startGame(settings: GameSettings): void {
    this.close();
    this.play.start(settings);
  }

  playOn(): void {
    this.play.continueFrom(this.analyze.game);
    this.enter('play');
  }

  /** Opens the position on the board in the analysis, with the moves that led to it. */
  analyzeShown(): void {
    this.analyze.desk.openTrees([withPlayers(gameTreeOf(this.game), this.players)]);
    this.enter('analyze');
  }

  /** Puts mistakes before the user again, in the analysis. */
  retryMistakes(tasks: RetryTasks): void {
    this.close();
    if (this.analyze.setup !== null) this.analyze.endSetup(false);
    this.analyze.retryMistakes(tasks);
    this.enter('analyze');
  }

  /** @param notes about what a file has and the page does not show */
  openTrees(games: readonly TreeNode[], notes: readonly string[]): void {
    this.close();
    this.fail(notes.join('; '));
    this.analyze.desk.openTrees(games);
    this.enter(this.mode === 'study' ? 'study' : 'analyze');
  }

  /** Opens a game of the library, which becomes a study only with its first change. */
  openGame(node: TreeNode, ref: GameRef, dialog: DialogName | null = null): void {
    this.set({ dialog });
    this.analyze.desk.openTree(node, false);
    this.libraryGame = { ref, key: this.analyze.desk.key };
    this.enter(this.mode === 'study' ? 'study' : 'analyze');
  }

  async openDropped(dropped: Promise<Dropped>): Promise<void> {
    this.fail('');
    try {
      const { files, hasFolder } = await dropped;
      if (hasFolder && files.length === 0) this.fail(noGameFilesText());
      else await this.openFiles(files, hasFolder);
    } catch (error) {
      this.fail(messageOf(error));
    }
  }

  /** Opens a book, a game, or games for the library: several files, those of a folder, or what is dropped on it. */
  private async openFiles(files: readonly File[], hasFolder: boolean): Promise<void> {
    const [file] = files;
    if (file === undefined) return;
    const { variant } = this.game;
    if (files.length === 1 && BOOK_FILE.test(file.name)) {
      this.shelf.open(file.name, file, variant);
      this.show('analyze');
      return;
    }
    const isInLibrary = this.shown.dialog === 'library';
    if (files.length > 1 || hasFolder || isInLibrary || COLLECTION.test(file.name) || file.size > MAX_BYTES) {
      if (!isInLibrary) this.open('library');
      await this.addToLibrary(files);
      return;
    }
    try {
      const { readFile } = await import('../../share/read.ts');
      const notes: string[] = [];
      this.openTrees(await readFile(file, variant, (note) => notes.push(note)), notes);
      if (GAME_FILE.test(file.name)) await this.addToLibrary([file]);
    } catch (error) {
      if (error instanceof Error && error.name === TOO_MANY_GAMES) this.openMany(file);
      else this.fail(`${file.name}: ${messageOf(error)}`);
    }
  }

  /** Adds the games of a file to the library, which shows the progress. */
  openMany(file: File): void {
    this.open('library');
    void this.addToLibrary([file]);
  }

  private async addToLibrary(files: readonly File[]): Promise<void> {
    // A notice of the page reports what the browser refuses, and the dialog of the library the rest.
    const result = await this.library.add(files, this.game.variant);
    if (this.shown.dialog === 'library') return;
    if (result.skippedCount > 0) this.fail(skippedText(result));
    this.library.forgetAddResult();
  }

  /** Starts the engine again after it has failed. */
  retry(): void {
    if (this.mode === 'problems') {
      this.problems?.leave();
      this.host.restart();
      return;
    }
    const model = this.mode === 'play' ? this.play : this.analyze;
    model.leave();
    this.host.restart();
    model.enter(this.mode === 'analyze');
  }

  /** Chooses what positions are analyzed with, and analyzes with that. */
  setServer(choice: EngineChoice): void {
    const { isOn } = this.analyze;
    if (this.showsTree) this.analyze.leave();
    this.host.setServer(choice);
    if (this.showsTree) this.analyze.enter(isOn);
  }

  open(dialog: DialogName): void {
    if (dialog === 'library') this.openLibrary(null);
    else this.set({ dialog });
  }

  /** @param libraryFilter for games with the position on the board; null: all games */
  openLibrary(libraryFilter: GameFilter | null): void {
    this.keepClosedGames();
    this.set({ dialog: 'library', libraryFilter });
  }

  close(): void {
    this.set({ dialog: null });
  }

  choose(tool: Tool): void {
    this.set({ tool });
  }

  /** Shows what went wrong. @param fault empty: nothing */
  fail(fault: string): void {
    this.set({ fault });
  }
}
