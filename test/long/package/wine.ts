/** Wine, for the tests of what runs on Windows. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { canTest } from '../../expected.ts';

/** A separate Windows, so that no user's Wine settings matter. */
export const WINE_VARIABLES = {
  WINEPREFIX: resolve('node_modules/.cache/tengen-package/wine'),
  WINEDEBUG: '-all',
  DISPLAY: '',
};
export const WINE_ENVIRONMENT = { ...process.env, ...WINE_VARIABLES };

/** @param what what the tests cover @returns whether they can run */
export function canTestInWine(what: string): boolean {
  const isInstalled = spawnSync('wine', ['--version']).status === 0;
  return canTest('wine', what, isInstalled ? null : 'Wine is not installed');
}

/** For `beforeAll`; takes minutes if there is no such Windows yet. */
export function startWine(): void {
  if (!existsSync(WINE_VARIABLES.WINEPREFIX)) {
    mkdirSync(WINE_VARIABLES.WINEPREFIX, { recursive: true });
    // Node refuses one older than Windows 10.
    runWine(['winecfg', '-v', 'win10']);
  }
  // Wine's services live as long as this process and keep the handles they are started with, so no brain's pipes.
  spawnSync('wineserver', ['-p60'], { env: WINE_ENVIRONMENT, stdio: 'ignore' });
  runWine(['cmd', '/c', 'ver']);
}

/** @throws {Error} if the program fails */
export function runWine(args: readonly string[]): void {
  const { status, error } = spawnSync('wine', args, { env: WINE_ENVIRONMENT, stdio: 'ignore' });
  if (status !== 0) throw new Error(`wine ${args.join(' ')} failed: ${error?.message ?? status}`);
}
