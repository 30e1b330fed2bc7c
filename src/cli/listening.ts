/** What the commands that serve pages share: a server that listens until the process is asked to stop. */
import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { messageOf, UserError } from '../core/errors.ts';
import type { ValueType } from '../core/values.ts';

export const ADDRESS: ValueType<string> = {
  word: 'ADDRESS',
  expected: 'an IP address, or localhost',
  range: '',
  read: (given) => (isIP(given) > 0 || given === 'localhost' ? given : undefined),
};

/**
 * @param place of the port in an error message
 * @param advice what to do if the port cannot be used
 * @returns the port, which differs if 0 was given @throws UserError
 */
export async function listenAt(
  server: Server,
  host: string,
  port: number,
  { place, advice }: { readonly place: string; readonly advice: string },
): Promise<number> {
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (error) {
    throw new UserError(`${place}: ${messageOf(error)}; ${advice}`);
  }
  return (server.address() as AddressInfo).port;
}

/** @returns when the process is asked to stop, as by Ctrl-C */
export async function stopSignal(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
}
