/**
 * One session with a manager: takes lines, has the brain execute them and sends its answers. Its only state is about
 * reading: an unfinished block, and lines that follow a request for the pending move.
 */
import { EngineError } from '../engine/errors.ts';
import { type Block, type BlockKind, refusedBlock } from './blocks.ts';
import { Brain, type BrainOptions } from './brain.ts';
import { PROTOCOL_COMMANDS, type ProtocolCommand } from './commands.ts';
import type { FileCommand } from './database-files.ts';
import { NO_FILES } from './database-session.ts';
import { FOLLOWED_BY_FILE, IgnoredInput } from './ignored-input.ts';
import { asLine, type CommandLine, lineOfWord, quote, splitLine, trimBlanks } from './parse.ts';
import { NOTHING, ProtocolError, type Reply } from './reply.ts';
import { REPLY_TEXTS } from './reply-texts.ts';

/** A search must be stoppable in any state. */
const NEVER_REFUSED = new Set(['INFO', 'ABOUT', 'STOP', 'YXSTOP', 'END']);

export class Session {
  readonly brain: Brain;
  private block: Block | null = null;
  private blockReadAt = 0;
  /** The lines of an unknown command, which are ignored. */
  private ignoredInput: IgnoredInput | null = null;
  /** A command whose next line names a file. */
  private fileFor: { readonly name: string; readonly run: FileCommand } | null = null;
  /** Lines to execute once the requested move has been sent. */
  private waiting: { readonly line: CommandLine; readonly readAt: number }[] = [];

  constructor(options: BrainOptions) {
    this.brain = new Brain({ ...options, onAnswer: () => this.receiveWaiting() });
  }

  /**
   * Takes one line. Never throws: a bug becomes an ERROR line, not a lost game.
   * @param readAt when it was read, by the engine's clock
   */
  receive(line: string, readAt: number = this.brain.engine.now()): void {
    if (!this.brain.isEnded) this.receiveLine(splitLine(line), readAt);
  }

  private receiveLine(line: CommandLine, readAt: number): void {
    if (this.brain.isEnded) return;
    if (this.mustWait(line)) {
      this.waiting.push({ line, readAt });
      return;
    }
    this.brain.readAt = readAt;
    try {
      this.brain.send(this.answer(line));
    } catch (error) {
      this.brain.send([`ERROR internal: ${quote(String(error))}`]);
    }
  }

  /** Ends the session like END: executes earlier commands and saves changes. */
  leave(): void {
    if (this.brain.isEnded) return;
    this.finishWaiting();
    this.brain.end();
  }

  /** No more input follows: file operations end at once, and lines that wait for a move are executed without it. */
  private finishWaiting(): void {
    const { databaseSession } = this.brain;
    for (;;) {
      if (databaseSession.isBusy) databaseSession.finishWork(this.waiting.length > 0);
      if (!this.brain.isStopping || this.waiting.length === 0) return;
      this.brain.drop();
      this.receiveWaiting();
    }
  }

  /** @returns whether a pending move must be sent before this line is executed; requests the move if necessary */
  private mustWait({ name }: CommandLine): boolean {
    if (name === 'END') {
      this.finishWaiting();
      return false;
    }
    if (this.brain.databaseSession.isBusy) return !(isStop(name) && this.brain.isThinking);
    const command = PROTOCOL_COMMANDS.get(name);
    const startsGame = this.block === null && command !== undefined && command.startsGame === true;
    if (startsGame && this.brain.owesMoveAtNewGame) this.brain.stopAndWait();
    return this.brain.isStopping;
  }

  private receiveWaiting(): void {
    const lines = this.waiting;
    this.waiting = [];
    for (const { line, readAt } of lines) this.receiveLine(line, readAt);
  }

  private answer(line: CommandLine): Reply {
    if (this.block?.isQuoting === true) return this.quote(this.block, line.raw);
    const { name, args, text } = line;
    if (name === '') return NOTHING;
    if (this.fileFor !== null) {
      const { fileFor } = this;
      this.fileFor = null;
      if (!isCommand(name)) return this.guarded(() => fileFor.run(this.brain, text));
      this.brain.send([`ERROR ${fileFor.name} ended by ${name}: expected a file name`]);
    }
    if (this.block !== null && this.goesIntoBlock(this.block, line)) return NOTHING;
    if (this.ignoredInput?.takes(line)) return NOTHING;
    this.ignoredInput = null;
    if (name.startsWith('YX')) this.brain.noteYixin(name);
    if (name !== 'INFO' && name !== 'ABOUT') this.brain.endPondering();
    const command = PROTOCOL_COMMANDS.get(name);
    if (command === undefined) {
      if (name.startsWith('YX')) this.ignoredInput = new IgnoredInput(name, args, isCommand);
      // Yixin-Board sends many commands that an engine need not support, and displays the answers.
      const isIgnored = name.startsWith('YX') && this.brain.dialect.isYixinBoard;
      return isIgnored ? NOTHING : [REPLY_TEXTS.unknown(quote(text))];
    }
    return this.guarded(() => this.obey(name, command, args));
  }

  /** @returns the answer, which is an ERROR line if the command is rejected */
  private guarded(obey: () => Reply): Reply {
    try {
      return obey();
    } catch (error) {
      if (error instanceof ProtocolError || error instanceof EngineError) return [`ERROR ${asLine(error.message)}`];
      throw error;
    }
  }

  private obey(name: string, command: ProtocolCommand, args: string): Reply {
    const refusal = this.refusalOf(name, command);
    if ('run' in command) {
      const waitsForFile = command.takesFile === true && refusal === null && args === '';
      if (waitsForFile) this.fileFor = { name, run: command.run };
      else if (FOLLOWED_BY_FILE.has(name)) this.ignoredInput = new IgnoredInput(name, args, isCommand);
      if (waitsForFile) return NOTHING;
      return refusal === null ? command.run(this.brain, args) : [`ERROR ${refusal}`];
    }
    // The lines of a rejected block still follow: they are consumed, and DONE is answered with the error.
    if (refusal !== null)
      return this.openBlock(
        command.opensBlock,
        (command.opensBlock.refused ?? refusedBlock)(name, refusal, args),
        args,
      );
    if (command.keepsSearch !== true) this.brain.drop();
    const block = command.opensBlock.open(name, this.brain.engine.position, args);
    return this.openBlock(command.opensBlock, block, args);
  }

  /** @returns why a command is rejected in this state; null if it is accepted */
  private refusalOf(name: string, command: ProtocolCommand): string | null {
    const problem = NEVER_REFUSED.has(name) ? null : this.brain.takeMemoryProblem();
    if (problem !== null) return problem;
    if ('run' in command && command.takesFile && !this.brain.databaseSession.hasFiles) return `${name}: ${NO_FILES}`;
    if (command.needsGame && !this.brain.hasGame) return REPLY_TEXTS.beforeStart(name);
    if (command.isBusyWhileThinking && this.brain.isThinking) return REPLY_TEXTS.busy(name);
    return null;
  }

  /** Opens a block; its lines may also be words on the line of the command. */
  private openBlock(kind: BlockKind, block: Block, args: string): Reply {
    this.block = block;
    this.blockReadAt = this.brain.readAt;
    if (block.isQuoting === true) return this.quote(block, args);
    if (kind.readsHead === true) return NOTHING;
    for (const item of args.split(/[ \t]+/)) {
      if (item !== '' && this.block === block) this.goesIntoBlock(block, lineOfWord(item));
    }
    return NOTHING;
  }

  /** Handles a line of a quoted text; the lines of the block follow its end. */
  private quote(block: Block, line: string): Reply {
    const rest = trimBlanks(block.quote?.(line) ?? '');
    if (rest !== '') this.goesIntoBlock(block, lineOfWord(rest));
    return NOTHING;
  }

  /** @returns whether the line belongs to the block; otherwise it is a separate command */
  private goesIntoBlock(block: Block, { name, text }: CommandLine): boolean {
    if (name === 'DONE') {
      this.block = null;
      // The manager's clock has been running since the first line of the block.
      this.brain.readAt = this.blockReadAt;
      this.brain.send(this.guarded(() => block.done(this.brain)));
      return true;
    }
    // INFO is allowed at any time, and an answer to it would be taken for the answer to the block.
    if (name === 'INFO') return false;
    if (PROTOCOL_COMMANDS.has(name)) {
      this.block = null;
      if (name !== 'END') this.brain.send([REPLY_TEXTS.blockEnded(block.name, name)]);
      return false;
    }
    try {
      block.line(text);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      this.brain.debug(REPLY_TEXTS.skipped(error.message));
    }
    return true;
  }
}

/** @returns whether a word is a command rather than a file name */
function isCommand(name: string): boolean {
  return PROTOCOL_COMMANDS.has(name) || /^YX[A-Z0-9]*$/.test(name);
}

function isStop(name: string): boolean {
  return name === 'STOP' || name === 'YXSTOP';
}
