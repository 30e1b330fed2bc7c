#!/usr/bin/env node
/**
 * Starts TENGEN_FIREFOX with the given arguments for playwright, which sends WebDriver BiDi commands, and answers those
 * that Firefox 153 does not have: without them playwright opens no page.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { WebSocket, WebSocketServer } from 'ws';

const MISSING = ['emulation.setMediaFeaturesOverride'];
const LISTENS = 'WebDriver BiDi listening on ';

const firefox = spawn(process.env.TENGEN_FIREFOX, process.argv.slice(2), { stdio: ['ignore', 'inherit', 'pipe'] });
firefox.on('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => firefox.kill(signal));
for await (const line of createInterface({ input: firefox.stderr })) {
  if (line.startsWith(LISTENS)) bridge(line.slice(LISTENS.length));
  else console.error(line);
}

/** @param url of Firefox */
function bridge(url) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('listening', () => console.error(`${LISTENS}ws://127.0.0.1:${server.address().port}`));
  server.on('connection', (client, { url: path }) => {
    const browser = new WebSocket(url + path);
    const isOpen = new Promise((resolve) => browser.on('open', resolve));
    client.on('message', async (data) => {
      const { id, method } = JSON.parse(String(data));
      await isOpen;
      if (MISSING.includes(method)) client.send(JSON.stringify({ type: 'success', id, result: {} }));
      else browser.send(String(data));
    });
    browser.on('message', (data) => client.send(String(data)));
    client.on('close', () => browser.close());
    browser.on('close', () => client.close());
  });
}
