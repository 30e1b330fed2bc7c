/** `tengen board`: serves the page with the engine, to this machine only. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import files from 'tengen:board-files';
import { messageOf, UserError } from '../core/errors.ts';
import { SWITCH, whole } from '../core/values.ts';
import { boardServer } from './board-server.ts';
import { type Command, readArguments, type Syntax } from './command.ts';

const HOST = '127.0.0.1';

const SYNTAX = {
  options: {
    port: { type: whole(0, 65535), default: 8015, help: 'port to listen on; 0: any free port' },
    open: { type: SWITCH, help: 'open the page in the browser' },
  },
} as const satisfies Syntax;

/** `tengen board` */
export const COMMAND: Command = {
  name: 'board',
  summary: 'serves a web page for playing and analyzing, with the engine in the browser',
  usages: ['[options]'],
  about: [
    'Serves a web page for playing and analyzing, with the engine in the browser, and prints its address. Ctrl-C stops the server.',
  ],
  ...SYNTAX,
  exits: { 0: 'done', 1: 'the port is in use' },
  prepare(args) {
    const { port, open } = readArguments(SYNTAX, args, 'tengen board').values;
    return () => serve(port, open);
  },
};

/** Serves until a signal. @returns the exit code */
async function serve(port: number, isOpened: boolean): Promise<number> {
  const server = boardServer(files);
  try {
    server.listen(port, HOST);
    await once(server, 'listening');
  } catch (error) {
    throw new UserError(`port ${port}: ${messageOf(error)}; choose another one with --port`);
  }
  const address = `http://localhost:${(server.address() as AddressInfo).port}/`;
  process.stdout.write(`The board is at ${address} (Ctrl-C to stop)\n`);
  if (isOpened) openInBrowser(address);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  server.close();
  server.closeAllConnections();
  return 0;
}

/** A failure is ignored, as the address is printed too. */
function openInBrowser(address: string): void {
  const [command, ...args] =
    process.platform === 'win32'
      ? ['cmd', '/c', 'start', '', address]
      : process.platform === 'darwin'
        ? ['open', address]
        : ['xdg-open', address];
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
