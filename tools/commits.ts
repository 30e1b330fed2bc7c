/**
 * Checks commit messages against the form that CONTRIBUTING.md describes.
 *   npm run tool -- commits                     the commits since the last tag, at most a hundred
 *   npm run tool -- commits --message FILE      one message, as the hook .githooks/commit-msg does
 *
 * Skips merges, and the commits up to d1e96fc, which are older than this check.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { text } from '../src/core/values.ts';
import { messageFaults } from './common/commit-message.ts';
import { readNamed, type ToolSyntax, toolArguments } from './common/options.ts';

const SYNTAX = { options: { message: { type: text('FILE') } } } as const satisfies ToolSyntax;

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MAX_COMMITS = 100;
/** The last unchecked commit. */
const OLDER = 'd1e96fc';

function git(...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** @returns hash and message of the commits to check; null outside of a repository */
function recentCommits(): { hash: string; message: string }[] | null {
  const tag = git('describe', '--tags', '--abbrev=0');
  const excluded = [tag, OLDER].filter((name) => name !== null && git('cat-file', '-e', `${name}^{commit}`) !== null);
  const log = git(
    'log',
    '--no-merges',
    `--max-count=${MAX_COMMITS}`,
    '--format=%h%n%B%x00',
    'HEAD',
    ...excluded.map((name) => `^${name}`),
  );
  if (log === null) return null;
  return log
    .split('\0')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => ({ hash: text.slice(0, text.indexOf('\n')), message: text.slice(text.indexOf('\n') + 1) }));
}

export function main(args: readonly string[]): number {
  const { message } = toolArguments(SYNTAX, args, 'commits').values;
  if (message !== null) {
    const faults = readNamed(message, (bytes) => messageFaults(bytes.toString()));
    for (const fault of faults) console.error(`commit message: ${fault}`);
    return faults.length === 0 ? 0 : 1;
  }
  const commits = recentCommits();
  if (commits === null) {
    console.log('commits: no history to check');
    return 0;
  }
  const faults = commits.flatMap(({ hash, message: text }) => messageFaults(text).map((fault) => `${hash}: ${fault}`));
  for (const fault of faults) console.error(fault);
  console.log(`commits: ${commits.length} checked, ${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}
