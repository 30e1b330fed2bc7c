/** The native program for this system, made by the tests themselves. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileNative, writeNativeSources } from '../../tools/native/build.ts';
import { isThere } from '../../tools/native/compiler.ts';
import { NATIVE_TARGETS } from '../../tools/native/targets.ts';

const FOLDER = fileURLToPath(new URL('../../node_modules/.cache/tengen/native-test', import.meta.url));
const target = NATIVE_TARGETS.find(({ host }) => host === `${process.platform}-${process.arch}`);

/** Why there is none; null if it can be made. */
export const whyNot =
  target === undefined
    ? 'is not made for this system'
    : isThere(target.compiler)
      ? null
      : `${target.compiler} is not installed`;

if (whyNot !== null) console.log(`skipped: the native program, as it ${whyNot}`);

/** @param change to native/search.c, for a program with a fault @returns its path */
export async function nativeProgram(change?: (source: string) => string): Promise<string> {
  if (target === undefined) throw new Error('expected a system that the program is made for');
  const folder = join(FOLDER, `${process.pid}${change === undefined ? '' : '-changed'}`);
  await writeNativeSources(folder);
  const path = join(folder, 'search.c');
  if (change !== undefined) writeFileSync(path, change(readFileSync(path, 'utf8')));
  return compileNative(target, folder);
}
