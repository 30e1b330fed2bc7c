/** The built brain in a child process, which ends with its test. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { PROGRAM, startChild } from '../processes.ts';

/** A reply that is a move. */
export const MOVE = /^\d+,\d+$/;

/** A brain in a child process, with a method that waits for its lines. */
export class Brain {
  readonly child: ChildProcessWithoutNullStreams;
  readonly exit: Promise<number | string>;
  stderr = '';
  /** MESSAGE and DEBUG lines that {@link reply} has skipped. */
  readonly messages: string[] = [];
  private lines: string[] = [];
  private rest = '';
  private wake: () => void = () => {};

  constructor(command = [process.execPath, PROGRAM], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
    this.child = startChild(command[0], command.slice(1), options);
    this.exit = new Promise((done) => this.child.on('close', (code, signal) => done(signal ?? code ?? -1)));
    this.child.stdin.on('error', () => {});
    this.child.stdout.setEncoding('latin1').on('data', (chunk: string) => {
      const parts = (this.rest + chunk).split('\n');
      this.rest = parts.pop() ?? '';
      this.lines.push(...parts);
      this.wake();
    });
    this.child.stderr.on('data', (chunk) => {
      this.stderr += chunk;
    });
  }

  send(...lines: string[]): void {
    this.child.stdin.write(lines.map((line) => `${line}\n`).join(''), 'latin1');
  }

  /** @returns the next line that is neither MESSAGE nor DEBUG */
  async reply(): Promise<string> {
    for (;;) {
      const line = this.lines.shift();
      if (line === undefined) {
        await new Promise<void>((done) => {
          this.wake = done;
        });
      } else if (!/^(MESSAGE|DEBUG) ./.test(line)) return line;
      else this.messages.push(line);
    }
  }

  /** Waits for a line, which may be a MESSAGE. */
  async told(line: RegExp): Promise<void> {
    while (!this.lines.some((text) => line.test(text))) {
      await new Promise<void>((done) => {
        this.wake = done;
      });
    }
  }

  async ask(...lines: string[]): Promise<string> {
    this.send(...lines);
    return this.reply();
  }

  async leave(): Promise<void> {
    this.send('END');
    expect(await this.exit).toBe(0);
    expect(this.stderr).toBe('');
    expect(this.lines.concat(this.rest).filter((line) => !/^(MESSAGE .*)?$/.test(line))).toEqual([]);
  }
}

/** Resident memory of a process, Linux only. */
export function residentMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}
