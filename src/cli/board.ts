/** `tengen board`: serves the page with the engine in it, on this machine alone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import files from 'tengen:board-files';
import { MatchError, messageOf } from '../core/errors.ts';
import { boardServer } from './board-server.ts';
import { parsedOptions } from './wrong-option.ts';

const DEFAULT_PORT = 8015;
const HOST = '127.0.0.1';

const USAGE = `Usage: tengen board [options]
Serves a page to play and analyse in, with the engine in the browser, and prints its address. Ctrl-C ends it.

Options: --port N   0 to 65535 (default ${DEFAULT_PORT}; 0: any that is free)
         --open     opens the page in the browser
Exit: 0 done, 1 the port is taken, 2 wrong usage
`;

const OPTIONS = { port: { type: 'string' }, open: { type: 'boolean' } } as const;

/** Runs `tengen board` until it is ended. @returns the exit code */
export async function boardCommand(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(USAGE);
    return 0;
  }
  let options: { readonly port: number; readonly isOpened: boolean };
  try {
    options = readOptions(args);
  } catch (error) {
    process.stderr.write(`tengen board: ${messageOf(error)}\n`);
    return 2;
  }
  const server = boardServer(files);
  try {
    server.listen(options.port, HOST);
    await once(server, 'listening');
  } catch (error) {
    process.stderr.write(`tengen board: port ${options.port}: ${messageOf(error)}; --port takes another\n`);
    return 1;
  }
  const address = `http://localhost:${(server.address() as AddressInfo).port}/`;
  process.stdout.write(`The board is at ${address} (Ctrl-C ends it)\n`);
  if (options.isOpened) openInBrowser(address);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  server.close();
  server.closeAllConnections();
  return 0;
}

/** @throws MatchError */
function readOptions(args: readonly string[]): { readonly port: number; readonly isOpened: boolean } {
  const { port, open } = parsedOptions({ args: [...args], options: OPTIONS }, 'tengen board').values;
  const value = port === undefined ? DEFAULT_PORT : /^\d{1,5}$/.test(port) ? Number(port) : Number.NaN;
  if (value >= 0 && value <= 65535) return { port: value, isOpened: open === true };
  throw new MatchError(`port "${port}": expected a number from 0 to 65535`);
}

/** The address is printed as well, so nothing is lost where there is no browser to be found. */
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
