import { INTERRUPTED } from '../../core/command.ts';
import { type GameConsole, openConsole } from './console.ts';

/** The console of this process, for one session. Ctrl-C or a closed output ends the session early. */
export class ProcessConsole {
  readonly console: GameConsole;
  private leave: (code: number) => void = () => {};
  /** Whether Ctrl-C was pressed. */
  isInterrupted = false;
  private readonly onSignal = () => {
    this.isInterrupted = true;
    this.leave(INTERRUPTED);
  };

  constructor(isAscii: boolean) {
    this.console = openConsole({
      input: process.stdin,
      output: process.stdout,
      isAscii,
      env: process.env,
      onInterrupt: this.onSignal,
    });
    // For consoles that do not read keys themselves.
    process.once('SIGINT', this.onSignal);
    // The output has been closed.
    process.stdout.on('error', () => this.leave(0));
  }

  /**
   * Runs the session, then closes the console.
   * @param session returns its exit code
   * @param lastWords returns the lines to show after Ctrl-C
   * @returns that exit code, or the one of the early end
   */
  async run(session: () => Promise<number>, lastWords: () => readonly string[] = () => []): Promise<number> {
    const left = new Promise<number>((leave) => {
      this.leave = leave;
    });
    let code = 0;
    try {
      code = await Promise.race([left, session()]);
      return code;
    } finally {
      process.off('SIGINT', this.onSignal);
      this.console.close(code === INTERRUPTED ? lastWords() : []);
    }
  }
}
