/**
 * Builds the search as a Node-API addon: generated C and addon.c, compiled with an installed compiler and the headers of
 * the package node-api-headers. The result is cached in node_modules/.cache/tengen.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listed } from '../../src/core/text.ts';
import { SEARCH_HOST, searchScript, sourceKey } from '../bundle/search-form.ts';
import { builtOnce, cacheKey } from '../common/build-cache.ts';
import { C_KERNELS } from '../lowering/c-kernels.ts';
import { writeC } from '../lowering/c-writer.ts';
import { read } from '../lowering/lower.ts';
import { C_FLAGS, compileAsync, versionOf } from '../native/compiler.ts';
import { type AddonTarget, compilerFor, IMPORT_LIBRARY_TOOL, OWN_ADDON } from './targets.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ADDON = join(ROOT, 'tools/addon/addon.c');
/** Everything that the addon is made from, in addition to the kernel. */
const INPUTS = ['tools/addon', 'tools/lowering', 'tools/native/compiler.ts'];

const FORM = '#include "search-declarations.h"\n\n#include "search-code.h"\n';
const AVX2 = '-march=x86-64-v3';

/** @returns why no addon can be built here; null if it can */
export function whyNoAddon(target: AddonTarget = OWN_ADDON): string | null {
  if (headers() === null) return 'node-api-headers is not installed';
  if (target.compilers.length === 0) return 'the addon is not built on Windows';
  return compilerFor(target) === null ? `no C compiler is installed: expected ${listed(target.compilers)}` : null;
}

/**
 * @param checks compiler flags for checks at run time, for tests
 * @returns path of the addon; null if none can be built
 * @throws {Error} with the output of the compiler
 */
export async function buildAddon(
  checks: readonly string[] = [],
  target: AddonTarget = OWN_ADDON,
): Promise<string | null> {
  const [compiler, packaged] = [compilerFor(target), headers()];
  if (compiler === null || packaged === null) return null;
  const script = await searchScript();
  const { platform, arch } = target;
  const key = cacheKey(INPUTS, script, platform, arch, checks, versionOf(compiler));
  return builtOnce(`addon-${key}.node`, (folder) => {
    writeSources(script, folder);
    return compileAddon({ target, compiler, headers: packaged, folder, checks });
  });
}

function writeSources(script: string, folder: string): void {
  const form = read(script, SEARCH_HOST);
  const { declarations, code } = writeC(form, {
    handwritten: C_KERNELS,
    // No array is shared: searches of one process may have different rules.
    shared: new Set(),
    contended: new Set(['words']),
  });
  const arrays = form.arrays
    .filter(({ name }) => form.exported.includes(name))
    .map(({ name, element, length }) => `  {"${name}", "${element}", offsetof(struct k_state, k_${name}), ${length}},`);
  const tables = [
    `static const char SOURCE[] = "${sourceKey(script)}";`,
    'static const struct {\n  const char *name, *type;\n  size_t offset;\n  int length;\n} ARRAYS[] = {',
    ...arrays,
    '};\n',
  ];
  writeFileSync(join(folder, 'search-declarations.h'), declarations);
  writeFileSync(join(folder, 'search-code.h'), code);
  writeFileSync(join(folder, 'addon-tables.h'), tables.join('\n'));
  writeFileSync(join(folder, 'form.c'), FORM);
}

interface AddonJob {
  readonly target: AddonTarget;
  readonly compiler: string;
  /** Folder of the package node-api-headers. */
  readonly headers: string;
  /** Holds the sources and receives the addon. */
  readonly folder: string;
  readonly checks: readonly string[];
}

async function compileAddon({ target, compiler, headers, folder, checks }: AddonJob): Promise<string> {
  const common = [
    ...C_FLAGS,
    ...checks,
    ...target.compiling,
    `-I${join(headers, 'include')}`,
    `-I${folder}`,
    '-DNAPI_VERSION=8',
  ];
  const forms = [
    { name: 'any', flags: [] as string[] },
    ...(target.arch === 'x64' ? [{ name: 'avx2', flags: [AVX2] }] : []),
  ];
  const avx2 = forms.length > 1 ? ['-DTENGEN_AVX2'] : [];
  const parts = [
    ...forms.map(({ name, flags }) => {
      const made = `-Dk_functions_made=k_functions_made_${name}`;
      return { source: 'form.c', object: `form-${name}.o`, flags: [...flags, '-w', made] };
    }),
    { source: ADDON, object: 'addon.o', flags: [...avx2, '-Wall', '-Wextra', '-Werror'] },
  ];
  const make = ({ source, object, flags }: (typeof parts)[number]) =>
    compileAsync(compiler, [...common, ...flags, '-c', source, '-o', object], folder);
  await Promise.all(parts.map(make));
  const libraries = target.platform === 'win32' ? await importLibraries(headers, folder) : [];
  const objects = parts.map(({ object }) => object);
  await compileAsync(compiler, [...target.linking, ...checks, '-o', 'kernel.node', ...objects, ...libraries], folder);
  return join(folder, 'kernel.node');
}

/** @returns files through which the linker finds the functions of node.exe */
async function importLibraries(headers: string, folder: string): Promise<string[]> {
  const names = ['js_native_api', 'node_api'];
  const library = (name: string) => `lib${name}.a`;
  const make = (name: string) =>
    compileAsync(IMPORT_LIBRARY_TOOL, ['-d', join(headers, 'def', `${name}.def`), '-l', library(name)], folder);
  await Promise.all(names.map(make));
  return names.map(library);
}

/** @returns folder of the package; null if it is not installed */
function headers(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve('node-api-headers/package.json'));
  } catch {
    return null;
  }
}
