/** The compiler of the native programs: GCC, for this system or for Windows. */
import { spawnSync } from 'node:child_process';

/** What C of the lowering needs, and what makes it fast. No file of the program tells where it was compiled. */
export const C_FLAGS = ['-std=gnu11', '-O3', '-fwrapv', '-ffp-contract=off', '-fno-math-errno'] as const;

export const LINUX_COMPILER = 'gcc';
export const WINDOWS_COMPILER = 'x86_64-w64-mingw32-gcc';

/** @returns whether a program can be started */
export function isThere(program: string): boolean {
  const { error, status } = spawnSync(program, ['--version'], { stdio: 'ignore' });
  return error === undefined && status === 0;
}

/** @returns why nothing can be compiled; null if it can */
export function whyNotCompiled(compiler: string = LINUX_COMPILER): string | null {
  return isThere(compiler) ? null : `${compiler} is not installed`;
}

/** @throws {Error} with what the compiler says */
export function compile(compiler: string, args: readonly string[], cwd: string): void {
  const { error, status, stderr } = spawnSync(compiler, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  if (error !== undefined) throw new Error(`${compiler} did not start: ${error.message}`);
  if (status !== 0) throw new Error(`${compiler} failed: ${stderr.slice(0, 4000)}`);
}
