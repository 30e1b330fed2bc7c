/**
 * A person's game as a machine of states: lines and the engine's answers come in, text and the next thing to do go out.
 * It touches neither terminal nor files nor clock, so that every turn of it can be tested.
 */

import { BLACK, type Color, opponentOf, WHITE } from '../../core/color.ts';
import { MatchError, messageOf } from '../../core/errors.ts';
import { seededRandom } from '../../core/random.ts';
import type { SearchFigures } from '../../engine/api.ts';
import { forbiddenMarks } from '../../notation/diagram.ts';
import { forbiddenPoints } from '../../rules/index.ts';
import type { Action, Output, Purpose } from './action.ts';
import { drawBoard, type Look, stoneSymbols } from './board.ts';
import { type Command, helpLines, readCommand } from './commands.ts';
import { gameText, loadedGame } from './files.ts';
import {
  type GameState,
  lastStone,
  newGame,
  resigned,
  sideToMove,
  withoutPlies,
  withPlies,
  withPly,
} from './game-state.ts';
import { levelOf } from './levels.ts';
import { colorName, count, formatRecord, labelOf, type Ply } from './notation.ts';
import type { Choice } from './opponent.ts';
import {
  type ChoiceMade,
  choiceLines,
  colorOf,
  forbiddenLines,
  LEGEND,
  pictureLines,
  recordText,
  stateLine,
} from './remarks.ts';
import { endText, fileNames, isHuman, playerName, type Seats, seatsText } from './seats.ts';
import { alone, MAX_SEED, type PlaySettings } from './settings.ts';
import { threatLines } from './threats.ts';
import { variantName } from './variant.ts';
import { figuresText, foulLines, lineText, wrapped } from './words.ts';

interface Question {
  readonly text: string;
  readonly onYes: () => Action;
}

export class Session {
  private settings: PlaySettings;
  private state: GameState;
  /** Colour of the person who plays the engine. */
  private human: Color;
  /** Games played before this one, so that chance differs. */
  private gameNumber = 0;
  private undone: Ply[][] = [];
  private question: Question | null = null;
  /** The engine's last move and what it thought. */
  private lastChoice: ChoiceMade | null = null;
  private spoken: string[] = [];
  private isBoardDue = true;
  /** Forbidden points are drawn until something else is asked. */
  private showsForbiddenOnce = false;
  private readonly today: () => string;

  /**
   * @param plies turns on the board from the start
   * @param today the date for saved games, ISO 8601
   * @throws MatchError if the turns cannot be played
   */
  constructor(settings: PlaySettings, plies: readonly Ply[], today: () => string) {
    this.settings = settings;
    this.today = today;
    this.state = withPlies(newGame(settings.variant), plies);
    this.human = this.drawHumanColor();
  }

  get game(): GameState {
    return this.state;
  }

  /** The first thing to do. */
  start(): Action {
    this.tellSeed();
    this.say('Type help for the commands.');
    this.say(...pictureLines(this.state.variant, this.state.plies));
    if (this.state.end !== null) this.tellEnd();
    return this.next();
  }

  /** Nobody is asked between two moves, so what is typed meanwhile is for {@link handle} before the next one. */
  get takesLinesAnyTime(): boolean {
    return this.settings.players === 'engine-vs-engine';
  }

  /** Text since the last call. */
  takeOutput(): Output {
    const output = { showsBoard: this.isBoardDue, messages: this.spoken };
    this.isBoardDue = false;
    this.spoken = [];
    return output;
  }

  /** @returns the board and, below it, who plays what and whose turn it is */
  frame(look: Look): string[] {
    const { position, end, variant } = this.state;
    const marks = variant.rule.renju && (this.settings.showsForbidden || this.showsForbiddenOnce) && end === null;
    const markOf = marks ? forbiddenMarks(position) : () => null;
    const scene = { position, last: lastStone(this.state), row: end?.row ?? [], markOf };
    const legend = marks && forbiddenPoints(position).length > 0 ? [LEGEND] : [];
    const players = `${variantName(variant)}: ${seatsText(this.seats, stoneSymbols(look))}`;
    const text = [players, stateLine(this.state), ...legend].flatMap((line) => wrapped(line, look.columns - 1));
    return [...drawBoard(scene, look), ...text];
  }

  /** Takes a line that was typed. Never throws for what a person may type. */
  handle(line: string): Action {
    this.showsForbiddenOnce = false;
    try {
      return this.obey(line.trim());
    } catch (error) {
      if (!(error instanceof MatchError)) throw error;
      this.say(error.message);
      return this.next();
    }
  }

  /** Takes the engine's move. */
  moved(choice: Choice): Action {
    const color = sideToMove(this.state);
    this.lastChoice = { ply: this.state.plies.length, choice };
    this.say(`${playerName(this.seats, color)} plays ${this.label(choice.move)}.`);
    this.playOn(choice.move);
    return this.next();
  }

  /** Takes what the engine thinks of the position. */
  advised(purpose: Purpose, figures: SearchFigures): Action {
    const { position, variant } = this.state;
    const [best] = figures.pv;
    if (purpose === 'hint' && best !== undefined) {
      this.say(`Hint: ${this.label(best)} (${figuresText(figures)}).`);
      return this.next();
    }
    const color = sideToMove(this.state);
    if (this.lastChoice !== null) this.say(...choiceLines(this.state, this.lastChoice));
    if (best !== undefined) {
      this.say(`Best for ${colorName(color)}: ${lineText(figures.pv, variant.height)} (${figuresText(figures)}).`);
    }
    for (const side of [color, opponentOf(color)]) this.say(...threatLines(position, variant.rule, side));
    return this.next();
  }

  /** Something that was to be done could not be. */
  failed(message: string): Action {
    this.say(message);
    return this.next();
  }

  /** A file was written, or was there already. */
  saved(path: string, isThere: boolean, text: string): Action {
    if (isThere) {
      return this.ask(`${path} is there already. Replace it?`, () => ({ kind: 'save', path, text, replaces: true }));
    }
    this.say(`Saved as ${path}.`);
    const { rule } = this.state.variant;
    if (rule.winLength !== 5)
      this.say(`The file does not tell that ${rule.winLength} in a row win: load it with --win ${rule.winLength}.`);
    return this.next();
  }

  /** A file was read. */
  loaded(path: string, text: string): Action {
    try {
      const { game, humanColor } = loadedGame(path, text, this.state.variant);
      this.tellLeftGame();
      this.replace(game);
      this.human = humanColor ?? sideToMove(game);
      this.say(`Loaded ${path}: ${count(game.plies.length, 'move')}.`);
      if (game.end !== null) this.tellEnd();
    } catch (error) {
      if (!(error instanceof MatchError)) throw error;
      this.say(`load ${path}: ${messageOf(error)}`);
    }
    return this.next();
  }

  /** Waits for the person, lets the engine move, or asks whether to play again. */
  private next(): Action {
    if (this.question !== null) return { kind: 'ask', prompt: `${this.question.text} (y/n) `, isQuestion: true };
    if (this.state.end !== null) return { kind: 'ask', prompt: 'Play again? (y/n) ', isQuestion: true };
    const color = sideToMove(this.state);
    if (isHuman(this.seats, color)) return { kind: 'ask', prompt: `${colorName(color)} to move: `, isQuestion: false };
    const { level, timeMs } = this.settings;
    const request = { game: this.state, level: levelOf(level), timeMs, seed: this.seed };
    return { kind: 'think', request };
  }

  private obey(text: string): Action {
    if (text === '') return this.next();
    const answer = /^(?:(y|yes)|n|no)$/i.exec(text);
    if (answer !== null) return this.decide(answer[1] !== undefined);
    const command = readCommand(text, this.state.variant);
    this.question = null;
    return this.run(command);
  }

  private decide(isYes: boolean): Action {
    const question = this.question;
    this.question = null;
    if (question !== null) return isYes ? question.onYes() : this.next();
    if (this.state.end === null)
      throw new MatchError(`"${isYes ? 'y' : 'n'}": nothing was asked, expected a move or a command`);
    return isYes ? this.startNew() : { kind: 'quit' };
  }

  private run(command: Command): Action {
    switch (command.name) {
      case 'play':
        return this.play(command.plies);
      case 'moves':
        return command.plies === null ? this.showRecord() : this.goTo(command.plies);
      case 'black':
      case 'white':
        return this.goTo(alone(command.points, command.name));
      case 'undo':
        return this.undo();
      case 'redo':
        return this.redo();
      case 'hint':
      case 'why':
        this.requireRunning(command.name);
        return { kind: 'advise', game: this.state, purpose: command.name };
      case 'forbidden':
        return this.showForbidden(command.always);
      case 'level':
        this.settings = { ...this.settings, level: command.level };
        this.say(`Level ${command.level}.`);
        return this.next();
      case 'time':
        this.settings = { ...this.settings, timeMs: command.timeMs };
        this.say(command.timeMs === null ? 'No limit of time.' : `${command.timeMs / 1000} s for a move.`);
        return this.next();
      case 'save':
        return { kind: 'save', path: command.path, text: this.fileText(command.path), replaces: false };
      case 'load':
        return { kind: 'load', path: command.path };
      case 'swap':
        return this.swap();
      case 'board':
        this.isBoardDue = true;
        return this.next();
      case 'resign':
        return this.resign();
      case 'new':
        return this.startNew();
      case 'help':
        this.say(...helpLines());
        return this.next();
      case 'quit':
        return { kind: 'quit' };
    }
  }

  private play(plies: readonly Ply[]): Action {
    this.requireRunning('a move');
    const [first] = plies;
    if (plies.length > 1) return this.playRecord(plies);
    if (this.settings.players === 'engine-vs-engine') {
      throw new MatchError(
        `${formatRecord(plies, this.state.variant.height)}: the engine plays both sides, expected a command`,
      );
    }
    // Says what is wrong with the move before anything is asked about it.
    const { end } = withPly(this.state, first);
    if (first === null || end?.reason !== 'foul') {
      this.playOn(first);
      return this.next();
    }
    this.say(...foulLines(this.state.position, first));
    return this.ask(`${this.label(first)} is forbidden to Black and loses. Play it all the same?`, () => {
      this.playOn(first);
      return this.next();
    });
  }

  private playRecord(plies: readonly Ply[]): Action {
    const isEmpty = this.state.plies.length === 0;
    const game = this.tryOut(() => withPlies(this.state, plies));
    this.change(game);
    this.undone = [];
    this.say(`${count(plies.length, 'move')} played.`);
    if (isEmpty) this.say(...pictureLines(this.state.variant, plies));
    if (game.end !== null) this.tellEnd();
    return this.next();
  }

  private showRecord(): Action {
    this.say(recordText(this.state));
    return this.next();
  }

  /** Puts another game of the same kind in the place of this one. */
  private goTo(plies: readonly Ply[]): Action {
    const game = this.tryOut(() => withPlies(newGame(this.state.variant), plies));
    this.tellLeftGame();
    this.replace(game);
    this.say(`${count(plies.length, 'turn')} on the board.`);
    this.say(...pictureLines(this.state.variant, plies));
    if (game.end !== null) this.tellEnd();
    return this.next();
  }

  /** Records are checked whole before a stone of them is placed. */
  private tryOut(play: () => GameState): GameState {
    try {
      return play();
    } catch (error) {
      if (error instanceof MatchError) throw new MatchError(`${error.message}; nothing was played`);
      throw error;
    }
  }

  /** Takes back to the last turn of a person: in a game with the engine, its answer too. */
  private undo(): Action {
    const { plies, end, variant } = this.state;
    if (end?.reason === 'resigned') {
      this.change(withPlies(newGame(variant), plies));
      this.say('The game goes on.');
      return this.next();
    }
    const isOwn = (ply: number) => this.settings.players !== 'human-vs-engine' || isHuman(this.seats, colorOf(ply));
    let from = plies.length - 1;
    while (from >= 0 && !isOwn(from)) from--;
    if (from < 0) throw new MatchError('undo: expected a move of yours on the board, found none');
    const taken = plies.slice(from);
    this.change(withoutPlies(this.state, taken.length));
    this.undone.push(taken);
    this.say(`Taken back: ${formatRecord(taken, variant.height)}.`);
    return this.next();
  }

  private redo(): Action {
    const again = this.undone.pop();
    if (again === undefined) throw new MatchError('redo: expected moves that were taken back, found none');
    this.change(withPlies(this.state, again));
    this.say(`Played again: ${formatRecord(again, this.state.variant.height)}.`);
    if (this.state.end !== null) this.tellEnd();
    return this.next();
  }

  private showForbidden(always: boolean | null): Action {
    const { position, variant } = this.state;
    if (!variant.rule.renju) throw new MatchError(`forbidden: ${variantName(variant)} forbids nothing, expected renju`);
    if (always !== null) this.settings = { ...this.settings, showsForbidden: always };
    this.showsForbiddenOnce = always ?? true;
    this.isBoardDue = true;
    if (always === false) return this.next();
    this.say(...forbiddenLines(position));
    return this.next();
  }

  private swap(): Action {
    if (this.settings.players !== 'human-vs-engine') {
      throw new MatchError('swap: expected a game of a human against the engine');
    }
    this.human = opponentOf(this.human);
    this.isBoardDue = true;
    this.say(`You play ${colorName(this.human)} now.`);
    return this.next();
  }

  private resign(): Action {
    this.requireRunning('resign');
    this.change(resigned(this.state, sideToMove(this.state)));
    this.tellEnd();
    return this.next();
  }

  private startNew(): Action {
    if (this.state.end === null) this.tellLeftGame();
    this.gameNumber++;
    this.replace(newGame(this.state.variant));
    this.human = this.drawHumanColor();
    this.say('A new game.');
    this.tellSeed();
    return this.next();
  }

  private ask(text: string, onYes: () => Action): Action {
    this.question = { text, onYes };
    return this.next();
  }

  private say(...lines: readonly string[]): void {
    this.spoken.push(...lines);
  }

  /** The seed this game would begin with, were it the first. */
  private get seed(): number {
    return (this.settings.seed + this.gameNumber) % (MAX_SEED + 1);
  }

  private tellSeed(): void {
    if (this.settings.players !== 'human-vs-human') this.say(`Chance: --seed ${this.seed} makes the same game again.`);
  }

  /** One turn played on the board, whoever plays it. */
  private playOn(ply: Ply): void {
    this.change(withPly(this.state, ply));
    this.undone = [];
    if (this.state.end !== null) this.tellEnd();
  }

  private change(game: GameState): void {
    this.state = game;
    this.isBoardDue = true;
  }

  private replace(game: GameState): void {
    this.change(game);
    this.undone = [];
    this.lastChoice = null;
  }

  private tellLeftGame(): void {
    if (this.state.plies.length > 0) this.say(`The game left: ${recordText(this.state)}`);
  }

  private tellEnd(): void {
    if (this.state.end !== null) this.say(endText(this.seats, this.state), `Record: ${recordText(this.state)}`);
  }

  private requireRunning(what: string): void {
    if (this.state.end !== null) throw new MatchError(`${what}: the game is over, expected y, n, undo, new or quit`);
  }

  private fileText(path: string): string {
    return gameText(path, this.state, fileNames(this.seats), this.today());
  }

  private get seats(): Seats {
    const { players, level } = this.settings;
    return { players, level, human: this.human };
  }

  private drawHumanColor(): Color {
    const { begins } = this.settings;
    if (begins !== 'random') return begins === 'human' ? BLACK : WHITE;
    return seededRandom(this.seed)() < 0.5 ? BLACK : WHITE;
  }

  private label(point: { readonly x: number; readonly y: number }): string {
    return labelOf(point, this.state.variant.height);
  }
}
