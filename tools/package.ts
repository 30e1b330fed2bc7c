/**
 * Makes executables that need no Node:
 *   npm run package -- [win] [linux] [macos] [native]
 *
 * For each system: dist/bin/pbrain-tengen.exe, pbrain-tengen or pbrain-tengen-macos, its zip, and dist/bin/SHA256SUMS
 * for all of them. pkg puts the program into a Node binary (package/pkg.ts). This tool does the rest: stock Node
 * binaries from the npm registry, reduced to less than half of their size, zips that are the same bytes from the same
 * sources, and a test of the result: the executable for this machine must start and play moves.
 *
 * native makes the small programs of native/ instead, for Windows and Linux (native-win, native-linux: one of them):
 * dist/bin/pbrain-tengen-native.exe, pbrain-tengen-native and their zips. It needs GCC (native/compiler.ts).
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ADDON_ASSET } from '../src/platform/node/embedded-addon.ts';
import { buildAddon, whyNoAddon } from './addon/build-addon.ts';
import { thirdPartyNotices } from './bundle/notices.ts';
import { missingCompiler, nativeProgram } from './native/build.ts';
import { isThere } from './native/compiler.ts';
import { nativeReadme } from './native/readme.ts';
import { type NativeTarget, nativeTargets } from './native/targets.ts';
import { zipProgram, zipRelease } from './package/archive.ts';
import { checkExecutable } from './package/check.ts';
import { dropLanguageData } from './package/language-data.ts';
import { nodeBinary, nodeLicense } from './package/node-binary.ts';
import { makeByPkg } from './package/pkg.ts';
import { programSource } from './package/program.ts';
import { unsignMacos, unsignWindows } from './package/signature.ts';
import { chooseTargets, TARGETS, type Target } from './package/targets.ts';

const CACHE = 'node_modules/.cache/tengen-package';
const SCRIPT = 'program.cjs';
const OUT = 'dist/bin';

/** @param names of systems; none means all @returns exit status */
export async function main(names: readonly string[]): Promise<number> {
  process.chdir(fileURLToPath(new URL('..', import.meta.url)));
  const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
  const native = [...new Set(names.flatMap((name) => nativeTargets(name)))];
  const others = names.filter((name) => nativeTargets(name).length === 0);
  let targets: Target[];
  try {
    targets = native.length > 0 && others.length === 0 ? [] : chooseTargets(others);
  } catch (error) {
    console.error((error as Error).message);
    return 2;
  }
  const missing = native.filter(({ compiler }) => !isThere(compiler));
  if (missing.length > 0) {
    for (const target of missing) console.error(missingCompiler(target));
    return 1;
  }
  mkdirSync(CACHE, { recursive: true });
  if (native.length > 0) await packageNative(native, version);
  if (targets.length > 0) await packageWithNode(targets, version);
  writeChecksums();
  return 0;
}

async function packageNative(targets: readonly NativeTarget[], version: string): Promise<void> {
  for (const target of targets) {
    const made = await nativeProgram(target);
    const file = publish(made, target.executable);
    await lookAt(file, target, version);
    const executable = readFileSync(made);
    const texts = { 'README.txt': nativeReadme(target, version), 'LICENSE.txt': readFileSync('LICENSE', 'utf8') };
    publishZip(target, version, zipProgram(target, executable, texts), executable);
  }
}

async function packageWithNode(targets: readonly Target[], version: string): Promise<void> {
  writeFileSync(join(CACHE, SCRIPT), await programSource());
  for (const target of targets) {
    const made = join(CACHE, target.executable);
    const assets = await assetsFor(target);
    const job = { target, script: SCRIPT, assets, base: smallerNode(target), node: nodeOfThisSystem(), output: made };
    await makeByPkg({ ...job, folder: CACHE });
    await lookAt(publish(made, target.executable), target, version);
    const executable = readFileSync(made);
    const zip = zipRelease({
      target,
      version,
      executable,
      nodeLicense: nodeLicense(CACHE),
      notices: thirdPartyNotices(),
    });
    publishZip(target, version, zip, executable);
  }
}

/** @returns file names in the cache, by the names that the program uses */
async function assetsFor({ name, host }: Target): Promise<Record<string, string>> {
  // Windows and macOS load machine code only from files with names, which would remain on the disk.
  if (!name.startsWith('linux') || host !== hostName()) return {};
  const addon = await buildAddon();
  if (addon === null) {
    console.log(`${name}: without the native search: ${whyNoAddon()}`);
    return {};
  }
  copyFileSync(addon, join(CACHE, ADDON_ASSET));
  return { [ADDON_ASSET]: ADDON_ASSET };
}

/** Starts the executable if it is for this machine. @throws {Error} if it does not play */
async function lookAt(file: string, { host }: { readonly host: string }, version: string): Promise<void> {
  if (host === hostName()) {
    const { startMs, moveMs } = await checkExecutable(file, version);
    console.log(`${file}: answers START after ${startMs} ms, BEGIN after another ${moveMs} ms`);
  } else {
    console.log(`${file}: made for another system, not started`);
  }
}

function publishZip({ name }: { readonly name: string }, version: string, zip: Uint8Array, program: Buffer): void {
  const file = `tengen-${version}-${name}.zip`;
  writeFileSync(join(CACHE, file), zip);
  console.log(`${publish(join(CACHE, file), file)}: ${megabytes(zip.length)}, from ${megabytes(program.length)}`);
}

/** @returns path of a Node of the packaged version that runs here */
function nodeOfThisSystem(): string {
  const host = TARGETS.find((target) => target.host === hostName());
  if (host === undefined) {
    throw new Error(`executables can be made only on one of their own systems; this is ${hostName()}`);
  }
  return nodeBinary(host, CACHE);
}

function hostName(): string {
  return `${process.platform}-${process.arch}`;
}

/** Moved in one step, so that half a file is never visible. @returns path in dist/bin */
function publish(file: string, name: string): string {
  mkdirSync(OUT, { recursive: true });
  const staging = join(OUT, `.${name}.new`);
  copyFileSync(file, staging);
  renameSync(staging, join(OUT, name));
  return join(OUT, name);
}

/** @returns path of the target's Node, reduced to what a brain needs, in the cache */
function smallerNode(target: Target): string {
  const file = join(CACHE, `node-${target.name}`);
  let binary: Buffer = readFileSync(nodeBinary(target, CACHE));
  const { clearedBytes } = dropLanguageData(binary);
  console.log(`${target.name}: ${megabytes(clearedBytes)} of language data cleared`);
  if (target.name.startsWith('win')) binary = unsignWindows(binary);
  if (target.name.startsWith('macos')) binary = unsignMacos(binary);
  writeFileSync(file, binary, { mode: 0o755 });
  if (target.name.startsWith('linux')) stripSymbols(file);
  return file;
}

/** The symbol table is a seventh of the Linux binary. Without binutils it stays. */
function stripSymbols(file: string): void {
  const { error, status } = spawnSync('strip', ['--strip-all', file]);
  if (error !== undefined || status !== 0) console.log(`${file}: symbols not removed: strip is not installed`);
}

/** In the form that `sha256sum --check` reads. */
function writeChecksums(): void {
  const files = readdirSync(OUT)
    .filter((name) => /^(pbrain-tengen|tengen-.*\.zip$)/.test(name))
    .sort();
  const lines = files.map((name) => `${sha256(readFileSync(join(OUT, name)))}  ${name}\n`);
  writeFileSync(join(OUT, 'SHA256SUMS'), lines.join(''));
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
