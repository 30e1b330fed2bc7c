/** Builds dist/: the brain and command line (tengen.js), the library (index.js, match.js, notation.js) and their types. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildAddon } from './addon/build-addon.ts';
import { addonName } from './addon/targets.ts';
import { generatedModules, OPTIONAL_PACKAGES } from './bundle/generated.ts';
import { noticesPlugin } from './bundle/notices.ts';
import { bundleWeb } from './bundle/web.ts';
import { recordBuild, sourcesKey } from './common/build-key.ts';
import { noArguments } from './common/options.ts';

const CHECKER = 'packages/gomocup-check';
/** Column after which the lines of the programs are broken where possible. */
const LINE_LIMIT = 160;

/** Declarations that package.json exports. */
const TYPE_ENTRIES = ['src/index.d.ts', 'src/measure/match/index.d.ts', 'src/records/notation/index.d.ts'];
/** In a declaration: an import of a source, whose path is captured without its extension. */
const IMPORT = /(?:from |import\(|import )'(\.[^']+)\.ts'/g;

export async function main(args: readonly string[]): Promise<number> {
  noArguments(args, 'build');
  process.chdir(fileURLToPath(new URL('..', import.meta.url)));
  const key = sourcesKey();
  // Built in a separate folder, then moved: a program started during the build finds the old build or the new one,
  // never half of one.
  const staging = `node_modules/.tengen-build-${process.pid}`;
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging);
  process.on('exit', () => rmSync(staging, { recursive: true, force: true }));
  const [addon, status] = await Promise.all([
    addonIfPossible(),
    emitTypes(`${staging}/dist/types`),
    bundle(`${staging}/dist`).then(() => bundleWeb(`${staging}/dist`)),
  ]);
  if (addon !== null) {
    mkdirSync(`${staging}/dist/native`);
    copyFileSync(addon, `${staging}/dist/native/${addonName()}`);
  }
  // The executables come from tools/package.ts and stay.
  if (existsSync('dist/bin')) renameSync('dist/bin', `${staging}/dist/bin`);
  if (existsSync('dist')) renameSync('dist', `${staging}/before`);
  renameSync(`${staging}/dist`, 'dist');
  await bundleChecker();
  if (status === 0) recordBuild(key);
  return status;
}

async function bundle(outdir: string): Promise<void> {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  await build({
    entryPoints: {
      tengen: 'src/cli/main.ts',
      index: 'src/index.ts',
      match: 'src/measure/match/index.ts',
      notation: 'src/records/notation/index.ts',
    },
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    define: { TENGEN_VERSION: JSON.stringify(version) },
    plugins: [...generatedModules('separate'), noticesPlugin],
    external: OPTIONAL_PACKAGES,
    legalComments: 'none',
    // Names and line breaks stay, so that a stack trace remains useful; the indents take 20 kB of the package.
    minifyWhitespace: true,
    lineLimit: LINE_LIMIT,
  });
  dropEmptyChunks(outdir);
  chmodSync(`${outdir}/tengen.js`, 0o755);
}

/** A source that only passes names on becomes an empty script, which others import. */
function dropEmptyChunks(folder: string): void {
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  const empties = scripts.filter((name) => statSync(join(folder, name)).size === 0);
  for (const empty of empties) {
    rmSync(join(folder, empty));
    for (const other of scripts.filter((name) => !empties.includes(name))) {
      const file = join(folder, other);
      writeFileSync(file, readFileSync(file, 'utf8').replace(`import"./${empty}";`, ''));
    }
  }
}

/** The package gomocup-check: one file that needs nothing else. */
async function bundleChecker(): Promise<void> {
  const { version } = JSON.parse(readFileSync(`${CHECKER}/package.json`, 'utf8'));
  const program = `${CHECKER}/dist/gomocup-check.js`;
  await build({
    entryPoints: [`${CHECKER}/src/main.ts`],
    outfile: program,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    banner: { js: '#!/usr/bin/env node' },
    define: { GOMOCUP_CHECK_VERSION: JSON.stringify(version) },
    legalComments: 'none',
    minifyWhitespace: true,
    lineLimit: LINE_LIMIT,
  });
  chmodSync(program, 0o755);
}

/** @returns path of the native form of the search where a compiler is installed; else the program runs WebAssembly */
async function addonIfPossible(): Promise<string | null> {
  try {
    return await buildAddon();
  } catch (error) {
    console.error(`The native form of the search was not built: ${(error as Error).message}`);
    return null;
  }
}

/** @returns exit status of the compiler */
async function emitTypes(outDir: string): Promise<number> {
  const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
  const compiler = spawn(process.execPath, [tsc, '-p', 'tsconfig.types.json', '--outDir', outDir], {
    stdio: 'inherit',
  });
  const [status] = (await once(compiler, 'exit')) as [number | null];
  if (status === 0) finishTypes(outDir);
  return status ?? 1;
}

/**
 * Removes declarations that the exported ones do not need, and adds those that no source yields. Sources import each
 * other as .ts; declarations are read by other people's compilers, which expect .js.
 */
function finishTypes(directory: string): void {
  const needed = new Set<string>();
  const follow = (file: string): void => {
    if (needed.has(file)) return;
    needed.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, path] of text.matchAll(IMPORT)) follow(join(dirname(file), `${path}.d.ts`));
    writeFileSync(
      file,
      text.replace(IMPORT, (statement) => statement.replace(/\.ts'$/, ".js'")),
    );
  };
  for (const entry of TYPE_ENTRIES) follow(join(directory, entry));
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    const file = join(directory, name);
    if (file.endsWith('.d.ts') && !needed.has(file)) rmSync(file);
  }
  // The types of the workers, which are started and not imported.
  writeFileSync(join(directory, 'no-exports.d.ts'), 'export {};\n');
  copyFileSync('src/page/element/public.d.ts', join(directory, 'board.d.ts'));
}
