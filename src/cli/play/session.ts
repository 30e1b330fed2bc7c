/**
 * A person's game as a machine of states: lines and the engine's answers come in, text and the next thing to do go out.
 * It touches neither terminal nor files nor clock, so that every turn of it can be tested.
 */

import { opponentOf } from '../../core/color.ts';
import { MatchError, messageOf } from '../../core/errors.ts';
import type { XY } from '../../core/point.ts';
import { counted } from '../../core/text.ts';
import type { SearchFigures } from '../../engine/api.ts';
import { type OpeningAnswer, type OpeningState, openingFault } from '../../game/opening/state.ts';
import { levelOf, levelText } from '../../game/opponent/levels.ts';
import type { Choice } from '../../game/opponent/opponent.ts';
import { leftOf, timeForMove } from '../../game/played/clock.ts';
import {
  answerOpening,
  askedOpening,
  continuedFrom,
  isPersonToAct,
  newPlayedGame,
  type PlayedGame,
  play,
  redo,
  resign,
  spend,
  swapSeats,
  toAct,
  undo,
} from '../../game/played/played-game.ts';
import { playerOf, type Seats, seatsAtLevel } from '../../game/played/seats.ts';
import { type GameState, newGame, sideToMove, withPlies, withPly } from '../../game/state/game-state.ts';
import { colorName, formatRecord, labelOf, type Ply } from '../../game/state/notation.ts';
import { threatLines } from '../../game/state/threats.ts';
import { variantName } from '../../game/state/variant.ts';
import type { Action, Output, Purpose } from './action.ts';
import type { Look } from './board.ts';
import { type Command, helpLines, readCommand } from './commands.ts';
import { gameText, loadedGame } from './files.ts';
import type { Picture } from './layout.ts';
import { answerText, expectedAnswer, openingPrompt, readAnswers } from './opening.ts';
import { pictureOf } from './picture.ts';
import { type ChoiceMade, choiceLines, forbiddenLines, pictureLines, recordText } from './remarks.ts';
import { endText, fileNames, playerName, seatsFor, seatsWithYou, swappedText } from './seats.ts';
import { alone, MAX_SEED, type PlaySettings } from './settings.ts';
import { figuresText, foulLines, lineText } from './words.ts';

interface Question {
  readonly text: string;
  readonly onYes: () => Action;
}

export class Session {
  private settings: PlaySettings;
  private played: PlayedGame;
  /** Games played before this one, so that chance differs. */
  private gameNumber = 0;
  /** The engine's last move in this game and what it thought. */
  private lastChoice: ChoiceMade | null = null;
  private question: Question | null = null;
  private spoken: string[] = [];
  /** The game whose board was shown last. */
  private shown: GameState | null = null;
  private isBoardDue = false;
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
    this.played = plies.reduce(play, this.newGame());
    this.today = today;
  }

  get game(): GameState {
    return this.played.state;
  }

  /** The first thing to do. */
  start(): Action {
    this.tellLevel();
    this.tellSeed();
    this.say('Type help for the commands.');
    this.say(...pictureLines(this.game.variant, this.game.plies));
    this.tellEnd();
    return this.next();
  }

  /** Nobody is asked between two moves, so what is typed meanwhile is for {@link handle} before the next one. */
  get takesLinesAnyTime(): boolean {
    return this.settings.players === 'engine-vs-engine';
  }

  /** Time is limited, so that it counts whoever types. */
  get hasClock(): boolean {
    return this.settings.clockMs !== null;
  }

  /** Text since the last call. */
  takeOutput(): Output {
    const output = { showsBoard: this.isBoardDue || this.shown !== this.game, messages: this.spoken };
    this.shown = this.game;
    this.isBoardDue = false;
    this.spoken = [];
    return output;
  }

  /** Milliseconds until the side that is asked has lost on time; null if no time runs out. */
  get leftMs(): number | null {
    if (this.question !== null || this.game.end !== null) return null;
    return leftOf(this.played.clock, toAct(this.played));
  }

  /**
   * @param runningMs that the side to move has been thinking, of a limited time
   * @returns the board, and who plays what and whose turn it is
   */
  frame(look: Look, runningMs = 0): Picture {
    return pictureOf(this.played, look, this.settings.showsForbidden || this.showsForbiddenOnce, runningMs);
  }

  /**
   * Takes a line that was typed. Never throws for what a person may type.
   * @param tookMs of the clock of the side to move, null if no clock runs
   */
  handle(line: string, tookMs: number | null = null): Action {
    this.showsForbiddenOnce = false;
    if (this.isTimeUp(tookMs)) return this.next();
    try {
      return this.obey(line.trim());
    } catch (error) {
      if (!(error instanceof MatchError)) throw error;
      this.say(error.message);
      return this.next();
    }
  }

  /** Takes the engine's move. @param tookMs as for {@link handle} */
  moved(choice: Choice, tookMs: number | null = null): Action {
    const color = sideToMove(this.game);
    if (this.isTimeUp(tookMs)) return this.next();
    this.say(`${playerName(this.played.seats, color)} plays ${this.label(choice.move)}.`);
    this.lastChoice = { ply: this.game.plies.length, choice };
    this.played = play(this.played, choice.move);
    this.tellEnd();
    return this.next();
  }

  /** Takes the engine's answer to a step of the opening. @param tookMs as for {@link handle} */
  decided(answer: OpeningAnswer, tookMs: number | null = null): Action {
    if (this.isTimeUp(tookMs)) return this.next();
    const opening = askedOpening(this.played);
    if (opening !== null) this.answer(opening, [answer], true);
    return this.next();
  }

  /** Takes what the engine would answer in a person's place. */
  suggested(answer: OpeningAnswer): Action {
    const opening = askedOpening(this.played);
    if (opening !== null) this.say(`Hint: tengen ${answerText(answer, opening, this.game.variant.height)}.`);
    return this.next();
  }

  /** Takes what the engine thinks of the position. */
  advised(purpose: Purpose, figures: SearchFigures): Action {
    const { position, variant } = this.game;
    const [best] = figures.pv;
    if (purpose === 'hint' && best !== undefined) {
      this.say(`Hint: ${this.label(best)} (${figuresText(figures)}).`);
      return this.next();
    }
    const color = sideToMove(this.game);
    if (this.lastChoice !== null) this.say(...choiceLines(this.game, this.lastChoice));
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
    const { rule } = this.game.variant;
    if (rule.winLength !== 5)
      this.say(`The file does not tell that ${rule.winLength} in a row win: load it with --win ${rule.winLength}.`);
    return this.next();
  }

  /** A file was read. */
  loaded(path: string, text: string): Action {
    try {
      const { game, humanColor } = loadedGame(path, text, this.game.variant);
      this.tellLeftGame();
      this.replace(game, seatsWithYou(this.played.seats, humanColor ?? sideToMove(game)));
      this.say(`Loaded ${path}: ${counted(game.plies.length, 'move')}.`);
      this.tellEnd();
    } catch (error) {
      if (!(error instanceof MatchError)) throw error;
      this.say(`load ${path}: ${messageOf(error)}`);
    }
    return this.next();
  }

  /** Somebody leaves: the game is not lost with it. */
  leave(): Action {
    if (this.game.end === null && this.game.plies.length > 0) this.say(`Record: ${recordText(this.game)}`);
    return { kind: 'quit' };
  }

  /** Counts time for the side to move. @returns true if it has none left, which ends the game */
  private isTimeUp(tookMs: number | null): boolean {
    if (tookMs === null || this.game.end !== null || this.question !== null) return false;
    this.played = spend(this.played, tookMs);
    if (this.game.end === null) return false;
    this.tellEnd();
    return true;
  }

  /** Waits for the person, lets the engine move, or asks whether to play again. */
  private next(): Action {
    if (this.question !== null) return { kind: 'ask', prompt: `${this.question.text} (y/n) `, isQuestion: true };
    if (this.game.end !== null) return { kind: 'ask', prompt: 'Play again? (y/n) ', isQuestion: true };
    const opening = askedOpening(this.played);
    if (opening !== null) return this.nextOfOpening(opening);
    if (!isPersonToAct(this.played)) return { kind: 'think', request: this.request };
    return { kind: 'ask', prompt: `${colorName(sideToMove(this.game))} to move: `, isQuestion: false };
  }

  /** What the engine is asked for. */
  private get request() {
    const { settings, played, seed } = this;
    const player = playerOf(played.seats, toAct(played));
    const level = levelOf(player === 'human' ? settings.level : player.level);
    const timeMs = timeForMove(leftOf(played.clock, toAct(played)), settings.timeMs);
    return { game: this.game, level, timeMs, seed };
  }

  /** Asks the person, or has the engine decide. */
  private nextOfOpening(opening: OpeningState): Action {
    if (!isPersonToAct(this.played)) {
      return { kind: 'decide', request: { ...this.request, opening }, isHint: false };
    }
    const prompt = openingPrompt(opening, this.game.variant, this.game.plies.length);
    return { kind: 'ask', prompt, isQuestion: true };
  }

  /** @param isTold whether it is said what the answer is @throws MatchError if it is none */
  private answer(opening: OpeningState, answers: readonly OpeningAnswer[], isTold: boolean): void {
    const { seats } = this.played;
    const name = playerName(seats, toAct(this.played));
    this.played = answerOpening(this.played, answers);
    if (isTold)
      for (const answer of answers) this.say(`${name} ${answerText(answer, opening, this.game.variant.height)}.`);
    if (this.played.seats !== seats) this.tellSwapped();
    if (askedOpening(this.played) === null) this.say('The opening is over.');
    this.tellEnd();
  }

  private tellSwapped(): void {
    this.isBoardDue = true;
    this.say(swappedText(this.played.seats));
  }

  private obey(text: string): Action {
    if (text === '') return this.next();
    const isAsked = this.question === null && isPersonToAct(this.played);
    const opening = isAsked ? askedOpening(this.played) : null;
    if (opening !== null) {
      const answers = readAnswers(text, opening, this.game.variant);
      if (answers !== null) {
        this.answer(opening, answers, false);
        return this.next();
      }
    }
    const answer = /^(?:(y|yes)|n|no)$/i.exec(text);
    if (answer !== null) return this.decide(answer[1] !== undefined);
    const command = readCommand(text, this.game.variant, opening === null ? undefined : expectedAnswer(opening));
    this.question = null;
    return this.run(command);
  }

  private decide(isYes: boolean): Action {
    const question = this.question;
    this.question = null;
    if (question !== null) return isYes ? question.onYes() : this.next();
    if (this.game.end === null)
      throw new MatchError(`"${isYes ? 'y' : 'n'}": nothing was asked, expected a move or a command`);
    return isYes ? this.startNew() : this.leave();
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
        return this.advise(command.name);
      case 'forbidden':
        return this.showForbidden(command.always);
      case 'level':
        this.settings = { ...this.settings, level: command.level };
        this.played = { ...this.played, seats: seatsAtLevel(this.played.seats, command.level) };
        this.tellLevel();
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
        return this.leave();
    }
  }

  private advise(purpose: Purpose): Action {
    const opening = askedOpening(this.played);
    if (purpose === 'hint' && opening !== null) {
      return { kind: 'decide', request: { ...this.request, opening }, isHint: true };
    }
    return { kind: 'advise', game: this.game, purpose };
  }

  private play(plies: readonly Ply[]): Action {
    this.requireRunning('a move');
    const [first] = plies;
    if (plies.length > 1) return this.playRecord(plies);
    if (this.settings.players === 'engine-vs-engine') {
      throw new MatchError(`${this.record(plies)}: the engine plays both sides, expected a command`);
    }
    // Says what is wrong with the move before anything is asked about it.
    const { end } = withPly(this.game, first);
    if (first === null || end?.reason !== 'foul') return this.playOn(first);
    this.say(...foulLines(this.game.position, first));
    return this.ask(`${this.label(first)} is forbidden to Black and loses. Play it all the same?`, () =>
      this.playOn(first),
    );
  }

  private playRecord(plies: readonly Ply[]): Action {
    const isEmpty = this.game.plies.length === 0;
    this.played = allOrNone(() => plies.reduce(play, this.played));
    this.say(`${counted(plies.length, 'move')} played.`);
    if (isEmpty) this.say(...pictureLines(this.game.variant, plies));
    this.tellEnd();
    return this.next();
  }

  private showRecord(): Action {
    this.say(recordText(this.game));
    return this.next();
  }

  /** Puts another game of the same kind in the place of this one. */
  private goTo(plies: readonly Ply[]): Action {
    const game = allOrNone(() => withPlies(newGame(this.game.variant), plies));
    this.tellLeftGame();
    this.replace(game, this.played.seats);
    this.say(`${counted(plies.length, 'turn')} on the board.`);
    this.say(...pictureLines(this.game.variant, plies));
    this.tellEnd();
    return this.next();
  }

  private undo(): Action {
    const isOver = this.game.end !== null;
    const { plies } = this.game;
    this.played = undo(this.played);
    const taken = plies.slice(this.game.plies.length);
    if (taken.length > 0) this.say(`Taken back: ${this.record(taken)}.`);
    else this.say(isOver ? 'The game goes on.' : 'Your last answer is taken back.');
    this.isBoardDue = true;
    return this.next();
  }

  private redo(): Action {
    const { plies } = this.game;
    this.played = redo(this.played);
    const again = this.game.plies.slice(plies.length);
    this.say(again.length > 0 ? `Played again: ${this.record(again)}.` : 'Your answer is given again.');
    this.isBoardDue = true;
    this.tellEnd();
    return this.next();
  }

  private showForbidden(always: boolean | null): Action {
    const { position, variant } = this.game;
    if (!variant.rule.renju) throw new MatchError(`forbidden: ${variantName(variant)} forbids nothing, expected renju`);
    if (always !== null) this.settings = { ...this.settings, showsForbidden: always };
    this.showsForbiddenOnce = always ?? true;
    this.isBoardDue = true;
    if (always === false) return this.next();
    this.say(...forbiddenLines(position));
    return this.next();
  }

  private swap(): Action {
    this.played = swapSeats(this.played);
    this.tellSwapped();
    return this.next();
  }

  private resign(): Action {
    this.requireRunning('resign');
    this.played = resign(this.played);
    this.tellEnd();
    return this.next();
  }

  private startNew(): Action {
    if (this.game.end === null) this.tellLeftGame();
    this.gameNumber++;
    this.lastChoice = null;
    this.played = this.newGame(this.game.variant);
    this.say('A new game.');
    this.tellSeed();
    return this.next();
  }

  /** @param variant a file may have brought another kind of game */
  private newGame(variant = this.settings.variant): PlayedGame {
    const { opening, clockMs } = this.settings;
    const rule = opening !== null && openingFault(opening, variant) === null ? opening : null;
    return newPlayedGame({ variant, seats: seatsFor(this.settings, this.seed), rule, limitMs: clockMs });
  }

  /** Puts another game in the place of this one. */
  private replace(game: GameState, seats: Seats): void {
    this.lastChoice = null;
    this.played = continuedFrom(this.played, game, seats);
  }

  /** The seed this game would begin with, were it the first. */
  private get seed(): number {
    return (this.settings.seed + this.gameNumber) % (MAX_SEED + 1);
  }

  private ask(text: string, onYes: () => Action): Action {
    this.question = { text, onYes };
    return this.next();
  }

  private say(...lines: readonly string[]): void {
    this.spoken.push(...lines);
  }

  private tellLevel(): void {
    if (this.settings.players !== 'human-vs-human') this.say(`${levelText(this.settings.level)}.`);
  }

  private tellSeed(): void {
    if (this.settings.players !== 'human-vs-human') this.say(`Chance: --seed ${this.seed} makes the same game again.`);
  }

  private playOn(ply: Ply): Action {
    this.played = play(this.played, ply);
    this.tellEnd();
    return this.next();
  }

  private tellLeftGame(): void {
    if (this.game.plies.length > 0) this.say(`The game left: ${recordText(this.game)}`);
  }

  /** If the game is over. */
  private tellEnd(): void {
    if (this.game.end !== null) this.say(endText(this.played.seats, this.game), `Record: ${recordText(this.game)}`);
  }

  private requireRunning(what: string): void {
    if (this.game.end !== null) throw new MatchError(`${what}: the game is over, expected y, n, undo, new or quit`);
  }

  private fileText(path: string): string {
    return gameText(path, this.game, fileNames(this.played.seats), this.today());
  }

  private record(plies: readonly Ply[]): string {
    return formatRecord(plies, this.game.variant.height);
  }

  private label(point: XY): string {
    return labelOf(point, this.game.variant.height);
  }
}

/** Records are checked whole before a stone of them is placed. */
function allOrNone<T>(playAll: () => T): T {
  try {
    return playAll();
  } catch (error) {
    if (error instanceof MatchError) throw new MatchError(`${error.message}; nothing was played`);
    throw error;
  }
}
