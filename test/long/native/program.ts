/** The native program for this system, and forms of it that tests alone need. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { compileNative, nativeProgram } from '../../../tools/native/build.ts';
import { whyNotCompiled } from '../../../tools/native/compiler.ts';
import { NATIVE_TARGETS, type NativeTarget } from '../../../tools/native/targets.ts';
import { canTest } from '../../expected.ts';
import { run } from '../../processes.ts';

const target = NATIVE_TARGETS.find(({ host }) => host === `${process.platform}-${process.arch}`);

/** Whether it can be built. */
export const canMake = canTest(
  'gcc',
  'the native program',
  target === undefined ? 'it is not made for this system' : whyNotCompiled(target.compiler),
);

/** @returns path of the program, which other tests use too */
export const builtProgram = (): Promise<string> => nativeProgram(existing());

/**
 * @param program path from {@link builtProgram} @param change edit of native/search.c
 * @returns path of a program with that fault
 */
export function faultyProgram(program: string, name: string, change: (source: string) => string): string {
  const folder = mkdtempSync(`${dirname(program)}-${name}-`);
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
  const flags = [`-fsanitize=${sanitizers}`, '-fno-sanitize-recover=all', '-g', '-fno-omit-frame-pointer'];
  const compiling = [...flags, '-O1'];
  const program = await nativeProgram({ ...existing(), compiling, linking: [...flags, '-lm', '-lpthread'] });
  // ThreadSanitizer knows the usual memory layout, but not the random one of newer kernels.
  const { stderr } = run(program, ['--version']);
  return stderr.includes('unexpected memory mapping') ? ['setarch', '-R', program] : [program];
}

function existing(): NativeTarget {
  if (target === undefined) throw new Error('expected a system that the program is made for');
  return target;
}
