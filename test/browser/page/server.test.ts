/** The page with the engine of a server. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import files from 'tengen:board-files';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AnalysisServer } from '../../../src/analysis/server/server.ts';
import { openSearcher } from '../../../src/cli/analyze/batch.ts';
import { pageListener } from '../../../src/cli/board-server.ts';
import { readChoice, socketAddressOf } from '../../../src/page/engine/engine-choice.ts';
import { closeDialog, describeInBrowser, reload, until } from './kit.ts';

const TOKEN = 'token-of-the-page-tests';
const GAME = '#v=1&r=0&s=15&m=h8i9';

describe('the address of a server', () => {
  const addressOf = (address: string) => socketAddressOf({ address }, 'https://page.example:9/folder/?x#y');

  test.each([
    ['', 'wss://page.example:9/analyze'],
    ['192.168.1.5:8016', 'ws://192.168.1.5:8016/analyze'],
    [' http://localhost:8016/ ', 'ws://localhost:8016/analyze'],
    ['https://engine.example/tengen', 'wss://engine.example/tengen/analyze'],
    ['ws://[::1]:8016', 'ws://[::1]:8016/analyze'],
    ['ftp://engine.example', null],
    ['http://', null],
    ['no address', null],
  ])('%j', (address, expected) => expect(addressOf(address)).toBe(expected));

  test('stored by an earlier visit, or by anything else', () => {
    const none = { isUsed: false, address: '', token: '', threads: null, table: null };
    const damaged = { isUsed: 1, address: 2, token: [], threads: 0, table: '64' };
    for (const kept of [null, 7, 'x', {}, damaged]) expect(readChoice(kept)).toEqual(none);
    const choice = { isUsed: true, address: 'a', token: 'b', threads: 2, table: 64 };
    expect(readChoice(choice)).toEqual(choice);
  });
});

describeInBrowser('analysis on a server', ({ openAt }) => {
  let server: AnalysisServer;
  let url = '';
  beforeAll(async () => {
    server = await AnalysisServer.create({
      access: { token: TOKEN, origins: new Set(), hosts: new Set() },
      bounds: { maxNodes: 1e6, maxMs: 20_000, defaultMs: 20_000 },
      engines: 1,
      open: () => openSearcher(16 << 20, 'serve'),
      maxWaiting: 10,
      maxPending: 10,
      maxConnections: 50,
      onFault: () => {},
      page: pageListener(files),
    });
    server.http.listen(0, '127.0.0.1');
    await once(server.http, 'listening');
    url = `http://127.0.0.1:${(server.http.address() as AddressInfo).port}/`;
  });
  afterAll(() => server.close());

  test('is chosen in the settings; a wrong token is reported, and the page can try again', async () => {
    const { page, faults } = await openAt(url + GAME);
    await until(page, `document.querySelectorAll('.line').length === 3`);
    expect(server.metricsText).toContain('tengen_clients 0\n');
    await page.click('[aria-label="Settings"]');
    await page.click('.settings label:has-text("On a server")');
    await page.waitForSelector('.notice.bad');
    await expect.poll(() => page.textContent('.notice.bad')).toContain('/analyze; check address and token');
    await page.fill('[name=server-token]', TOKEN);
    await page.press('[name=server-token]', 'Enter');
    await closeDialog(page);
    await page.click('.notice.bad button:text-is("Try again")');
    await until(page, `document.querySelectorAll('.line').length === 3`);
    expect(server.metricsText).toContain('tengen_clients 1\n');
    expect(server.metricsText).toContain('tengen_queries_running 1\n');
    await page.selectOption('.count select', '5');
    await until(page, `document.querySelectorAll('.line').length === 5`);
    // The browser itself reports the refused connection.
    expect(faults.filter((fault) => !fault.includes('WebSocket connection'))).toEqual([]);

    await reload(page);
    await until(page, `document.querySelectorAll('.line').length === 5`);
    expect(server.metricsText).toContain('tengen_clients 1\n');
    await page.click('[aria-label="Settings"]');
    await page.click('.settings label:has-text("In this page")');
    await closeDialog(page);
    await expect.poll(() => server.metricsText).toContain('tengen_clients 0\n');
    await until(page, `document.querySelectorAll('.line').length === 5`);
  });
});
