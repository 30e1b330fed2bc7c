/** WebKitGTK's MiniBrowser, by WebDriver over HTTP, on a screen of Xvfb. Every tab is a separate browser. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { listening } from '../common/sites.ts';
import { firstOf, start } from './program.ts';
import { type Browser, type Tab, waitFor } from './tab.ts';

const LIBRARIES = '/usr/lib/x86_64-linux-gnu';
const BROWSERS = ['4.1', '4.0', '6.0'].map((version) => `${LIBRARIES}/webkit2gtk-${version}/MiniBrowser`);

const COMMAND_MS = 120_000;

/** Sends a command. @returns the value of its reply */
type Send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

/** @param folder for its downloads @returns null if it is not installed */
export async function openWebKit(folder: string): Promise<Browser | null> {
  const [browser, driver, screen] = [BROWSERS, ['/usr/bin/WebKitWebDriver'], ['/usr/bin/xvfb-run']].map(firstOf);
  if (browser === null || driver === null || screen === null) return null;
  const downloads = join(folder, 'downloads');
  mkdirSync(downloads);
  writeFileSync(join(folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const free = await listening(createServer(), '127.0.0.1');
  free.close();
  const port = new URL(free.url).port;
  const args = ['-a', '-s', '-screen 0 1280x1000x24', driver, `--port=${port}`];
  start(screen, args, { XDG_CONFIG_HOME: folder, GDK_BACKEND: 'x11' });
  const send: Send = async (method, path, body = {}) => {
    // A browser that has crashed leaves a command without a reply.
    const signal = AbortSignal.timeout(COMMAND_MS);
    const request = method === 'POST' ? { method, signal, body: JSON.stringify(body) } : { method, signal };
    const reply = await fetch(free.url + path, request);
    const { value } = (await reply.json()) as { value: unknown };
    if (!reply.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
    return value;
  };
  await waitFor('WebKitWebDriver', () => send('GET', '/status').catch(() => null), 180);
  const options = { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } };
  const newTab = async () => {
    const session = await send('POST', '/session', { capabilities: { alwaysMatch: options } });
    return session as { sessionId: string; capabilities: { browserVersion: string } };
  };
  const first = await newTab();
  await send('DELETE', `/session/${first.sessionId}`);
  return {
    name: `WebKitGTK ${first.capabilities.browserVersion}`,
    downloads,
    newTab: async () => tabOf(send, `/session/${(await newTab()).sessionId}`),
  };
}

function tabOf(send: Send, session: string): Tab {
  return {
    evaluate: async (expression) => {
      const script = `const done = arguments[0];
        Promise.resolve(${expression}).then((value) => done({ value: value ?? null }), (error) => done({ error: String(error) }));`;
      const reply = await send('POST', `${session}/execute/async`, { script, args: [] });
      const { value, error } = reply as { value?: unknown; error?: string };
      if (error !== undefined) throw new Error(error);
      return value;
    },
    open: async (url) => void (await send('POST', `${session}/url`, { url })),
    reload: async () => void (await send('POST', `${session}/refresh`)),
    perform: async (actions) => void (await send('POST', `${session}/actions`, { actions })),
    choose: async (selector, file) => {
      const element = await send('POST', `${session}/element`, { using: 'css selector', value: selector });
      const [id] = Object.values(element as Record<string, string>);
      await send('POST', `${session}/element/${id}/value`, { text: file });
    },
    close: async () => void (await send('DELETE', session)),
  };
}
