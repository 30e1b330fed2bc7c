/** The native program for this system, built by the tests themselves. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileNative, writeNativeSources } from '../../../tools/native/build.ts';
import { whyNotCompiled } from '../../../tools/native/compiler.ts';
import { NATIVE_TARGETS, type NativeTarget } from '../../../tools/native/targets.ts';
import { canTest } from '../../expected.ts';

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/tengen/native-test', import.meta.url));
const target = NATIVE_TARGETS.find(({ host }) => host === `${process.platform}-${process.arch}`);

/** Whether it can be built. */
export const canMake = canTest(
  'gcc',
  'the native program',
  target === undefined ? 'it is not made for this system' : whyNotCompiled(target.compiler),
);

/** @returns path of the program */
export async function nativeProgram(): Promise<string> {
  const folder = join(FOLDER, `${process.pid}`);
  await writeNativeSources(folder);
  return compileNative(existing(), folder);
}

/**
 * @param program path from {@link nativeProgram} @param change edit of native/search.c
 * @returns path of a program with that fault
 */
export function faultyProgram(program: string, name: string, change: (source: string) => string): string {
  const folder = `${dirname(program)}-${name}`;
  cpSync(dirname(program), folder, { recursive: true });
  const path = join(folder, 'search.c');
  const source = readFileSync(path, 'utf8');
  const changed = change(source);
  if (changed === source) throw new Error(`${name}: expected a change to native/search.c`);
  writeFileSync(path, changed);
  return compileNative(existing(), folder, [basename(path)]);
}

/**
 * @param sanitizers as in GCC's `-fsanitize=`; any fault ends the program
 * @returns how to start the instrumented program
 */
export async function sanitizedProgram(sanitizers: string): Promise<readonly string[]> {
  const folder = join(FOLDER, `${process.pid}-${sanitizers.replace(',', '-')}`);
  const flags = [`-fsanitize=${sanitizers}`, '-fno-sanitize-recover=all', '-g', '-fno-omit-frame-pointer'];
  await writeNativeSources(folder);
  const compiling = [...flags, '-O1'];
  const program = compileNative({ ...existing(), compiling, linking: [...flags, '-lm', '-lpthread'] }, folder);
  // ThreadSanitizer knows the usual memory layout, but not the random one of newer kernels.
  const { stderr } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return stderr.includes('unexpected memory mapping') ? ['setarch', '-R', program] : [program];
}

/** @param program path from any of these functions; undefined if none was built */
export function dropProgram(program: string | undefined): void {
  if (program !== undefined && existsSync(program)) rmSync(dirname(program), { recursive: true });
}

function existing(): NativeTarget {
  if (target === undefined) throw new Error('expected a system that the program is made for');
  return target;
}
