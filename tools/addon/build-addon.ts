/**
 * Builds the search as a Node-API addon for this system: generated C and addon.c, compiled with the system's compiler and
 * the headers of the package node-api-headers. The result is cached in node_modules/.cache/tengen.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SEARCH_HOST, searchScript, sourceKey } from '../bundle/search-form.ts';
import { C_KERNELS } from '../lowering/c-kernels.ts';
import { writeC } from '../lowering/c-writer.ts';
import { read } from '../lowering/lower.ts';
import { C_FLAGS, compile, isThere } from '../native/compiler.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/tengen');
const ADDON = join(ROOT, 'tools/addon/addon.c');
/** Everything that the addon is made from, in addition to the kernel. */
const INPUTS = ['tools/addon', 'tools/lowering', 'tools/native/compiler.ts'];

const FORM = '#include "search-declarations.h"\n\n#include "search-code.h"\n';
const AVX2 = '-march=x86-64-v3';

/** File name of the addon for a system, without its folder. */
export function addonName(platform: string = process.platform, arch: string = process.arch): string {
  return `kernel-${platform}-${arch}.node`;
}

/** @returns why no addon can be built here; null if it can */
export function whyNoAddon(): string | null {
  if (process.platform === 'win32') return 'the addon is not built on Windows';
  if (headers() === null) return 'node-api-headers is not installed';
  return compilerOf() === null ? 'neither cc, gcc nor clang is installed' : null;
}

/**
 * @param checks flags of the compiler that check a program while it runs, for tests
 * @returns path of the addon for this system; null if none can be built
 * @throws {Error} with the output of the compiler
 */
export async function buildAddon(checks: readonly string[] = []): Promise<string | null> {
  const [compiler, include] = [compilerOf(), headers()];
  if (whyNoAddon() !== null || compiler === null || include === null) return null;
  const script = await searchScript();
  const made = join(CACHE, `addon-${keyOf(script, compiler, checks)}.node`);
  if (existsSync(made)) return made;
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'addon-'));
  try {
    writeSources(script, folder);
    renameSync(compileAddon(folder, compiler, include, checks), made);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return made;
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

/** @returns path of the addon in the folder */
function compileAddon(folder: string, compiler: string, include: string, checks: readonly string[]): string {
  const forms = [
    { name: 'any', flags: [] as string[] },
    ...(process.arch === 'x64' ? [{ name: 'avx2', flags: [AVX2] }] : []),
  ];
  const common = [
    ...C_FLAGS,
    ...checks,
    '-fPIC',
    '-fvisibility=hidden',
    `-I${include}`,
    `-I${folder}`,
    '-DNAPI_VERSION=8',
  ];
  const objects = forms.map(({ name, flags }) => {
    const object = `form-${name}.o`;
    const made = `-Dk_functions_made=k_functions_made_${name}`;
    compile(compiler, [...common, ...flags, '-w', made, '-c', 'form.c', '-o', object], folder);
    return object;
  });
  const avx2 = forms.length > 1 ? ['-DTENGEN_AVX2'] : [];
  compile(compiler, [...common, ...avx2, '-Wall', '-Wextra', '-Werror', '-c', ADDON, '-o', 'addon.o'], folder);
  const linking = process.platform === 'darwin' ? ['-bundle', '-undefined', 'dynamic_lookup'] : ['-shared', '-s'];
  compile(compiler, [...linking, ...checks, '-o', 'kernel.node', ...objects, 'addon.o'], folder);
  return join(folder, 'kernel.node');
}

/** @returns a name that changes with everything that the addon is made from */
function keyOf(script: string, compiler: string, checks: readonly string[]): string {
  const hash = createHash('sha256')
    .update(script)
    .update(`${process.platform} ${process.arch} ${checks.join(' ')}`);
  hash.update(spawnSync(compiler, ['--version'], { encoding: 'utf8' }).stdout ?? '');
  for (const input of INPUTS.map((name) => join(ROOT, name))) {
    const files = input.endsWith('.ts')
      ? [input]
      : readdirSync(input)
          .sort()
          .map((name) => join(input, name));
    for (const file of files) hash.update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

function compilerOf(): string | null {
  return ['cc', 'gcc', 'clang'].find(isThere) ?? null;
}

function headers(): string | null {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('node-api-headers/package.json')), 'include');
  } catch {
    return null;
  }
}
