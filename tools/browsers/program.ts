/** Programs that run while a browser is used. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** @returns the first of these paths that exists, or null */
export const firstOf = (paths: readonly string[]): string | null => paths.find((path) => existsSync(path)) ?? null;

const running: ChildProcess[] = [];

export function start(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  // Detached: it leads a process group, which the end is sent to.
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'ignore', detached: true });
  running.push(child);
}

/** Ends all programs that were started, with those that they have started. */
export async function endAll(): Promise<void> {
  for (const child of running.splice(0)) {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) continue;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}
