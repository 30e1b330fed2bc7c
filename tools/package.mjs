// Makes executables that need no Node: node tools/package.mjs [win] [linux] [macos]
//
// For each system: dist/bin/pbrain-tengen.exe, pbrain-tengen or pbrain-tengen-macos, its zip beside it, and
// dist/bin/SHA256SUMS for all of them. The program is put into a stock Node binary by Node's own "single executable
// application" support. The result for this machine is started and asked for moves before it counts as made.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { zipRelease } from './package/archive.mjs';
import { checkExecutable } from './package/check.mjs';
import { dropLanguageData } from './package/language-data.mjs';
import { nodeBinary, nodeLicense } from './package/node-binary.mjs';
import { programSource } from './package/program.mjs';
import { unsignMacos, unsignWindows } from './package/signature.mjs';
import { chooseTargets, NODE_VERSION, TARGETS } from './package/targets.mjs';

const { inject } = createRequire(import.meta.url)('postject');

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const CACHE = 'node_modules/.cache/tengen-package';
const SCRIPT = `${CACHE}/program.cjs`;
const OUT = 'dist/bin';
/** Where Node looks for the program, and the mark it flips to say that one is there (Node: single executables). */
const RESOURCE = 'NODE_SEA_BLOB';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

process.exitCode = await main(process.argv.slice(2));

async function main(names) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  let targets;
  try {
    targets = chooseTargets(names);
  } catch (error) {
    console.error(error.message);
    return 2;
  }
  mkdirSync(CACHE, { recursive: true });
  writeFileSync(SCRIPT, await programSource());
  for (const target of targets) {
    const made = await makeExecutable(target, programBlob(target));
    const file = publish(made, target.executable);
    if (target.host === hostName()) {
      const { startMs, moveMs } = await checkExecutable(file, version);
      console.log(`${file}: answers START after ${startMs} ms, BEGIN after another ${moveMs} ms`);
    } else {
      console.log(`${file}: made for another system, not started`);
    }
    const zip = `tengen-${version}-${target.name}.zip`;
    const executable = readFileSync(made);
    const bytes = zipRelease({ target, version, executable, nodeLicense: nodeLicense(CACHE) });
    writeFileSync(join(CACHE, zip), bytes);
    console.log(`${publish(join(CACHE, zip), zip)}: ${megabytes(bytes.length)}, from ${megabytes(executable.length)}`);
  }
  writeChecksums();
  return 0;
}

/**
 * The program in the form that Node puts into executables, written by the very version that will read it. With compiled
 * code inside it starts some 30 ms sooner, but only on the system that has compiled it.
 */
function programBlob(target) {
  const config = join(CACHE, 'program.json');
  const output = join(CACHE, 'program.blob');
  const useCodeCache = target.host === hostName();
  writeFileSync(config, JSON.stringify({ main: SCRIPT, output, disableExperimentalSEAWarning: true, useCodeCache }));
  const { status, stderr } = spawnSync(blobWriter(), ['--experimental-sea-config', config], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`Node could not pack the program: ${stderr}`);
  return readFileSync(output);
}

/** @returns {string} path of a Node of the packaged version that runs here */
function blobWriter() {
  if (process.version === `v${NODE_VERSION}`) return process.execPath;
  const host = TARGETS.find((target) => target.host === hostName());
  if (host === undefined) {
    throw new Error(`making executables on ${hostName()} takes Node ${NODE_VERSION}; this is ${process.version}`);
  }
  return nodeBinary(host, CACHE);
}

function hostName() {
  return `${process.platform}-${process.arch}`;
}

/** Moved in one step, so that nobody starts half a file. @returns {string} path in dist/bin */
function publish(file, name) {
  mkdirSync(OUT, { recursive: true });
  const staging = join(OUT, `.${name}.new`);
  copyFileSync(file, staging);
  renameSync(staging, join(OUT, name));
  return join(OUT, name);
}

/** @returns {Promise<string>} path of the executable, in the cache */
async function makeExecutable(target, blob) {
  const file = join(CACHE, target.executable);
  let binary = readFileSync(nodeBinary(target, CACHE));
  const { clearedBytes } = dropLanguageData(binary);
  console.log(`${target.name}: ${megabytes(clearedBytes)} of language data cleared`);
  if (target.name.startsWith('win')) binary = unsignWindows(binary);
  if (target.name.startsWith('macos')) binary = unsignMacos(binary);
  writeFileSync(file, binary, { mode: 0o755 });
  if (target.name.startsWith('linux')) stripSymbols(file);
  await injectQuietly(file, blob, target.name.startsWith('macos'));
  return file;
}

/** The symbol table is a seventh of the Linux binary. Without binutils it stays in. */
function stripSymbols(file) {
  const { error, status } = spawnSync('strip', ['--strip-all', file]);
  if (error !== undefined || status !== 0) console.log(`${file}: symbols stay in, as there is no strip here`);
}

/** postject reports success and talk on the console alike; what it throws is what counts. */
async function injectQuietly(file, blob, isMacos) {
  const { log, warn } = console;
  console.log = () => {};
  console.warn = () => {};
  try {
    await inject(file, RESOURCE, blob, {
      sentinelFuse: FUSE,
      ...(isMacos ? { machoSegmentName: 'NODE_SEA' } : {}),
    });
  } finally {
    Object.assign(console, { log, warn });
  }
  if (!readFileSync(file).includes(`${FUSE}:1`)) throw new Error(`${file}: the program was not put into it`);
}

/** In the form that `sha256sum --check` reads. */
function writeChecksums() {
  const files = readdirSync(OUT)
    .filter((name) => /^(pbrain-tengen|tengen-.*\.zip$)/.test(name))
    .sort();
  const lines = files.map((name) => `${sha256(readFileSync(join(OUT, name)))}  ${name}\n`);
  writeFileSync(join(OUT, 'SHA256SUMS'), lines.join(''));
}

function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

function megabytes(bytes) {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
