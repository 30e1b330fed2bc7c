/**
 * An engine in a form that can be sent: its files and its command line, independent of their location, identified by
 * one hash.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { UserError } from '../../core/errors.ts';
import { filesOf, isScript, NODE } from './command-line.ts';
import type { EngineSpec } from './engine-spec.ts';

export interface PackedFile {
  /** Within the pack, parts separated by `/`. */
  readonly path: string;
  readonly sha256: string;
  readonly isExecutable: boolean;
}

export interface EnginePack {
  /** Words of the command line; `{node}` is the Node of the worker, `{pack}/...` a file of the pack. */
  readonly argv: readonly string[];
  /** Folder within the pack that it runs in; empty: the pack itself. */
  readonly cwd: string;
  readonly files: readonly PackedFile[];
}

const NODE_WORD = '{node}';
const PACK_WORD = '{pack}/';

export function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** @returns the hash of command line and files, for the allow list of a worker */
export function packHash({ argv, cwd, files }: EnginePack): string {
  const sorted = files.map(({ path, sha256, isExecutable }) => [path, sha256, isExecutable]);
  return sha256Of(JSON.stringify([argv, cwd, sorted]));
}

/** The folder of an installed npm package that a file is in. */
const INSTALLED = /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\@.][^/\\]*(?=[/\\])/;
/** A static import of a script, whose path is captured. */
const IMPORT = /(?:^|[;\n}])\s*(?:import|export)\b[^;'"]*["'](\.{1,2}\/[^"'\n]+)["']/g;

/**
 * Packs the folder `pack=` of an engine, or else the files its command line names; of an npm package, all its files.
 * @returns the pack, and the local path of each of its files by SHA-256
 * @throws UserError if there is nothing to send, or a script imports files that are not sent
 */
export function packEngine(engine: EngineSpec): { readonly pack: EnginePack; readonly sources: Map<string, string> } {
  const where = new Map<string, string>();
  const named = filesOf(engine);
  const folder = engine.pack === undefined ? installedPackage(engine, named) : resolve(engine.pack);
  if (folder !== null) for (const file of filesUnder(folder)) where.set(file, insideName(folder, file)!);
  /** A command of node_modules/.bin is a link to a file of its package. */
  const nameOfFile = (file: string) => where.get(file) ?? where.get(realpathSync(file));
  for (const file of named) {
    if (nameOfFile(file) !== undefined) continue;
    const taken = new Set(where.values());
    const name = basename(file);
    where.set(file, taken.has(name) ? `${taken.size}-${name}` : name);
  }
  if (where.size === 0) {
    throw new UserError(`engine "${engine.name}": its command line names no file that could be sent to workers`);
  }
  for (const file of named) requireImports(engine, file, where);
  const sources = new Map<string, string>();
  const files = [...where].map(([file, path]): PackedFile => {
    const sha256 = sha256Of(readFileSync(file));
    sources.set(sha256, file);
    return { path, sha256, isExecutable: (statSync(file).mode & 0o111) !== 0 };
  });
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  const argv = engine.argv.flatMap((word, index) => {
    if (word === NODE) return NODE_WORD;
    const file = resolve(engine.cwd, word);
    const path = named.includes(file) ? nameOfFile(file) : undefined;
    if (path === undefined) return word;
    // A link hides that its target is a script, which Windows cannot start.
    return [...(index === 0 && isScript(path) ? [NODE_WORD, '--no-warnings'] : []), PACK_WORD + path];
  });
  const cwd = folder === null ? '' : (insideName(folder, engine.cwd) ?? '');
  return { pack: { argv, cwd, files }, sources };
}

/** @returns the command line of an unpacked engine @param folder where its files lie */
export function commandOf(pack: EnginePack, folder: string): { argv: string[]; cwd: string } {
  const argv = pack.argv.map((word) => {
    if (word === NODE_WORD) return NODE;
    return word.startsWith(PACK_WORD) ? join(folder, word.slice(PACK_WORD.length)) : word;
  });
  return { argv, cwd: join(folder, pack.cwd) };
}

/** @returns whether a path stays within the folder it is unpacked in */
export function isPathInside(path: string): boolean {
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\:\0]/.test(part));
}

/** @returns the folder of the npm package that the command is in, for example through node_modules/.bin; null: none */
function installedPackage({ name }: EngineSpec, named: readonly string[]): string | null {
  for (const file of named) {
    const real = realpathSync(file);
    const [folder] = INSTALLED.exec(real) ?? [];
    if (folder !== undefined) return folder;
    if (basename(dirname(real)) === '.bin') {
      throw new UserError(
        `engine "${name}": ${file} only starts the program of a package; name that program, for example cmd=node_modules/tengen/dist/tengen.js`,
      );
    }
  }
  return null;
}

/** @throws UserError if a script imports a file that is not in the pack */
function requireImports({ name }: EngineSpec, file: string, where: ReadonlyMap<string, string>): void {
  if (!isScript(file)) return;
  for (const [, path] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
    if (where.has(resolve(dirname(file), path))) continue;
    throw new UserError(
      `engine "${name}": ${file} imports ${path}, which would not be sent to workers; add pack=FOLDER with all its files`,
    );
  }
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

/** @returns `file` as seen from `folder`, with `/`; null: it lies elsewhere */
function insideName(folder: string, file: string): string | null {
  const name = relative(folder, file).split(sep).join('/');
  return name === '..' || name.startsWith('../') || resolve(folder, name) !== resolve(file) ? null : name;
}
