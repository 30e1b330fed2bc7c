import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
// @ts-expect-error plain JavaScript, also run when executables are made
import { nodeBinary } from '../../tools/package/node-binary.mjs';
// @ts-expect-error plain JavaScript
import { TARGETS } from '../../tools/package/targets.mjs';

const cache = resolve('node_modules/.cache/tengen-package');
const file = resolve('dist/bin/pbrain-tengen.exe');
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** A Windows of its own, so that nobody's Wine settings matter; Node refuses one older than Windows 10. */
const env = { ...process.env, WINEPREFIX: `${cache}/wine`, WINEDEBUG: '-all', DISPLAY: '' };
const hasWine = spawnSync('wine', ['--version']).status === 0;
const isPossible = hasWine && existsSync(file);

if (!hasWine) console.log('skipped: the Windows executable, as Wine is not installed');
else if (!existsSync(file)) console.log(`skipped: ${file} is not there; npm run package -- win makes it`);

interface Results {
  readonly start: { readonly startMs: number } | { readonly error: string };
  readonly conversations: readonly { readonly title: string; readonly error: string | null }[];
}

describe.runIf(isPossible)('the Windows executable under Wine', () => {
  test('plays, and answers the transcripts that need no signals', { timeout: 900_000 }, () => {
    const results = `${cache}/wine-results.json`;
    rmSync(results, { force: true });
    if (!existsSync(env.WINEPREFIX)) {
      mkdirSync(env.WINEPREFIX, { recursive: true });
      wine(['winecfg', '-v', 'win10']);
    }
    const node: string = nodeBinary(
      TARGETS.find(({ name }: { name: string }) => name === 'win-x64'),
      cache,
    );
    wine([node, 'test/package/wine-driver.mjs', windowsPath(file), version, windowsPath(results)]);
    const { start, conversations }: Results = JSON.parse(readFileSync(results, 'utf8'));
    console.log(`under Wine: ${JSON.stringify(start)}, ${conversations.length} conversations`);
    expect(start).toHaveProperty('startMs');
    expect(conversations.length).toBeGreaterThan(60);
    expect(conversations.filter(({ error }) => error !== null)).toEqual([]);
  });
});

/** Wine shows the whole file system as drive Z. */
function windowsPath(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}

function wine(args: readonly string[]): void {
  const { status, error } = spawnSync('wine', args, { env, stdio: 'ignore' });
  if (status !== 0) throw new Error(`wine ${args.join(' ')} failed: ${error?.message ?? status}`);
}
