/** `tengen board`: serves the page with the engine, to this machine only, or writes its files. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import files from 'tengen:board-files';
import { type Command, readArguments, type Syntax } from '../core/command.ts';
import { named, UserError } from '../core/errors.ts';
import { SWITCH, text, whole } from '../core/values.ts';
import { boardServer } from './board-server.ts';
import { listenAt, stopSignal } from './listening.ts';

const HOST = '127.0.0.1';

const SYNTAX = {
  options: {
    port: { type: whole(0, 65535), default: 8015, help: 'port to listen on; 0: any free port' },
    open: { type: SWITCH, help: 'open the page in the browser' },
    files: {
      type: text('FOLDER'),
      help: 'write the files of the page to a new or empty folder, for any static file server, instead of serving them',
    },
  },
} as const satisfies Syntax;

export const COMMAND: Command = {
  name: 'board',
  summary: 'serves a web page for playing and analyzing, with the engine in the browser',
  usages: ['[options]'],
  about: [
    'Serves a web page for playing and analyzing, with the engine in the browser, and prints its address. Ctrl-C stops the server.',
  ],
  ...SYNTAX,
  exits: { 0: 'done', 1: 'the port is in use, or the files cannot be written' },
  prepare(args) {
    const { port, open, files: folder } = readArguments(SYNTAX, args, 'tengen board').values;
    return () => (folder === null ? serve(port, open) : writeTo(folder));
  },
};

/** Writes the files of the page. @returns the exit code */
function writeTo(folder: string): number {
  named(`--files ${folder}`, () => {
    if (existsSync(folder) && readdirSync(folder).length > 0) {
      throw new UserError('it is not empty; choose a new or empty folder');
    }
    mkdirSync(folder, { recursive: true });
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content, { flag: 'wx' });
  });
  process.stdout.write(`${Object.keys(files).length} files of the page are in ${folder}\n`);
  return 0;
}

/** Serves until a signal. @returns the exit code */
async function serve(port: number, isOpened: boolean): Promise<number> {
  const server = boardServer(files);
  const place = `port ${port}`;
  const taken = await listenAt(server, HOST, port, { place, advice: 'choose another one with --port' });
  const address = `http://localhost:${taken}/`;
  process.stdout.write(`The board is at ${address} (Ctrl-C to stop)\n`);
  if (isOpened) openInBrowser(address);
  await stopSignal();
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
