/** Where the page analyzes: with its own engine, or on a server of `tengen serve`. */
import { flag, stored, string } from '../../core/schema.ts';

export interface ServerChoice {
  readonly isUsed: boolean;
  /** Address as the user wrote it, such as `http://192.168.1.5:8016`; empty: that of the page. */
  readonly address: string;
  /** Empty: none. */
  readonly token: string;
}

/** Reads what an earlier visit stored. */
export const readServer = stored<ServerChoice>(
  { isUsed: flag, address: string('a text'), token: string('a text') },
  { isUsed: false, address: '', token: '' },
);

/** @returns the address of its WebSocket; null if it is not an address */
export function socketAddressOf({ address }: ServerChoice, page: string): string | null {
  const written = address.trim() === '' ? page : address.trim();
  const url = /^[a-z]+:\/\//i.test(written) ? written : `http://${written}`;
  if (!URL.canParse(url)) return null;
  const { protocol, host, pathname } = new URL(url);
  if (!/^(https?|wss?):$/.test(protocol)) return null;
  const folder = address.trim() === '' ? '/' : pathname.replace(/\/*$/, '/');
  return `${/^(https|wss):$/.test(protocol) ? 'wss' : 'ws'}://${host}${folder}analyze`;
}
