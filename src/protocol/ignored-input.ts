/** The input that follows YX commands unknown to tengen: it is ignored with them, not mistaken for commands. */
import { PROTOCOL_COMMANDS } from './commands.ts';
import { type CommandLine, parseFields } from './parse.ts';

/** Commands whose next line names a file. */
export const FOLLOWED_BY_FILE: ReadonlySet<string> = new Set([
  ...[...PROTOCOL_COMMANDS].flatMap(([name, command]) => ('takesFile' in command ? [name] : [])),
  'YXHASHDUMP',
  'YXHASHLOAD',
]);

/** The lines of one such command. */
export class IgnoredInput {
  private expected: 'file' | 'text' | 'points' | 'nothing';
  private readonly isCommand: (name: string) => boolean;

  /**
   * @param name in capitals @param args what follows it; a quoted text may continue over several lines
   * @param isCommand whether a word is a command, which ends the input
   */
  constructor(name: string, args: string, isCommand: (name: string) => boolean) {
    if (FOLLOWED_BY_FILE.has(name)) this.expected = args === '' ? 'file' : 'nothing';
    else this.expected = args.startsWith('"') && !hasQuote(args.slice(1)) ? 'text' : 'points';
    this.isCommand = isCommand;
  }

  /** Whether more lines of the command may follow. */
  get isOpen(): boolean {
    return this.expected !== 'nothing';
  }

  /** @returns true if the line belongs to the command */
  takes({ name, raw }: CommandLine): boolean {
    const { expected } = this;
    if (name === 'DONE') {
      this.expected = 'nothing';
      // A file may have that name.
      return expected !== 'nothing';
    }
    if (expected === 'text') {
      if (hasQuote(raw)) this.expected = 'points';
      return true;
    }
    const isTaken = expected === 'file' ? !this.isCommand(name) : expected === 'points' && parseFields(raw) !== null;
    if (expected === 'file' || !isTaken) this.expected = 'nothing';
    return isTaken;
  }
}

/** @returns whether the text contains a quotation mark that is not escaped by a backslash */
function hasQuote(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return true;
  }
  return false;
}
