/** Firefox, by WebDriver BiDi. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { FIREFOX } from '../common/browser.ts';
import { start } from './program.ts';
import { type Browser, type Tab, waitFor } from './tab.ts';

type Values = Readonly<Record<string, unknown>>;
/** Sends a command. @returns its result */
type Send = (method: string, params: Values) => Promise<Values>;

/** @param folder for its profile and its downloads @returns null if it is not installed */
export async function openFirefox(folder: string): Promise<Browser | null> {
  if (FIREFOX === null) return null;
  const [profile, downloads] = ['profile', 'downloads'].map((name) => join(folder, name));
  for (const one of [profile, downloads]) mkdirSync(one);
  start(FIREFOX, ['--remote-debugging-port=0', '--headless', '--no-remote', '--profile', profile]);
  // Firefox writes its port into the profile.
  const file = join(profile, 'WebDriverBiDiServer.json');
  const port = await waitFor(
    file,
    () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).ws_port : null),
    180,
  );
  const socket = new WebSocket(`ws://127.0.0.1:${port}/session`, [], { headers: {} });
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  const send = sender(socket);
  const { capabilities } = await send('session.new', { capabilities: {} });
  return {
    name: `Firefox ${(capabilities as Values).browserVersion}`,
    downloads,
    newTab: () => newTab(send, downloads),
  };
}

function sender(socket: WebSocket): Send {
  const waiting = new Map<number, (reply: Values) => void>();
  let sent = 0;
  socket.on('message', (data) => {
    const reply = JSON.parse(String(data));
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  return async (method, params) => {
    const id = ++sent;
    socket.send(JSON.stringify({ id, method, params }));
    const { error, message, result } = await new Promise<Values>((resolve) => waiting.set(id, resolve));
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`);
    return result as Values;
  };
}

async function newTab(send: Send, downloads: string): Promise<Tab> {
  const { userContext } = await send('browser.createUserContext', {});
  const downloadBehavior = { type: 'allowed', destinationFolder: downloads };
  await send('browser.setDownloadBehavior', { downloadBehavior, userContexts: [userContext] });
  const { context } = await send('browsingContext.create', { type: 'tab', userContext });
  const evaluate = async (expression: string) => {
    const reply = await send('script.evaluate', {
      expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
      target: { context },
      awaitPromise: true,
    });
    if (reply.type === 'exception') throw new Error(String((reply.exceptionDetails as Values).text));
    return JSON.parse((reply.result as { value: string }).value);
  };
  return {
    evaluate,
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
    perform: async (actions) => void (await send('input.performActions', { context, actions })),
    choose: async (selector, file) => {
      const locator = { type: 'css', value: selector };
      const { nodes } = await send('browsingContext.locateNodes', { context, locator });
      const [{ sharedId }] = nodes as [{ sharedId: string }];
      await send('input.setFiles', { context, element: { sharedId }, files: [file] });
    },
    close: async () => void (await send('browser.removeUserContext', { userContext })),
  };
}
