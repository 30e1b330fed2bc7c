/**
 * Stock Node binaries from npm packages. They are too large for every `npm ci`, so they are downloaded when an
 * executable is made, once per machine.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { NODE_VERSION, TARGETS, type Target } from './targets.ts';

/**
 * @param cache folder for the binary
 * @returns path of the unchanged Node binary
 * @throws {Error} if the package is unavailable or differs from the expected one
 */
export function nodeBinary(target: Target, cache: string): string {
  const home = join(cache, `${target.nodePackage}-${NODE_VERSION}`);
  const binary = join(home, target.nodeFile);
  if (!existsSync(binary)) bring(target, cache, home);
  return binary;
}

/** Not every package contains the license text, which is the same in all. @returns Node's license */
export function nodeLicense(cache: string): string {
  const linux = TARGETS.find((target) => target.name === 'linux-x64')!;
  return readFileSync(join(nodeBinary(linux, cache), '../../LICENSE'), 'utf8');
}

function bring(target: Target, cache: string, home: string): void {
  const staging = join(cache, `staging-${process.pid}`);
  mkdirSync(staging, { recursive: true });
  try {
    const name = `${target.nodePackage}-${NODE_VERSION}.tgz`;
    npm(['pack', '--silent', '--pack-destination', '.', `${target.nodePackage}@${NODE_VERSION}`], staging);
    const integrity = `sha512-${createHash('sha512')
      .update(readFileSync(join(staging, name)))
      .digest('base64')}`;
    if (integrity !== target.integrity) throw new Error(`${name} is ${integrity}: expected ${target.integrity}`);
    command(
      'tar',
      ['-xzf', name, target.nodeFile, ...(target.name.startsWith('win') ? [] : ['package/LICENSE'])],
      staging,
    );
    rmSync(join(staging, name));
    rmSync(home, { recursive: true, force: true });
    renameSync(staging, home);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** npm is a script with another name on Windows, which only a shell can start. */
function npm(args: readonly string[], cwd: string): void {
  command('npm', args, cwd, process.platform === 'win32');
}

function command(program: string, args: readonly string[], cwd: string, shell = false): void {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, shell, encoding: 'utf8' });
  if (status !== 0) {
    throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? `${stdout}\n${stderr}`.trim()}`);
  }
}
