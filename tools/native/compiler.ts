/** The compiler of the native programs: GCC, for this system or for Windows. */
import { execFile, spawnSync } from 'node:child_process';

/** Required by the generated C, or faster. None of them puts the path of the sources into the program. */
export const C_FLAGS = ['-std=gnu11', '-O3', '-fwrapv', '-ffp-contract=off', '-fno-math-errno'] as const;

export const LINUX_COMPILER = 'gcc';
export const WINDOWS_COMPILER = 'x86_64-w64-mingw32-gcc';

/** @returns whether a program starts */
export function isThere(program: string): boolean {
  const { error, status } = spawnSync(program, ['--version'], { stdio: 'ignore' });
  return error === undefined && status === 0;
}

/** @returns what a compiler says of its version; empty if it does not start */
export function versionOf(compiler: string): string {
  return spawnSync(compiler, ['--version'], { encoding: 'utf8' }).stdout ?? '';
}

/** @returns why compiling is impossible; null if it is possible */
export function whyNotCompiled(compiler: string = LINUX_COMPILER): string | null {
  return isThere(compiler) ? null : `${compiler} is not installed`;
}

/** @throws {Error} with the output of the compiler */
export function compile(compiler: string, args: readonly string[], cwd: string): void {
  const { error, status, stderr } = spawnSync(compiler, args, optionsIn(cwd));
  if (error !== undefined) throw new Error(`${compiler} did not start: ${error.message}`);
  if (status !== 0) throw failure(compiler, stderr);
}

/** {@link compile} in the background. */
export function compileAsync(compiler: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(compiler, args, optionsIn(cwd), (error, _, stderr) => {
      if (error === null) resolve();
      else if (typeof error.code === 'number') reject(failure(compiler, stderr));
      else reject(new Error(`${compiler} did not run: ${error.message}`));
    });
  });
}

/** @returns options of the process: messages are in English on every system */
function optionsIn(cwd: string) {
  return { cwd, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } } as const;
}

function failure(compiler: string, stderr: string): Error {
  return new Error(`${compiler} failed: ${stderr.slice(0, 4000)}`);
}
