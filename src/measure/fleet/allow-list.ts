/** Which engines a worker runs: by name and by the hash of their command line with all their files. */
import { readFileSync } from 'node:fs';
import { named, UserError } from '../../core/errors.ts';
import { readValue, type ValueType } from '../../core/values.ts';

export type AllowList = ReadonlySet<string>;

/** An engine and its hash: `name=sha256`, or the two separated by a space. */
export const ALLOWED: ValueType<string> = {
  word: 'ENGINE=SHA256',
  expected: 'ENGINE=SHA256, as the coordinator prints it',
  range: '',
  read(text) {
    const found = /^(.+?)\s*[=\s]\s*([0-9a-f]{64})$/i.exec(text.trim());
    return found === null ? undefined : allowedKey(found[1], found[2].toLowerCase());
  },
};

function allowedKey(name: string, sha256: string): string {
  return `${name}=${sha256}`;
}

/** Reads a file with one engine per line; `#` begins a comment. @throws UserError */
export function readAllowFile(file: string): string[] {
  return named(`--allow-file ${file}`, () => readFileSync(file, 'utf8'))
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '')
    .map((line) => readValue(ALLOWED, '--allow', line));
}

/** @throws UserError that names the engines which are not on the list, in the form that --allow takes */
export function demandAllowed(list: AllowList, engines: readonly { readonly name: string; readonly sha256: string }[]) {
  const missing = engines.filter(({ name, sha256 }) => !list.has(allowedKey(name, sha256)));
  if (missing.length === 0) return;
  const words = missing.map(
    ({ name, sha256 }) => `--allow ${/\s/.test(name) ? `"${name}=${sha256}"` : `${name}=${sha256}`}`,
  );
  throw new UserError(`not on this worker's allow list: ${words.join(' ')}`);
}
