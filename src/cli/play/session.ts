/**
 * A person's game as a machine of states: lines and the engine's answers come in, text and the next thing to do go out.
 * It touches neither terminal nor files nor clock, so that every turn of it can be tested.
 */

import { BLACK, type Color, opponentOf, WHITE } from '../../core/color.ts';
import { MatchError, messageOf } from '../../core/errors.ts';
import { seededRandom } from '../../core/random.ts';
import type { SearchFigures } from '../../engine/api.ts';
import { FORBIDDEN_MARKS, forbiddenMarks } from '../../notation/diagram.ts';
import { emptyPosition, forbiddenPoints, winningRow } from '../../rules/index.ts';
import { drawBoard, type Look, stoneSymbols } from './board.ts';
import { type Command, helpLines, readCommand } from './commands.ts';
import { gameText, loadedGame } from './files.ts';
import { type Game, lastStone, newGame, resigned, sideToMove, withoutPlies, withPlies, withPly } from './game.ts';
import { levelOf } from './levels.ts';
import { colorName, count, formatRecord, labelOf, listOf, type Ply } from './notation.ts';
import type { Choice, ThinkRequest } from './opponent.ts';
import { endText, fileNames, isHuman, playerName, type Seats, seatsText } from './seats.ts';
import { alone, MAX_SEED, type PlaySettings } from './settings.ts';
import { threatLines } from './threats.ts';
import { variantName } from './variant.ts';
import { figuresText, foulLines, foulText, lineText, scoreText, wrapped } from './words.ts';

/** What has to happen next. All but `quit` are answered by a call of the session. */
export type Action =
  /** Read a line, for {@link Session.handle}: a move, a command or, to a question, an answer. */
  | { readonly kind: 'ask'; readonly prompt: string; readonly isQuestion: boolean }
  /** Find the engine's move, for {@link Session.moved}. */
  | { readonly kind: 'think'; readonly request: ThinkRequest }
  /** Look at the position for a person, for {@link Session.advised}. */
  | { readonly kind: 'advise'; readonly game: Game; readonly purpose: Purpose }
  /** Write a file, for {@link Session.saved}; one that is there already only if `replaces`. */
  | { readonly kind: 'save'; readonly path: string; readonly text: string; readonly replaces: boolean }
  /** Read a file, for {@link Session.loaded}. */
  | { readonly kind: 'load'; readonly path: string }
  | { readonly kind: 'quit' };

export type Purpose = 'hint' | 'why';

/** What to show. */
export interface Output {
  /** The board has changed or was asked for. */
  readonly showsBoard: boolean;
  /** What came of the last step, one paragraph each. */
  readonly messages: readonly string[];
}

interface Question {
  readonly text: string;
  readonly onYes: () => Action;
}

/** Most stones of a tutorial's picture, see {@link Session.#explainList}. */
const LARGEST_PICTURE = 9;

export class Session {
  #settings: PlaySettings;
  #game: Game;
  /** Colour of the person who plays the engine. */
  #human: Color;
  /** Games played before this one, so that chance differs. */
  #gameNumber = 0;
  #undone: Ply[][] = [];
  #question: Question | null = null;
  /** The engine's last move and what it thought. */
  #lastChoice: { readonly ply: number; readonly choice: Choice } | null = null;
  #messages: string[] = [];
  #showsBoard = true;
  /** Forbidden points are drawn until something else is asked. */
  #showsForbiddenOnce = false;
  readonly #today: () => string;

  /**
   * @param plies turns on the board from the start
   * @param today the date for saved games, ISO 8601
   * @throws MatchError if the turns cannot be played
   */
  constructor(settings: PlaySettings, plies: readonly Ply[], today: () => string) {
    this.#settings = settings;
    this.#today = today;
    this.#game = withPlies(newGame(settings.variant), plies);
    this.#human = this.#drawHumanColor();
  }

  get game(): Game {
    return this.#game;
  }

  /** The first thing to do. */
  start(): Action {
    this.#tellSeed();
    this.#say('Type help for the commands.');
    this.#explainList(this.#game.plies);
    if (this.#game.end !== null) this.#tellEnd();
    return this.#next();
  }

  /** Nobody is asked between two moves, so what is typed meanwhile is for {@link handle} before the next one. */
  get takesLinesAnyTime(): boolean {
    return this.#settings.players === 'engine-vs-engine';
  }

  /** Text since the last call. */
  takeOutput(): Output {
    const output = { showsBoard: this.#showsBoard, messages: this.#messages };
    this.#showsBoard = false;
    this.#messages = [];
    return output;
  }

  /** @returns the board and, below it, who plays what and whose turn it is */
  frame(look: Look): string[] {
    const { position, end, variant } = this.#game;
    const marks = variant.rule.renju && (this.#settings.showsForbidden || this.#showsForbiddenOnce) && end === null;
    const markOf = marks ? forbiddenMarks(position) : () => null;
    const scene = { position, last: lastStone(this.#game), row: end?.row ?? [], markOf };
    const legend = marks && forbiddenPoints(position).length > 0 ? [LEGEND] : [];
    const players = `${variantName(variant)}: ${seatsText(this.#seats, stoneSymbols(look))}`;
    const text = [players, this.#stateLine(), ...legend].flatMap((line) => wrapped(line, look.columns - 1));
    return [...drawBoard(scene, look), ...text];
  }

  /** Takes a line that was typed. Never throws for what a person may type. */
  handle(line: string): Action {
    this.#showsForbiddenOnce = false;
    try {
      return this.#obey(line.trim());
    } catch (error) {
      if (!(error instanceof MatchError)) throw error;
      this.#say(error.message);
      return this.#next();
    }
  }

  /** Takes the engine's move. */
  moved(choice: Choice): Action {
    const color = sideToMove(this.#game);
    this.#lastChoice = { ply: this.#game.plies.length, choice };
    this.#say(`${playerName(this.#seats, color)} plays ${this.#label(choice.move)}.`);
    this.#playOn(choice.move);
    return this.#next();
  }

  /** Takes what the engine thinks of the position. */
  advised(purpose: Purpose, figures: SearchFigures): Action {
    const { position, variant } = this.#game;
    const [best] = figures.pv;
    if (purpose === 'hint' && best !== undefined) {
      this.#say(`Hint: ${this.#label(best)} (${figuresText(figures)}).`);
      return this.#next();
    }
    const color = sideToMove(this.#game);
    this.#tellLastChoice();
    if (best !== undefined) {
      this.#say(`Best for ${colorName(color)}: ${lineText(figures.pv, variant.height)} (${figuresText(figures)}).`);
    }
    for (const side of [color, opponentOf(color)]) this.#say(...threatLines(position, variant.rule, side));
    return this.#next();
  }

  /** Something that was to be done could not be. */
  failed(message: string): Action {
    this.#say(message);
    return this.#next();
  }

  /** A file was written, or was there already. */
  saved(path: string, isThere: boolean, text: string): Action {
    if (isThere) {
      return this.#ask(`${path} is there already. Replace it?`, () => ({ kind: 'save', path, text, replaces: true }));
    }
    this.#say(`Saved as ${path}.`);
    const { rule } = this.#game.variant;
    if (rule.winLength !== 5)
      this.#say(`The file does not tell that ${rule.winLength} in a row win: load it with --win ${rule.winLength}.`);
    return this.#next();
  }

  /** A file was read. */
  loaded(path: string, text: string): Action {
    try {
      const { game, humanColor } = loadedGame(path, text, this.#game.variant);
      this.#tellLeftGame();
      this.#replace(game);
      this.#human = humanColor ?? sideToMove(game);
      this.#say(`Loaded ${path}: ${count(game.plies.length, 'move')}.`);
      if (game.end !== null) this.#tellEnd();
    } catch (error) {
      if (!(error instanceof MatchError)) throw error;
      this.#say(`load ${path}: ${messageOf(error)}`);
    }
    return this.#next();
  }

  /** Waits for the person, lets the engine move, or asks whether to play again. */
  #next(): Action {
    if (this.#question !== null) return { kind: 'ask', prompt: `${this.#question.text} (y/n) `, isQuestion: true };
    if (this.#game.end !== null) return { kind: 'ask', prompt: 'Play again? (y/n) ', isQuestion: true };
    const color = sideToMove(this.#game);
    if (isHuman(this.#seats, color)) return { kind: 'ask', prompt: `${colorName(color)} to move: `, isQuestion: false };
    const { level, timeMs } = this.#settings;
    const request = { game: this.#game, level: levelOf(level), timeMs, seed: this.#seed };
    return { kind: 'think', request };
  }

  #obey(text: string): Action {
    if (text === '') return this.#next();
    const answer = /^(?:(y|yes)|n|no)$/i.exec(text);
    if (answer !== null) return this.#decide(answer[1] !== undefined);
    const command = readCommand(text, this.#game.variant);
    this.#question = null;
    return this.#run(command);
  }

  #decide(isYes: boolean): Action {
    const question = this.#question;
    this.#question = null;
    if (question !== null) return isYes ? question.onYes() : this.#next();
    if (this.#game.end === null)
      throw new MatchError(`"${isYes ? 'y' : 'n'}": nothing was asked, expected a move or a command`);
    return isYes ? this.#startNew() : { kind: 'quit' };
  }

  #run(command: Command): Action {
    switch (command.name) {
      case 'play':
        return this.#play(command.plies);
      case 'moves':
        return command.plies === null ? this.#showRecord() : this.#goTo(command.plies);
      case 'black':
      case 'white':
        return this.#goTo(alone(command.points, command.name));
      case 'undo':
        return this.#undo();
      case 'redo':
        return this.#redo();
      case 'hint':
      case 'why':
        this.#requireRunning(command.name);
        return { kind: 'advise', game: this.#game, purpose: command.name };
      case 'forbidden':
        return this.#showForbidden(command.always);
      case 'level':
        this.#settings = { ...this.#settings, level: command.level };
        this.#say(`Level ${command.level}.`);
        return this.#next();
      case 'time':
        this.#settings = { ...this.#settings, timeMs: command.timeMs };
        this.#say(command.timeMs === null ? 'No limit of time.' : `${command.timeMs / 1000} s for a move.`);
        return this.#next();
      case 'save':
        return { kind: 'save', path: command.path, text: this.#fileText(command.path), replaces: false };
      case 'load':
        return { kind: 'load', path: command.path };
      case 'swap':
        return this.#swap();
      case 'board':
        this.#showsBoard = true;
        return this.#next();
      case 'resign':
        return this.#resign();
      case 'new':
        return this.#startNew();
      case 'help':
        this.#say(...helpLines());
        return this.#next();
      case 'quit':
        return { kind: 'quit' };
    }
  }

  #play(plies: readonly Ply[]): Action {
    this.#requireRunning('a move');
    const [first] = plies;
    if (plies.length > 1) return this.#playRecord(plies);
    if (this.#settings.players === 'engine-vs-engine') {
      throw new MatchError(
        `${formatRecord(plies, this.#game.variant.height)}: the engine plays both sides, expected a command`,
      );
    }
    // Says what is wrong with the move before anything is asked about it.
    const { end } = withPly(this.#game, first);
    if (first === null || end?.reason !== 'foul') {
      this.#playOn(first);
      return this.#next();
    }
    this.#say(...foulLines(this.#game.position, first));
    return this.#ask(`${this.#label(first)} is forbidden to Black and loses. Play it all the same?`, () => {
      this.#playOn(first);
      return this.#next();
    });
  }

  #playRecord(plies: readonly Ply[]): Action {
    const isEmpty = this.#game.plies.length === 0;
    const game = this.#tryOut(() => withPlies(this.#game, plies));
    this.#change(game);
    this.#undone = [];
    this.#say(`${count(plies.length, 'move')} played.`);
    if (isEmpty) this.#explainList(plies);
    if (game.end !== null) this.#tellEnd();
    return this.#next();
  }

  /** Pictures of forbidden points in books are given as lists of Black's stones, which as a game mean something else. */
  #explainList(plies: readonly Ply[]): void {
    const { variant } = this.#game;
    const stones = plies.filter((ply) => ply !== null);
    if (!variant.rule.renju || stones.length > LARGEST_PICTURE || stones.length < plies.length) return;
    const position = emptyPosition(variant.width, variant.height);
    for (const { x, y } of stones) position.cells[y * variant.width + x] = BLACK;
    if (stones.some(({ x, y }) => winningRow(position, variant.rule, x, y) !== null)) return;
    const points = forbiddenPoints(position).map((point) => foulText(position, point));
    if (points.length === 0) return;
    this.#say(
      `If all of these are stones of Black, they forbid ${listOf(points, 'and')}; ` +
        `black ${formatRecord(plies, variant.height)} sets them up so.`,
    );
  }

  #showRecord(): Action {
    this.#say(this.#recordText());
    return this.#next();
  }

  /** Puts another game of the same kind in the place of this one. */
  #goTo(plies: readonly Ply[]): Action {
    const game = this.#tryOut(() => withPlies(newGame(this.#game.variant), plies));
    this.#tellLeftGame();
    this.#replace(game);
    this.#say(`${count(plies.length, 'turn')} on the board.`);
    this.#explainList(plies);
    if (game.end !== null) this.#tellEnd();
    return this.#next();
  }

  /** Records are checked whole before a stone of them is placed. */
  #tryOut(play: () => Game): Game {
    try {
      return play();
    } catch (error) {
      if (error instanceof MatchError) throw new MatchError(`${error.message}; nothing was played`);
      throw error;
    }
  }

  /** Takes back to the last turn of a person: in a game with the engine, its answer too. */
  #undo(): Action {
    const { plies, end, variant } = this.#game;
    if (end?.reason === 'resigned') {
      this.#change(withPlies(newGame(variant), plies));
      this.#say('The game goes on.');
      return this.#next();
    }
    const isOwn = (ply: number) => this.#settings.players !== 'human-vs-engine' || isHuman(this.#seats, colorOf(ply));
    let from = plies.length - 1;
    while (from >= 0 && !isOwn(from)) from--;
    if (from < 0) throw new MatchError('undo: expected a move of yours on the board, found none');
    const taken = plies.slice(from);
    this.#change(withoutPlies(this.#game, taken.length));
    this.#undone.push(taken);
    this.#say(`Taken back: ${formatRecord(taken, variant.height)}.`);
    return this.#next();
  }

  #redo(): Action {
    const again = this.#undone.pop();
    if (again === undefined) throw new MatchError('redo: expected moves that were taken back, found none');
    this.#change(withPlies(this.#game, again));
    this.#say(`Played again: ${formatRecord(again, this.#game.variant.height)}.`);
    if (this.#game.end !== null) this.#tellEnd();
    return this.#next();
  }

  #showForbidden(always: boolean | null): Action {
    const { position, variant } = this.#game;
    if (!variant.rule.renju) throw new MatchError(`forbidden: ${variantName(variant)} forbids nothing, expected renju`);
    if (always !== null) this.#settings = { ...this.#settings, showsForbidden: always };
    this.#showsForbiddenOnce = always ?? true;
    this.#showsBoard = true;
    if (always === false) return this.#next();
    const points = forbiddenPoints(position);
    this.#say(
      points.length === 0
        ? 'No point is forbidden to Black.'
        : `Forbidden to Black: ${listOf(
            points.map((point) => this.#label(point)),
            'and',
          )}.`,
    );
    for (const point of points) this.#say(...foulLines(position, point));
    return this.#next();
  }

  #swap(): Action {
    if (this.#settings.players !== 'human-vs-engine') {
      throw new MatchError('swap: expected a game of a human against the engine');
    }
    this.#human = opponentOf(this.#human);
    this.#showsBoard = true;
    this.#say(`You play ${colorName(this.#human)} now.`);
    return this.#next();
  }

  #resign(): Action {
    this.#requireRunning('resign');
    this.#change(resigned(this.#game, sideToMove(this.#game)));
    this.#tellEnd();
    return this.#next();
  }

  #startNew(): Action {
    if (this.#game.end === null) this.#tellLeftGame();
    this.#gameNumber++;
    this.#replace(newGame(this.#game.variant));
    this.#human = this.#drawHumanColor();
    this.#say('A new game.');
    this.#tellSeed();
    return this.#next();
  }

  #ask(text: string, onYes: () => Action): Action {
    this.#question = { text, onYes };
    return this.#next();
  }

  #say(...lines: readonly string[]): void {
    this.#messages.push(...lines);
  }

  /** The seed this game would begin with, were it the first. */
  get #seed(): number {
    return (this.#settings.seed + this.#gameNumber) % (MAX_SEED + 1);
  }

  #tellSeed(): void {
    if (this.#settings.players !== 'human-vs-human')
      this.#say(`Chance: --seed ${this.#seed} makes the same game again.`);
  }

  /** One turn played on the board, whoever plays it. */
  #playOn(ply: Ply): void {
    this.#change(withPly(this.#game, ply));
    this.#undone = [];
    if (this.#game.end !== null) this.#tellEnd();
  }

  #change(game: Game): void {
    this.#game = game;
    this.#showsBoard = true;
  }

  #replace(game: Game): void {
    this.#change(game);
    this.#undone = [];
    this.#lastChoice = null;
  }

  #tellLeftGame(): void {
    if (this.#game.plies.length > 0) this.#say(`The game left: ${this.#recordText()}`);
  }

  #tellEnd(): void {
    if (this.#game.end !== null) this.#say(endText(this.#seats, this.#game), `Record: ${this.#recordText()}`);
  }

  #tellLastChoice(): void {
    if (this.#lastChoice === null) return;
    const { ply, choice } = this.#lastChoice;
    const played = this.#game.plies[ply];
    if (played === null || played === undefined || this.#label(played) !== this.#label(choice.move)) return;
    const { figures } = choice;
    const because =
      figures === null || figures.pv.length === 0
        ? 'without a search'
        : `it expected ${lineText(figures.pv, this.#game.variant.height)} (${scoreText(figures)})`;
    this.#say(`${colorName(colorOf(ply))} played ${this.#label(choice.move)}: ${because}.`);
  }

  #requireRunning(what: string): void {
    if (this.#game.end !== null) throw new MatchError(`${what}: the game is over, expected y, n, undo, new or quit`);
  }

  #fileText(path: string): string {
    return gameText(path, this.#game, fileNames(this.#seats), this.#today());
  }

  #recordText(): string {
    return formatRecord(this.#game.plies, this.#game.variant.height) || '(no moves yet)';
  }

  #stateLine(): string {
    const { end, plies } = this.#game;
    const last = lastStone(this.#game);
    const after = last === null ? '' : `, last ${this.#label(last)}`;
    if (end !== null)
      return `${end.result === 'draw' ? 'Drawn' : `${end.result === 'black' ? 'Black' : 'White'} has won`}${after}`;
    return `Move ${plies.length + 1}, ${colorName(sideToMove(this.#game))} to move${after}`;
  }

  get #seats(): Seats {
    const { players, level } = this.#settings;
    return { players, level, human: this.#human };
  }

  #drawHumanColor(): Color {
    const { begins } = this.#settings;
    if (begins !== 'random') return begins === 'human' ? BLACK : WHITE;
    return seededRandom(this.#seed)() < 0.5 ? BLACK : WHITE;
  }

  #label(point: { readonly x: number; readonly y: number }): string {
    return labelOf(point, this.#game.variant.height);
  }
}

const LEGEND = `${FORBIDDEN_MARKS['double-three']} double-three, ${FORBIDDEN_MARKS['double-four']} double-four, ${FORBIDDEN_MARKS.overline} overline: forbidden to Black`;

function colorOf(ply: number): Color {
  return ply % 2 === 0 ? BLACK : WHITE;
}
