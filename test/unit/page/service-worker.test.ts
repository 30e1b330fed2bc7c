/** The service worker of the page, in a scope that does what a browser may do. */
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test('its activation does not wait until it has claimed the page, whose search may take long', async () => {
  const listeners = new Map<string, (event: object) => void>();
  vi.stubGlobal('BOARD_NAME', 'test');
  vi.stubGlobal('addEventListener', (name: string, listener: (event: object) => void) => listeners.set(name, listener));
  vi.stubGlobal('caches', { keys: async () => [] });
  // Firefox resolves the claim only when every worker of the page has answered, and until the end of the activation it
  // holds back the page's requests.
  const claim = vi.fn(() => new Promise(() => {}));
  vi.stubGlobal('clients', { claim });
  // Not import(): its types are those of a browser.
  await vi.importActual('../../../src/page/shell/sw.ts');
  const state = { activation: new Promise(() => {}) };
  const waitUntil = (promise: Promise<unknown>) => Object.assign(state, { activation: promise });
  listeners.get('activate')?.({ waitUntil });
  const waiting = new Promise((resolve) => setImmediate(resolve, 'waiting'));
  expect(await Promise.race([state.activation.then(() => 'active'), waiting])).toBe('active');
  expect(claim).toHaveBeenCalledOnce();
});
