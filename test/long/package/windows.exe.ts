import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { bundleText } from '../../../tools/bundle/bundle-text.ts';
import { checkExecutable } from '../../../tools/package/check.ts';
import { nodeBinary } from '../../../tools/package/node-binary.ts';
import { TARGETS } from '../../../tools/package/targets.ts';
import { readTranscripts, replayAll } from '../../../tools/replay.ts';
import { canTestInWine, runWine, startWine, WINE_ENVIRONMENT, WINE_VARIABLES } from './wine.ts';

const cache = resolve('node_modules/.cache/tengen-package');
const file = resolve('dist/bin/pbrain-tengen.exe');
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

const isPossible = canTestInWine('the Windows executable') && existsSync(file);

if (!existsSync(file)) console.log(`skipped: ${file} is not there; npm run package -- win makes it`);

interface Results {
  readonly start: { readonly startMs: number } | { readonly error: string };
  readonly conversations: readonly { readonly title: string; readonly error: string | null }[];
}

describe.runIf(isPossible)('the Windows executable under Wine', () => {
  beforeAll(startWine, 300_000);

  test('plays, and answers the transcripts that need no signals', { timeout: 900_000 }, async () => {
    const results = `${cache}/wine-results.json`;
    rmSync(results, { force: true });
    const node = nodeBinary(TARGETS.find(({ name }) => name === 'win-x64')!, cache);
    const driver = `${cache}/wine-driver.mjs`;
    writeFileSync(driver, await bundleText('test/long/package/wine-driver.ts', { format: 'esm' }));
    runWine([node, windowsPath(driver), windowsPath(file), version, windowsPath(results)]);
    const { start, conversations }: Results = JSON.parse(readFileSync(results, 'utf8'));
    console.log(`under Wine: ${JSON.stringify(start)}, ${conversations.length} conversations`);
    expect(start).toHaveProperty('startMs');
    expect(conversations.length).toBeGreaterThan(60);
    expect(conversations.filter(({ error }) => error !== null)).toEqual([]);
  });

  // Node cannot open such pipes, so this takes another path than a Windows manager.
  test('plays through the pipes of a Linux program', { timeout: 300_000 }, async () => {
    const launcher = ['env', ...Object.entries(WINE_VARIABLES).map(([name, value]) => `${name}=${value}`), 'wine'];
    const { startMs } = await checkExecutable(file, version, { launcher });
    console.log(`under Wine, pipes of Linux: START after ${startMs} ms`);
    const conversations = readTranscripts('test/transcripts/board.txt');
    const errors = await replayAll(conversations, ['wine', file], { env: WINE_ENVIRONMENT, concurrency: 2 });
    expect(errors.map((error) => error?.message ?? null)).toEqual(conversations.map(() => null));
  });
});

/** Wine maps the whole file system to drive Z. */
function windowsPath(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}
