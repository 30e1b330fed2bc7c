/**
 * Builds the native program: the search and the tables as generated C and the host in native/, compiled into one file
 * without dependencies. The same sources and the same compiler give the same bytes.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { params } from '../../src/kernel/search/params.ts';
import { builtOnce, cacheKey } from '../common/build-cache.ts';
import { C_FLAGS, compile, isThere, versionOf } from './compiler.ts';
import { fallbackInC } from './fallback-c.ts';
import { hostTables } from './host-tables.ts';
import { searchInC } from './search-c.ts';
import { headsDeclaration, searchData } from './search-data.ts';
import type { NativeTarget } from './targets.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = join(ROOT, 'native');
/** Everything that the program is made from. */
const INPUTS = ['native', 'src', 'tools', 'package.json', 'package-lock.json'];

/**
 * The search is compiled for any processor, and for those with AVX2 with its parameters as constants, which saves 3
 * to 5 % of the time; its host only for any.
 */
const FORMS = [
  { name: 'any', flags: [] },
  { name: 'avx2', flags: ['-march=x86-64-v3', '-mtune=haswell', '-DDEFAULT_PARAMETERS'] },
] as const;
const WARNINGS = ['-Wall', '-Wextra', '-Werror'];
/** Generated C has parentheses and names that warnings are not meant for. */
const WRITTEN_WARNINGS = ['-w'];

/**
 * Builds the program, once for the same sources, compiler and flags.
 * @returns path of the program in node_modules/.cache/tengen, in a folder with its sources and objects
 * @throws {Error} as {@link compileNative}
 */
export async function nativeProgram(target: NativeTarget): Promise<string> {
  const { name, compiler, compiling, linking, executable } = target;
  const key = cacheKey(INPUTS, compiling, linking, versionOf(compiler));
  const made = await builtOnce(`${name}-${key}`, async (folder) => {
    await writeNativeSources(folder);
    compileNative(target, folder);
    return folder;
  });
  return join(made, executable);
}

/** Writes all C sources of the program into a folder. */
export async function writeNativeSources(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const search = await searchInC();
  const written = {
    'search-declarations.h': search.declarations + headsDeclaration(search.form),
    'search-code.h': search.code,
    'search-data.c': searchData(search),
    'search-parameters.h': `static const int32_t DEFAULTS[] = {${params.join()}};\n#define k_params_at(index) DEFAULTS[index]\n`,
    'host-tables.h': await hostTables(version),
    'fallback-code.h': await fallbackInC(),
  };
  for (const [name, text] of Object.entries(written)) writeFileSync(join(folder, name), text);
  for (const name of readdirSync(SOURCES)) copyFileSync(join(SOURCES, name), join(folder, name));
}

/**
 * @param folder holds the sources and receives the program
 * @param changed the sources to compile; objects of all others are in the folder. Default: all
 * @returns path of the program
 * @throws {Error} naming the package to install if the compiler is missing, or with the output of the compiler
 */
export function compileNative(target: NativeTarget, folder: string, changed?: readonly string[]): string {
  const { compiler, platform, compiling, linking, executable } = target;
  if (!isThere(compiler)) throw new Error(missingCompiler(target));
  const objects: string[] = [];
  const make = (source: string, object: string, flags: readonly string[]): void => {
    objects.push(object);
    if (changed !== undefined && !changed.includes(source)) return;
    compile(compiler, [...C_FLAGS, ...compiling, ...flags, '-c', source, '-o', object], folder);
  };
  for (const { name, flags } of FORMS) {
    make('form.c', `form-${name}.o`, [...flags, ...WRITTEN_WARNINGS, `-Dk_functions_made=k_functions_made_${name}`]);
  }
  make('search-data.c', 'search-data.o', []);
  const host = readdirSync(SOURCES).filter((name) => name.endsWith('.c') && name !== 'form.c');
  for (const name of host.filter((file) => !file.startsWith('platform-') || file === platform).sort()) {
    make(name, name.replace(/\.c$/, '.o'), [...WARNINGS, '-O2']);
  }
  compile(compiler, ['-o', executable, ...objects, ...linking], folder);
  return join(folder, executable);
}

export function missingCompiler({ name, compiler, package: debian }: NativeTarget): string {
  return `${name}: expected the compiler ${compiler}; on Debian and Ubuntu: apt-get install ${debian}`;
}
