/** Engine command lines: splitting them, finding the executable and the folder it runs in. */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, resolve } from 'node:path';
import { isSea } from 'node:sea';
import { MatchError } from './errors.ts';

/**
 * Splits a command line at blanks. Single or double quotes keep blanks together; a backslash is an ordinary character
 * (Windows paths), except in front of a double quote.
 */
export function splitCommand(command: string): string[] {
  const words = [...command.matchAll(/(?:"(?:\\"|[^"])*"|'[^']*'|\\"|[^\s"'])+/g)].map(([word]) =>
    word
      .replace(/"((?:\\"|[^"])*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? '')
      .replaceAll('\\"', '"'),
  );
  if (words.length === 0) throw new MatchError('cmd= is empty: expected the command that starts the engine');
  return words;
}

/** What runs a script: in a single executable `process.execPath` is the executable, which runs nothing but tengen. */
const NODE = isSea() ? 'node' : process.execPath;

export interface ResolvedCommand {
  /** Executable and arguments, ready to be spawned. */
  readonly argv: readonly string[];
  readonly cwd: string;
}

/**
 * Where an engine runs: in `dir`, else in the folder of its executable, else (found on the PATH) in the current one.
 * A script (.js, .mjs, .cjs) is run by this Node, or by the one on the PATH if this is tengen's own executable.
 * @param dir folder given by the user, or null
 */
export function resolveCommand(command: string, dir: string | null): ResolvedCommand {
  const [name, ...args] = splitCommand(command);
  const hasPath = /[/\\]/.test(name) || (isScript(name) && existsSync(name));
  if (!hasPath) return { argv: [name, ...args], cwd: resolve(dir ?? '.') };
  const here = resolve(name);
  const file = isAbsolute(name) || existsSync(here) || dir === null ? here : resolve(dir, name);
  const cwd = resolve(dir ?? dirname(file));
  return { argv: isScript(file) ? [NODE, '--no-warnings', file, ...args] : [file, ...args], cwd };
}

function isScript(file: string): boolean {
  return ['.js', '.mjs', '.cjs'].includes(extname(file).toLowerCase());
}

/** @returns the files a command line consists of, absolute: the executable and any argument that names a file */
export function filesOf({ argv, cwd }: ResolvedCommand): string[] {
  return argv
    .filter((word) => word !== NODE)
    .map((word) => resolve(cwd, word))
    .filter((file) => existsSync(file) && statSync(file).isFile());
}

/** A name for an engine nobody named: `./bin/pbrain-wine.exe --x` is `wine`, `node dist/tengen.js` is `tengen`. */
export function nameFromCommand(command: string): string {
  const words = splitCommand(command);
  const script = words.slice(1).find((word) => isScript(word));
  const program = basename(
    script !== undefined && /^(node|bun|deno)(\.exe)?$/i.test(basename(words[0])) ? script : words[0],
  );
  return program.replace(/\.(exe|js|mjs|cjs|py|sh|bat|cmd|jar)$/i, '').replace(/^pbrain-/i, '') || program;
}
