/**
 * A player's game as a state machine: takes lines and the engine's answers, returns text and the next action. It
 * touches neither terminal nor files nor clock, so that every turn can be tested.
 */
import { messageOf, UserError } from '../../core/errors.ts';
import type { XY } from '../../core/point.ts';
import { hasForbidden } from '../../core/rule.ts';
import { counted } from '../../core/text.ts';
import type { SearchFigures } from '../../engine/api.ts';
import type { OpeningRequest } from '../../play/opening/player.ts';
import { type OpeningAnswer, openingRuleFault } from '../../play/opening/state.ts';
import type { OpponentChoice, OpponentRequest } from '../../play/opponent/opponent.ts';
import { leftOf, mainTime } from '../../play/played/clock.ts';
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
  thinkRequest,
  toAct,
  undo,
} from '../../play/played/played-game.ts';
import { type Seats, seatsAtLevel } from '../../play/played/seats.ts';
import { type GameState, newGame, sideToMove, withPlies, withPly } from '../../play/state/game-state.ts';
import { colorName, formatRecord, labelOf, type Ply } from '../../play/state/notation.ts';
import { variantName } from '../../play/state/variant.ts';
import { notationOfName } from '../../records/notation/convert.ts';
import type { TerminalLook } from './board.ts';
import { type PlayCommand, playHelpLines, readCommand } from './commands.ts';
import { gameText, loadedGame } from './files.ts';
import type { Picture } from './layout.ts';
import { answerLine, expectedAnswer, openingPrompt, readAnswers } from './opening.ts';
import {
  adviceLines,
  type ChoiceMade,
  endLines,
  forbiddenLines,
  leftGameLines,
  levelLines,
  pictureLines,
  pictureOf,
  recordLine,
  seedLines,
} from './remarks.ts';
import { fileNames, playerName, seatsFor, seatsWithYou, swappedText } from './seats.ts';
import { alone, MAX_SEED, type PlaySettings } from './settings.ts';
import { figuresText, foulLines } from './words.ts';

/** The next action. The caller answers every action except `quit` by a call of the session. */
export type Action =
  /** Read a line, for {@link PlaySession.handle}: a move, a command, or the answer to a question. */
  | { readonly kind: 'ask'; readonly prompt: string; readonly isQuestion: boolean }
  /** Find the engine's move, for {@link PlaySession.moved}. */
  | { readonly kind: 'think'; readonly request: OpponentRequest }
  /**
   * Find an answer to a step of the opening: the engine's own, for {@link PlaySession.decided}, or a hint, for
   * {@link PlaySession.suggested}.
   */
  | { readonly kind: 'decide'; readonly request: OpeningRequest; readonly isHint: boolean }
  /** Analyze the position for the player, for {@link PlaySession.advised}. */
  | { readonly kind: 'advise'; readonly game: GameState; readonly purpose: ActionPurpose }
  /** Write a file, for {@link PlaySession.saved}; overwrite an existing one only if `replaces`. */
  | { readonly kind: 'save'; readonly path: string; readonly text: string; readonly replaces: boolean }
  /** Read a file, for {@link PlaySession.loaded}. */
  | { readonly kind: 'load'; readonly path: string }
  | { readonly kind: 'quit' };

type ActionPurpose = 'hint' | 'why';

export class PlaySession {
  private played: PlayedGame;
  /** Number of games before this one; makes each game's random seed different. */
  private gameNumber = 0;
  /** The engine's last move in this game, with its analysis. */
  private lastChoice: ChoiceMade | null = null;
  private question: { readonly text: string; readonly onYes: () => Action } | null = null;
  private spoken: string[] = [];
  /** The game whose board was shown last. */
  private shown: GameState | null = null;
  private isBoardDue = false;
  /** Marks the forbidden points until the next line is typed. */
  private showsForbiddenOnce = false;

  /**
   * @param plies turns already on the board at the start
   * @param today returns the date for saved games, ISO 8601
   * @throws UserError if the turns cannot be played
   */
  constructor(
    private settings: PlaySettings,
    plies: readonly Ply[],
    private readonly today: () => string,
  ) {
    this.played = plies.reduce(play, this.newGame());
  }

  get game(): GameState {
    return this.played.state;
  }

  start(): Action {
    return this.report(
      ...levelLines(this.settings),
      ...seedLines(this.settings, this.seed),
      'Type help for a list of commands.',
      ...pictureLines(this.game.variant, this.game.plies),
      ...endLines(this.played),
    );
  }

  /** Without a prompt between moves, a line typed in the meantime goes to {@link handle} before the next move. */
  get takesLinesAnyTime(): boolean {
    return this.settings.players === 'engine-vs-engine';
  }

  /** Whether time is limited, so that it counts even if no person is at the terminal. */
  get hasClock(): boolean {
    return this.settings.clockMs !== null;
  }

  /** @returns paragraphs since the last call, and whether the board has changed or was requested */
  takeOutput(): { readonly showsBoard: boolean; readonly messages: readonly string[] } {
    const output = { showsBoard: this.isBoardDue || this.shown !== this.game, messages: this.spoken };
    this.shown = this.game;
    this.isBoardDue = false;
    this.spoken = [];
    return output;
  }

  /** Milliseconds until the side to move loses on time; null if time is not limited. */
  get leftMs(): number | null {
    if (this.question !== null || this.game.end !== null) return null;
    return leftOf(this.played.clock, toAct(this.played));
  }

  /**
   * @param runningMs time that the side to move has been thinking
   * @returns the board, the players and the side to move
   */
  frame(look: TerminalLook, runningMs = 0): Picture {
    return pictureOf(this.played, look, this.settings.showsForbidden || this.showsForbiddenOnce, runningMs);
  }

  /**
   * Handles a typed line. Never throws, whatever the line says.
   * @param tookMs time to subtract from the clock of the side to move, null if no clock runs
   */
  handle(line: string, tookMs: number | null = null): Action {
    this.showsForbiddenOnce = false;
    if (this.isTimeUp(tookMs)) return this.next();
    try {
      return this.dispatch(line.trim());
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return this.report(error.message);
    }
  }

  /** Handles the engine's move. @param tookMs as for {@link handle} */
  moved(choice: OpponentChoice, tookMs: number | null = null): Action {
    if (this.isTimeUp(tookMs)) return this.next();
    const name = playerName(this.played.seats, toAct(this.played));
    this.lastChoice = { ply: this.game.plies.length, choice };
    return this.become(play(this.played, choice.move), `${name} plays ${this.label(choice.move)}.`);
  }

  /** Handles the engine's answer to a step of the opening. @param tookMs as for {@link handle} */
  decided(answer: OpeningAnswer, tookMs: number | null = null): Action {
    if (this.isTimeUp(tookMs)) return this.next();
    const opening = askedOpening(this.played);
    if (opening === null) return this.next();
    const name = playerName(this.played.seats, toAct(this.played));
    return this.answer([answer], `${name} ${answerLine(answer, opening, this.game.variant.height)}.`);
  }

  /** Handles a hint: what the engine would answer in the player's place. */
  suggested(answer: OpeningAnswer): Action {
    const opening = askedOpening(this.played);
    if (opening === null) return this.next();
    return this.report(`Hint: tengen ${answerLine(answer, opening, this.game.variant.height)}.`);
  }

  /** Handles the engine's analysis of the position. */
  advised(purpose: ActionPurpose, figures: SearchFigures): Action {
    const [best] = figures.pv;
    if (purpose === 'hint' && best !== undefined) {
      return this.report(`Hint: ${this.label(best)} (${figuresText(figures)}).`);
    }
    return this.report(...adviceLines(this.game, figures, this.lastChoice));
  }

  failed(message: string): Action {
    return this.report(message);
  }

  /** Call after writing a file. @param exists the file already exists and was not overwritten */
  saved(path: string, exists: boolean, text: string): Action {
    if (exists) {
      return this.ask(`${path} already exists. Overwrite it?`, () => ({ kind: 'save', path, text, replaces: true }));
    }
    const { winLength } = this.game.variant.rule;
    this.say(`Saved as ${path}.`);
    if (winLength === 5 || notationOfName(path) === 'sgf') return this.next();
    return this.report(`The file format does not store the winning length; load it with --win ${winLength}.`);
  }

  /** Call after reading a file. */
  loaded(path: string, text: string): Action {
    try {
      const { game, humanColor, notes } = loadedGame(path, text, this.game.variant);
      const seats = seatsWithYou(this.played.seats, humanColor ?? sideToMove(game));
      const parts = [`Loaded ${path}: ${counted(game.plies.length, 'move')}`, ...notes];
      return this.replace(game, seats, `${parts.join('; ')}.`);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return this.report(`load ${path}: ${messageOf(error)}`);
    }
  }

  /** Quits, and prints the record of an unfinished game so that it is not lost. */
  leave(): Action {
    if (this.game.end === null && this.game.plies.length > 0) this.say(`Record: ${recordLine(this.game)}`);
    return { kind: 'quit' };
  }

  /** Subtracts time from the clock of the side to move. @returns true if none is left, which ends the game */
  private isTimeUp(tookMs: number | null): boolean {
    if (tookMs === null || this.game.end !== null || this.question !== null) return false;
    this.become(spend(this.played, tookMs));
    return this.game.end !== null;
  }

  /** @returns the next action: prompt the player, let the engine move, or ask whether to play again */
  private next(): Action {
    if (this.question !== null) return { kind: 'ask', prompt: `${this.question.text} (y/n) `, isQuestion: true };
    if (this.game.end !== null) return { kind: 'ask', prompt: 'Play again? (y/n) ', isQuestion: true };
    const opening = askedOpening(this.played);
    if (!isPersonToAct(this.played)) {
      if (opening === null) return { kind: 'think', request: this.request };
      return { kind: 'decide', request: { ...this.request, opening }, isHint: false };
    }
    if (opening !== null) {
      const prompt = openingPrompt(opening, this.game.variant, this.game.plies.length);
      return { kind: 'ask', prompt, isQuestion: true };
    }
    return { kind: 'ask', prompt: `${colorName(sideToMove(this.game))} to move: `, isQuestion: false };
  }

  private get request() {
    const { level, timeMs } = this.settings;
    return thinkRequest(this.played, level, timeMs, this.seed);
  }

  /** @param said messages about the answers @throws UserError if one of them is invalid */
  private answer(answers: readonly OpeningAnswer[], ...said: readonly string[]): Action {
    const next = answerOpening(this.played, answers);
    const swapped = next.seats === this.played.seats ? [] : [swappedText(next.seats)];
    return this.become(next, ...said, ...swapped, ...(askedOpening(next) === null ? ['The opening is over.'] : []));
  }

  private dispatch(text: string): Action {
    if (text === '') return this.next();
    const isAsked = this.question === null && isPersonToAct(this.played);
    const opening = isAsked ? askedOpening(this.played) : null;
    if (opening !== null) {
      const answers = readAnswers(text, opening, this.game.variant);
      if (answers !== null) return this.answer(answers);
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
      throw new UserError(`"${isYes ? 'y' : 'n'}": there is no question to answer, expected a move or a command`);
    return isYes ? this.startNew() : this.leave();
  }

  private run(command: PlayCommand): Action {
    switch (command.name) {
      case 'play':
        return this.play(command.plies);
      case 'moves':
        return command.plies === null ? this.report(recordLine(this.game)) : this.goTo(command.plies);
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
        return this.setLevel(command.level);
      case 'time':
        this.settings = { ...this.settings, timeMs: command.timeMs };
        return this.report(command.timeMs === null ? 'No time limit.' : `${command.timeMs / 1000} s per move.`);
      case 'save':
        return {
          kind: 'save',
          path: command.path,
          text: gameText(command.path, this.game, fileNames(this.played.seats), this.today()),
          replaces: false,
        };
      case 'load':
        return { kind: 'load', path: command.path };
      case 'swap':
        return this.swap();
      case 'board':
        this.isBoardDue = true;
        return this.next();
      case 'resign':
        this.requireRunning('resign');
        return this.become(resign(this.played));
      case 'new':
        return this.startNew();
      case 'help':
        return this.report(...playHelpLines());
      case 'quit':
        return this.leave();
    }
  }

  private advise(purpose: ActionPurpose): Action {
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
      throw new UserError(`${this.record(plies)}: the engine plays both sides, expected a command`);
    }
    // Reports an invalid move before asking about a forbidden one.
    const { end } = withPly(this.game, first);
    if (first === null || end?.reason !== 'foul') return this.become(play(this.played, first));
    const { position, variant } = this.game;
    const color = sideToMove(this.game);
    this.say(...foulLines(position, variant.rule, color, first));
    return this.ask(`${this.label(first)} is forbidden to ${colorName(color)} and loses. Play it anyway?`, () =>
      this.become(play(this.played, first)),
    );
  }

  private playRecord(plies: readonly Ply[]): Action {
    const pictured = this.game.plies.length === 0 ? pictureLines(this.game.variant, plies) : [];
    const next = allOrNone(() => plies.reduce(play, this.played));
    return this.become(next, `${counted(plies.length, 'move')} played.`, ...pictured);
  }

  /** Replaces this game by another one of the same variant. */
  private goTo(plies: readonly Ply[]): Action {
    const { variant } = this.game;
    const game = allOrNone(() => withPlies(newGame(variant), plies));
    const said = [`Set up ${counted(plies.length, 'turn')}.`, ...pictureLines(variant, plies)];
    return this.replace(game, this.played.seats, ...said);
  }

  private undo(): Action {
    const { plies, end } = this.game;
    const next = undo(this.played);
    const taken = plies.slice(next.state.plies.length);
    this.isBoardDue = true;
    if (taken.length > 0) return this.become(next, `Undone: ${this.record(taken)}.`);
    return this.become(next, end === null ? 'Your last answer was undone.' : 'The game continues.');
  }

  private redo(): Action {
    const next = redo(this.played);
    const again = next.state.plies.slice(this.game.plies.length);
    this.isBoardDue = true;
    if (again.length > 0) return this.become(next, `Redone: ${this.record(again)}.`);
    return this.become(next, 'Your answer was redone.');
  }

  private showForbidden(always: boolean | null): Action {
    const { variant } = this.game;
    if (!hasForbidden(variant.rule)) {
      throw new UserError(`forbidden: only renju and omok have forbidden moves; this game is ${variantName(variant)}`);
    }
    if (always !== null) this.settings = { ...this.settings, showsForbidden: always };
    this.showsForbiddenOnce = always ?? true;
    this.isBoardDue = true;
    return this.report(...(always === false ? [] : forbiddenLines(this.game)));
  }

  private setLevel(level: number): Action {
    this.settings = { ...this.settings, level };
    this.played = { ...this.played, seats: seatsAtLevel(this.played.seats, level) };
    return this.report(...levelLines(this.settings));
  }

  private swap(): Action {
    const next = swapSeats(this.played);
    return this.become(next, swappedText(next.seats));
  }

  private startNew(): Action {
    const left = this.game.end === null ? leftGameLines(this.game) : [];
    this.gameNumber++;
    this.lastChoice = null;
    const next = this.newGame(this.game.variant);
    return this.become(next, ...left, 'New game.', ...seedLines(this.settings, this.seed));
  }

  /** @param variant may differ from the settings' after loading a file */
  private newGame(variant = this.settings.variant): PlayedGame {
    const { opening, clockMs } = this.settings;
    const rule = opening !== null && openingRuleFault(opening, variant) === null ? opening : null;
    return newPlayedGame({ variant, seats: seatsFor(this.settings, this.seed), rule, control: mainTime(clockMs) });
  }

  private replace(game: GameState, seats: Seats, ...said: readonly string[]): Action {
    const left = leftGameLines(this.game);
    this.lastChoice = null;
    return this.become(continuedFrom(this.played, game, seats), ...left, ...said);
  }

  /** The seed with which this game would be the first one. */
  get seed(): number {
    return (this.settings.seed + this.gameNumber) % (MAX_SEED + 1);
  }

  private ask(text: string, onYes: () => Action): Action {
    this.question = { text, onYes };
    return this.next();
  }

  /** Takes over the result of a turn or a command. @param said messages to show before those about the game's end */
  private become(next: PlayedGame, ...said: readonly string[]): Action {
    const ended = next.state === this.game ? [] : endLines(next);
    this.isBoardDue ||= next.seats !== this.played.seats;
    this.played = next;
    return this.report(...said, ...ended);
  }

  private report(...lines: readonly string[]): Action {
    this.say(...lines);
    return this.next();
  }

  private say(...lines: readonly string[]): void {
    this.spoken.push(...lines);
  }

  private requireRunning(what: string): void {
    if (this.game.end !== null) throw new UserError(`${what}: the game is over; enter y, n, undo, new or quit`);
  }

  private record(plies: readonly Ply[]): string {
    return formatRecord(plies, this.game.variant.height);
  }

  private label(point: XY): string {
    return labelOf(point, this.game.variant.height);
  }
}

/** Plays all of a record or, if one of its moves is invalid, none of it. */
function allOrNone<T>(playAll: () => T): T {
  try {
    return playAll();
  } catch (error) {
    if (error instanceof UserError) throw new UserError(`${error.message}; nothing was played`);
    throw error;
  }
}
