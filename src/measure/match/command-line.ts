/** Engine command lines: splits them, finds the executable and its folder. */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, resolve } from 'node:path';
import { UserError } from '../../core/errors.ts';
import { isExecutable } from '../../platform/node/executable.ts';

/**
 * Splits a command line at blanks. Single or double quotes keep blanks together; a backslash is an ordinary character
 * (Windows paths), except in front of a double quote. The path of an existing file is one word, with its blanks.
 */
export function splitCommand(command: string): string[] {
  if (isFile(command)) return [command];
  const words = [...command.matchAll(/(?:"(?:\\"|[^"])*"|'[^']*'|\\"|[^\s"'])+/g)].map(([word]) =>
    word
      .replace(/"((?:\\"|[^"])*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? '')
      .replaceAll('\\"', '"'),
  );
  if (words.length === 0) throw new UserError('cmd= is empty: expected the command that starts the engine');
  return words;
}

/** Runs scripts: in a single executable `process.execPath` is the executable, which can run tengen only. */
export const NODE = isExecutable() ? 'node' : process.execPath;

/** A command ready to be started. */
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

/** @returns whether Node runs a file */
export function isScript(file: string): boolean {
  return ['.js', '.mjs', '.cjs'].includes(extname(file).toLowerCase());
}

/**
 * Prepares an executable with its arguments for spawn. Windows runs batch files through cmd.exe, which parses one
 * command line by its own rules; in all other cases the words are passed unchanged.
 * @param platform as process.platform
 * @param shell Windows: the command interpreter, as in the environment variable ComSpec
 * @returns arguments of child_process.spawn; `verbatim`: on Windows, they already form a command line and must not be
 * quoted again
 * @throws UserError for words that no command line of cmd.exe can carry
 */
export function spawnWords(argv: readonly string[], platform: string, shell = 'cmd.exe') {
  const [file, ...args] = argv;
  if (platform !== 'win32' || !/\.(bat|cmd)$/i.test(file)) return { file, args, verbatim: false };
  const line = [batchQuoted(file), ...args.map(batchWord)].join(' ');
  // No AutoRun; %...% with offsets is understood, !...! is not; /s: only the outermost quotes are taken off.
  return { file: shell, args: ['/d', '/e:on', '/v:off', '/s', '/c', `"${line}"`], verbatim: true };
}

/** Leaves plain words unquoted, so that a batch file can compare them: `if %1==fast`. */
function batchWord(word: string): string {
  return /^[\w#$*+./:?@\\-]*[\w#$*+./:?@-]$/.test(word) ? word : batchQuoted(word);
}

/**
 * In quotes nothing but a quote and a percent sign means anything to cmd.exe. A quote is doubled, and so are the
 * backslashes before it, as the program that gets the word undoes it; a percent sign becomes one followed by no
 * characters of the variable CD, as there is no sign that would shield it.
 */
function batchQuoted(word: string): string {
  if (/[\0\r\n]/.test(word)) throw new UserError('expected a batch file with arguments of one line');
  const doubled = word.replace(/(\\*)("|$)/g, '$1$1$2$2');
  return `"${doubled.replaceAll('%', '%%cd:~,%')}"`;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** @returns the files a command line consists of, absolute: the executable and any argument that names a file */
export function filesOf({ argv, cwd }: ResolvedCommand): string[] {
  return argv
    .filter((word) => word !== NODE)
    .map((word) => resolve(cwd, word))
    .filter(isFile);
}

/** @returns the default name of an engine: `./bin/pbrain-wine.exe --x` is `wine`, `node dist/tengen.js` is `tengen`. */
export function nameFromCommand(command: string): string {
  const words = splitCommand(command);
  const script = words.slice(1).find((word) => isScript(word));
  const program = basename(
    script !== undefined && /^(node|bun|deno)(\.exe)?$/i.test(basename(words[0])) ? script : words[0],
  );
  return program.replace(/\.(exe|js|mjs|cjs|py|sh|bat|cmd|jar)$/i, '').replace(/^pbrain-/i, '') || program;
}
