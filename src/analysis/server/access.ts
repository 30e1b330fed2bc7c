/**
 * Who may use the server. Browsers send requests for any page that a user visits, so a local address alone protects
 * nothing: the `Host` header is checked against DNS rebinding, `Origin` against other pages.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { shown } from '../../core/text.ts';
import { type HttpRefusal, refuse } from './messages.ts';

export interface AccessRules {
  /** Required of every client; null: none. */
  readonly token: string | null;
  /** Origins of pages that may use the server, in addition to its own. */
  readonly origins: ReadonlySet<string>;
  /** Names of the server, in addition to localhost and any address. */
  readonly hosts: ReadonlySet<string>;
}

/** Prefix of the WebSocket subprotocol that carries a token: a page cannot set a header. */
const TOKEN_PROTOCOL = 'token.';

/** @returns why the request of a page or a rebound name is refused; null: it is not */
export function originRefusal({ host, origin }: IncomingHttpHeaders, rules: AccessRules): HttpRefusal | null {
  if (!isOwnHost(host ?? '', rules.hosts)) {
    return forbidden(`Host ${shown(host)}: expected an IP address, localhost, or a name from --allow-host`);
  }
  if (origin === undefined || rules.origins.has(origin) || hostOf(origin) === host?.toLowerCase()) return null;
  return forbidden(`Origin ${shown(origin)}: expected the server's own page, or an origin from --cors`);
}

function forbidden(error: string): HttpRefusal {
  return refuse(403, 'forbidden', error);
}

/** @returns why a request without the right token is refused; null: it is not */
export function tokenRefusal(headers: IncomingHttpHeaders, { token }: AccessRules): HttpRefusal | null {
  if (token === null) return null;
  const given = tokenOf(headers);
  if (given !== null && isSame(given, token)) return null;
  const error = `${given === null ? 'no token' : 'wrong token'}: expected the header Authorization: Bearer TOKEN`;
  return refuse(401, 'unauthorized', error, { 'WWW-Authenticate': 'Bearer' });
}

/** An address cannot be rebound, only a name can. */
function isOwnHost(host: string, names: ReadonlySet<string>): boolean {
  const [, bracketed, plain = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(host.toLowerCase()) ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6;
  return isIP(plain) === 4 || plain === 'localhost' || names.has(plain);
}

function hostOf(origin: string): string | null {
  return /^https?:\/\/([^/]+)$/.exec(origin.toLowerCase())?.[1] ?? null;
}

function tokenOf(headers: IncomingHttpHeaders): string | null {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  const protocols = (headers['sec-websocket-protocol'] ?? '').split(',').map((protocol) => protocol.trim());
  const protocol = protocols.find((one) => one.startsWith(TOKEN_PROTOCOL));
  return protocol === undefined ? null : protocol.slice(TOKEN_PROTOCOL.length);
}

/** Takes as long for a nearly right token as for a wrong one: equal digests have equal lengths. */
function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
