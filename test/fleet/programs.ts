/** The built program in processes with a separate folder, which end with the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../folder.ts';

export const PROGRAM = fileURLToPath(new URL('../../dist/tengen.js', import.meta.url));

export interface Running {
  readonly child: ChildProcess;
  /** Output on stdout and stderr. */
  readonly output: () => string;
  /** Exit code. */
  readonly ended: Promise<number | null>;
}

export class Programs {
  readonly folder = temporaryFolder();
  private readonly children: ChildProcess[] = [];

  at(name: string): string {
    return join(this.folder, name);
  }

  /** Starts tengen. */
  start(...args: string[]): Running {
    return this.spawn(process.execPath, PROGRAM, ...args);
  }

  spawn(file: string, ...args: string[]): Running {
    const child = spawn(file, args, { cwd: this.folder });
    this.children.push(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        text += chunk;
      });
    }
    return { child, output: () => text, ended: new Promise((resolve) => child.on('exit', resolve)) };
  }

  close(): void {
    for (const child of this.children.splice(0)) child.kill('SIGKILL');
  }
}
