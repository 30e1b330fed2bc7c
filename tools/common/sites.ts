/** Sites on this machine, for tools and tests that open pages in a browser. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { boardServer } from '../../src/cli/board-server.ts';

export interface Site {
  readonly url: string;
  close(): void;
}

const ISOLATION = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** @param host by which the browser addresses this machine */
export async function listening(server: Server, host: string): Promise<Site> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://${host}:${(server.address() as AddressInfo).port}`, close };
}

/** Serves texts by path. @param isIsolated whether to send the headers that let threads share memory */
export function serveTexts(
  files: Readonly<Record<string, string>>,
  isIsolated: boolean,
  headers: Readonly<Record<string, string>> = {},
): Promise<Site> {
  const server = createServer((request, response) => {
    const text = files[request.url ?? ''];
    const type = TYPES[/\.\w+$/.exec(request.url ?? '')?.[0] ?? ''] ?? 'text/html';
    response.writeHead(text === undefined ? 404 : 200, {
      'Content-Type': type,
      ...(isIsolated ? ISOLATION : {}),
      ...headers,
    });
    response.end(text);
  });
  return listening(server, '127.0.0.1');
}

/**
 * Serves the page of `tengen board`, given by file name.
 * @param isIsolated as `tengen board` serves it; otherwise without any of the headers that threads need
 */
export async function serveBoard(pages: Readonly<Record<string, string>>, isIsolated: boolean): Promise<Site> {
  if (!isIsolated) {
    const named = Object.entries(pages).map(([name, text]) => [`/${name}`, text]);
    return serveTexts({ ...Object.fromEntries(named), '/': pages['index.html'] }, false);
  }
  const { url, close } = await listening(boardServer(pages), 'localhost');
  return { url: `${url}/`, close };
}
