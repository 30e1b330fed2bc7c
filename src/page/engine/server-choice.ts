/** Where the page analyzes: with its own engine, or on a server of `tengen serve`. */

export interface ServerChoice {
  readonly isUsed: boolean;
  /** Address as the user wrote it, such as `http://192.168.1.5:8016`; empty: that of the page. */
  readonly address: string;
  /** Empty: none. */
  readonly token: string;
}

/** @param kept as an earlier visit stored it */
export function readServer(kept: unknown): ServerChoice {
  const { isUsed, address, token } = (kept ?? {}) as { readonly [key in keyof ServerChoice]?: unknown };
  return {
    isUsed: isUsed === true,
    address: typeof address === 'string' ? address : '',
    token: typeof token === 'string' ? token : '',
  };
}

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
