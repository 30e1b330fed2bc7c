/** What the page analyzes with: its own engine, or a server of `tengen serve`. */
import { flag, orNull, stored, string, wholeNumber } from '../../core/schema.ts';

export interface EngineChoice {
  /** Whether it is the server. */
  readonly isUsed: boolean;
  /** Address as the user wrote it, such as `http://192.168.1.5:8016`; empty: that of the page. */
  readonly address: string;
  /** Empty: none. */
  readonly token: string;
  /** Of the page's own engine; null: what suits the device. */
  readonly threads: number | null;
  /** Megabytes; null: what suits the device. */
  readonly table: number | null;
}

/** Reads what an earlier visit stored. */
export const readChoice = stored<EngineChoice>(
  {
    isUsed: flag,
    address: string('a text'),
    token: string('a text'),
    threads: orNull(wholeNumber(1, 64)),
    table: orNull(wholeNumber(1, 4096)),
  },
  { isUsed: false, address: '', token: '', threads: null, table: null },
);

/** @returns the address of its WebSocket; null if it is not an address */
export function socketAddressOf({ address }: Pick<EngineChoice, 'address'>, page: string): string | null {
  const written = address.trim() === '' ? page : address.trim();
  const url = /^[a-z]+:\/\//i.test(written) ? written : `http://${written}`;
  if (!URL.canParse(url)) return null;
  const { protocol, host, pathname } = new URL(url);
  if (!/^(https?|wss?):$/.test(protocol)) return null;
  const folder = address.trim() === '' ? '/' : pathname.replace(/\/*$/, '/');
  return `${/^(https|wss):$/.test(protocol) ? 'wss' : 'ws'}://${host}${folder}analyze`;
}
