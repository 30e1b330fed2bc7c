/** The page of `tengen fleet --page`: what the command prints, kept up to date. It cannot change anything. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { originRefusal } from '../analysis/server/access.ts';
import { pageListener } from './board-server.ts';

const FILES = {
  'index.html': `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>tengen fleet</title>
<style>:root { color-scheme: light dark } body { font: 16px system-ui; margin: 1rem } pre { white-space: pre-wrap }</style>
<h1>Fleet</h1><p id="state" role="status">connecting</p><pre id="fleet"></pre><script src="fleet.js"></script></html>
`,
  'fleet.js': `const show = (id, text) => { document.getElementById(id).textContent = text; };
const source = new EventSource('events');
source.onmessage = ({ data }) => {
  show('fleet', JSON.parse(data).join('\\n'));
  show('state', 'updated ' + new Date().toLocaleTimeString());
};
source.onerror = () => show('state', 'connection lost, reconnecting');
`,
};

const RULES = { token: null, origins: new Set<string>(), hosts: new Set<string>() };

/**
 * @param read the lines of the page @param everyMs between two updates of the pages that are open
 * @returns a server that does not listen yet; `/events` sends the lines as JSON (server-sent events)
 */
export function fleetPage(read: () => Promise<readonly string[]>, everyMs: number): Server {
  const page = pageListener(FILES);
  const open = new Set<ServerResponse>();
  const update = async () => {
    // One reading serves all pages; without any, Redis is not asked.
    const lines = await read().catch((error: Error) => [error.message]);
    for (const response of open) response.write(`data: ${JSON.stringify(lines)}\n\n`);
  };
  let timer: NodeJS.Timeout | undefined;
  return createServer((request, response) => {
    const refusal = originRefusal(request.headers, RULES);
    if (refusal !== null) response.writeHead(403, { 'Content-Type': 'text/plain' }).end(`${refusal.error}\n`);
    else if (request.method !== 'GET' || request.url !== '/events') page(request, response);
    else {
      response.writeHead(200, {
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      });
      open.add(response);
      void update();
      timer ??= setInterval(update, everyMs);
      response.on('close', () => {
        open.delete(response);
        if (open.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      });
    }
  });
}
