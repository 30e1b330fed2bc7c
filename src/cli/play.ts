/** `tengen play`: the shell around src/cli/play: prompts, runs the engine, and reads and writes files. */
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Command, INTERRUPTED } from '../core/command.ts';
import { named, reasonOf, UserError } from '../core/errors.ts';
import { NO_LIMIT_MS } from '../core/limits.ts';
import { seededRandom } from '../core/random.ts';
import { ruleNameOf } from '../core/rule.ts';
import { counted } from '../core/text.ts';
import type { SearchInfo } from '../engine/api.ts';
import { createEngine } from '../platform/node/engine.ts';
import { createFile, isExistsError, replaceFile } from '../platform/node/files.ts';
import { ADVICE_LIMITS, analyze } from '../play/analysis/analysis.ts';
import { chooseAnswer } from '../play/opening/player.ts';
import {
  chooseMove,
  type OpponentChoice,
  type OpponentRequest,
  playsWinsOf,
  seedOfMove,
  TABLE_BYTES,
} from '../play/opponent/opponent.ts';
import { listedProblems } from '../play/problems/problem.ts';
import { cellsOf, type GameState } from '../play/state/game-state.ts';
import type { Variant } from '../play/state/variant.ts';
import type { BookView } from '../records/book/info.ts';
import { textOfFile } from '../records/notation/file-text.ts';
import { KNOWN_WINS } from './known-wins.ts';
import { openBook } from './play/book.ts';
import { type GameConsole, NO_PICTURE, ProcessConsole } from './play/console.ts';
import { SetupDialog } from './play/dialog.ts';
import { loadedGame } from './play/files.ts';
import { PROBLEM_COMMANDS, ProblemSession } from './play/problem-session.ts';
import { type Action, PlaySession } from './play/session.ts';
import { MAX_SEED, PLAY_SYNTAX, type PlayRequest, type PlaySettings, readPlayRequest } from './play/settings.ts';
import { progressText } from './play/words.ts';

const TICK_MS = 1000;
/** The value of --book that means no book. */
const NO_BOOK = '0';

export const COMMAND: Command = {
  name: 'play',
  summary: 'plays a game against you in the terminal',
  usages: ['[options]'],
  about: ['Plays a game against you in the terminal. If no game options are given, it prompts for them one at a time.'],
  ...PLAY_SYNTAX,
  notes: ['The environment variable NO_COLOR turns colors off. During a game, the command help lists all commands.'],
  exits: { 0: 'quit or end of input', 130: 'Ctrl-C' },
  prepare(args) {
    const request = readPlayRequest(args, () => randomInt(MAX_SEED));
    const { settings, plies, problems, isAscii } = request;
    if (problems !== null) return () => solveProblems(problems.rule, settings.seed, isAscii);
    // Checked before touching the terminal, so that an invalid record prints a single line.
    new PlaySession(settings, plies, today);
    const book = request.book === null || request.book === NO_BOOK ? null : openBook(request.book);
    const saved = request.file === null ? null : readSaved(request.file, settings.variant);
    return () => new Table(request, book, saved).run();
  },
};

/** @returns the text of a saved game @throws UserError that names the file and the problem */
function readSaved(path: string, variant: Variant): string {
  return named(`--load ${path}`, () => {
    const text = textOfFile(readFileSync(path));
    loadedGame(path, text, variant);
    return text;
  });
}

/** A search of the engine. */
type Work<T> = (onInfo: (info: SearchInfo) => void, isMoveNowRequested: () => boolean) => Promise<T>;

/** One session: a console, an engine, and the games played. */
class Table {
  private readonly processConsole: ProcessConsole;
  private readonly console: GameConsole;
  private readonly engine = createEngine();
  private session: PlaySession | null = null;
  /** How long the player at the prompt has been thinking. */
  private runningMs: () => number = () => 0;

  /** @param saved text of the game to resume, already checked */
  constructor(
    private readonly request: PlayRequest,
    private readonly book: BookView | null,
    private readonly saved: string | null,
  ) {
    this.processConsole = new ProcessConsole(request.isAscii);
    this.console = this.processConsole.console;
    this.engine.setTableBytes(TABLE_BYTES);
  }

  async run(): Promise<number> {
    try {
      return await this.processConsole.run(
        () => this.sit(),
        () => this.lastWords(),
      );
    } finally {
      this.engine.close();
    }
  }

  /** Last lines after an interruption; at least a line end. */
  private lastWords(): readonly string[] {
    this.session?.leave();
    const record = this.session?.takeOutput().messages.at(-1);
    return [record ?? ''];
  }

  private async sit(): Promise<number> {
    const { settings, leftover } = await this.settle();
    if (settings === null) return 0;
    const session = new PlaySession(settings, this.request.plies, today);
    this.session = session;
    let action = session.start();
    const { file } = this.request;
    if (file !== null && this.saved !== null) action = session.loaded(file, this.saved);
    if (leftover !== null) action = session.handle(leftover);
    while (action.kind !== 'quit') {
      this.show(session, action);
      const next: Action | null = await this.perform(session, action);
      if (this.processConsole.isInterrupted) return INTERRUPTED;
      action = next ?? session.leave();
    }
    this.show(session, action);
    return 0;
  }

  /** Asks for the game options, unless the command line has given some. @returns null if the input ended */
  private async settle(): Promise<{ settings: PlaySettings | null; leftover: string | null }> {
    const { settings, asks } = this.request;
    if (!asks) return { settings, leftover: null };
    const dialog = new SetupDialog(settings);
    this.console.show(
      NO_PICTURE,
      ['A game against tengen. Press Enter to accept the default in brackets, or enter a move to start the game.'],
      false,
      true,
    );
    for (let question = dialog.question; question !== null; question = dialog.question) {
      const line = await this.console.ask(question, true);
      if (line === null) return { settings: null, leftover: null };
      const messages: string[] = [];
      try {
        dialog.answer(line);
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        messages.push(error.message);
      }
      this.console.show(NO_PICTURE, messages, false, true);
    }
    return { settings: dialog.settings, leftover: dialog.leftover };
  }

  private show(session: PlaySession, action: Action): void {
    const { showsBoard, messages } = session.takeOutput();
    const isTurn = action.kind === 'ask' || action.kind === 'quit';
    this.console.show((look) => session.frame(look, this.runningMs()), messages, showsBoard, isTurn);
  }

  /** @returns the next action, null at the end of the input */
  private async perform(session: PlaySession, action: Exclude<Action, { kind: 'quit' }>): Promise<Action | null> {
    switch (action.kind) {
      case 'ask': {
        const clock = this.startClock(session);
        const line = await this.ask(session, action, clock);
        return line === null ? null : session.handle(line, clock());
      }
      case 'think': {
        const typed = session.takesLinesAnyTime ? this.console.typedAhead() : undefined;
        if (typed !== undefined) return session.handle(typed);
        const { request } = action;
        const clock = this.startClock(session);
        const choose: Work<OpponentChoice> = (...hooks) => chooseMove(this.engine, request, ...hooks);
        const choice = await this.think(session, request.game, choose, this.bookFor(request));
        return session.moved(choice, clock());
      }
      case 'decide': {
        const typed = session.takesLinesAnyTime ? this.console.typedAhead() : undefined;
        if (typed !== undefined) return session.handle(typed);
        const { isHint } = action;
        const request = { ...action.request, book: isHint ? null : this.book };
        const clock = this.startClock(session);
        const answer = await this.think(session, request.game, (_, isMoveNowRequested) =>
          chooseAnswer(this.engine, request, isMoveNowRequested),
        );
        return isHint ? session.suggested(answer) : session.decided(answer, clock());
      }
      case 'advise': {
        const { game, purpose } = action;
        const [best] = await this.think(session, game, (onInfo) => analyze(this.engine, game, ADVICE_LIMITS, onInfo));
        return session.advised(purpose, best);
      }
      case 'save':
        return this.save(session, action);
      case 'load':
        return this.load(session, action.path);
    }
  }

  /** On a terminal, shows the running clock and ends the game when it runs out. */
  private async ask(
    session: PlaySession,
    { prompt, isQuestion }: Extract<Action, { kind: 'ask' }>,
    clock: () => number | null,
  ): Promise<string | null> {
    const { leftMs } = session;
    if (leftMs === null || !this.console.isLive) return this.console.ask(prompt, isQuestion);
    this.runningMs = () => clock() ?? 0;
    const ticks = setInterval(() => this.console.redraw(), TICK_MS).unref();
    let flag: NodeJS.Timeout | undefined;
    const isUp = new Promise<string>((fall) => {
      // A timer does not take longer times, which no game takes either.
      if (leftMs > NO_LIMIT_MS) return;
      flag = setTimeout(() => {
        this.console.dropTyped();
        fall('');
      }, leftMs).unref();
    });
    try {
      return await Promise.race([this.console.ask(prompt, isQuestion), isUp]);
    } finally {
      clearInterval(ticks);
      clearTimeout(flag);
      this.runningMs = () => 0;
    }
  }

  /** @returns a function that returns the milliseconds since the call; null if no clock runs */
  private startClock(session: PlaySession): () => number | null {
    const startedAt = performance.now();
    const runs = this.console.isLive || session.hasClock;
    return () => (runs ? performance.now() - startedAt : null);
  }

  /** Runs a search and shows its progress; Enter ends it. The book draws the same moves for the same seed and game. */
  private think<T>({ seed }: PlaySession, game: GameState, begin: Work<T>, book = this.book): Promise<T> {
    this.engine.setBook(book, { seed: seedOfMove({ seed, game }) });
    let isMoveNowRequested = false;
    const { height } = game.variant;
    const work = begin(
      (info) => this.console.progress(progressText(info, height)),
      () => isMoveNowRequested,
    );
    return this.console.during(work, () => {
      isMoveNowRequested = true;
      this.engine.stop();
    });
  }

  /** @returns the book for a move: at the highest level, unless another one is given, the known wins */
  private bookFor(request: OpponentRequest): BookView | null {
    const isOwn = this.request.book === null && playsWinsOf(KNOWN_WINS, request);
    return isOwn ? KNOWN_WINS.load(cellsOf(request.game)) : this.book;
  }

  private save(session: PlaySession, { path, text, replaces }: Extract<Action, { kind: 'save' }>): Action {
    try {
      (replaces ? replaceFile : createFile)(path, text);
      return session.saved(path, false, text);
    } catch (error) {
      if (!replaces && isExistsError(error)) return session.saved(path, true, text);
      return session.failed(`save ${path}: ${reasonOf(error)}`);
    }
  }

  private load(session: PlaySession, path: string): Action {
    let text: string;
    try {
      text = textOfFile(readFileSync(path));
    } catch (error) {
      return session.failed(`load ${path}: ${reasonOf(error)}`);
    }
    return session.loaded(path, text);
  }
}

function today(): string {
  return new Date().toISOString();
}

/** @param rule its code; null: all @returns exit code @throws UserError if there is no problem of the rule */
async function solveProblems(rule: number | null, seed: number, isAscii: boolean): Promise<number> {
  const { default: files } = await import('tengen:board-files');
  const all = listedProblems(files['problems.txt']);
  const problems = all.filter(({ code }) => rule === null || code === rule);
  if (problems.length === 0)
    throw new UserError(`--rule ${ruleNameOf(rule ?? 0)}: there are no problems for this rule`);
  const engine = createEngine();
  engine.setTableBytes(TABLE_BYTES);
  const processConsole = new ProcessConsole(isAscii);
  const { console } = processConsole;
  const session = new ProblemSession(problems, engine, seededRandom(seed));
  const solve = async (): Promise<number> => {
    let messages: readonly string[] | null = [`${counted(problems.length, 'problem')}. ${PROBLEM_COMMANDS}`];
    while (messages !== null) {
      console.show((look) => session.picture(look), messages, true, true);
      const line = await console.ask(session.prompt, false);
      messages = line === null ? null : await console.during(session.handle(line), () => {});
    }
    console.show((look) => session.picture(look), [session.result], false, false);
    return 0;
  };
  try {
    return await processConsole.run(solve);
  } finally {
    void engine.close();
  }
}
