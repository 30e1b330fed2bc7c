/** The built program on a real pseudo-terminal, created by `script` of util-linux. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { PROGRAM } from '../../processes.ts';
import { Screen } from '../../unit/cli/play/screen.ts';

/** Only util-linux's `script` runs a command in this way and returns its exit code. */
export const HAS_PTY =
  process.platform === 'linux' &&
  /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '');

export interface PtyOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: NodeJS.ProcessEnv;
  /** Path of the built program. */
  readonly program?: string;
}

/** A program and the screen that it draws. */
export class Pty {
  readonly screen: Screen;
  readonly exit: Promise<number>;
  /** All output so far. */
  written = '';
  private readonly child: ChildProcessWithoutNullStreams;
  private wake: () => void = () => {};
  private isOver = false;

  constructor(args: readonly string[], { columns = 80, rows = 40, env = {}, program = PROGRAM }: PtyOptions = {}) {
    this.screen = new Screen(columns, rows);
    const words = [process.execPath, program, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
    const command = `stty cols ${columns} rows ${rows}; exec ${words.join(' ')}`;
    this.child = spawn('script', ['-qec', command, '/dev/null'], {
      env: { ...withoutHabits(process.env), TERM: 'xterm-256color', LC_ALL: 'C.UTF-8', ...env },
    });
    this.child.stdin.on('error', () => {});
    this.child.stdout.setEncoding('utf8').on('data', (text: string) => {
      this.written += text;
      this.screen.write(text);
      this.wake();
    });
    this.exit = new Promise((done) => {
      this.child.on('close', (code) => {
        this.isOver = true;
        this.wake();
        done(code ?? -1);
      });
    });
  }

  /** Presses keys; `\r` is Enter. */
  press(keys: string): void {
    this.child.stdin.write(keys);
  }

  /** Types a line and waits until the program has read it. */
  async type(line: string): Promise<void> {
    const before = this.written.length;
    this.press(`${line}\r`);
    await this.until(() => this.written.slice(before).includes('\n'));
  }

  /** @throws Error with the screen if the program ends before the condition is true */
  async until(isTrue: (screen: Screen) => boolean): Promise<void> {
    while (!isTrue(this.screen)) {
      if (this.isOver) throw new Error(`waited in vain at:\n${this.screen.text}`);
      await new Promise<void>((wake) => {
        this.wake = wake;
      });
    }
  }

  /** Waits for an empty prompt. */
  prompt(pattern: RegExp): Promise<void> {
    return this.until((screen) => pattern.test(screen.beforeCursor));
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }
}

/** Color settings in the environment of the test are not meant for the program. */
function withoutHabits(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { CI: _ci, NO_COLOR: _noColor, FORCE_COLOR: _forceColor, ...rest } = env;
  return rest;
}
