/** Addresses of a fleet: `redis://user:password@host:port/db?prefix=name&ca=file&lock=15`, or `rediss://` for TLS. */
import { readFileSync } from 'node:fs';
import { MatchError, messageOf } from '../../core/errors.ts';
import { parseDuration } from '../../match/engine-spec.ts';

export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly db: number;
  readonly username?: string;
  readonly password?: string;
  /** Certificates that are trusted besides the system's, PEM; null: no TLS. */
  readonly tls: { readonly ca?: string } | null;
  /** A worker that is not heard of for so long loses its pairs, ms. */
  readonly lockMs: number;
  /** What all keys begin with. */
  readonly prefix: string;
  /** For people: without user and password. */
  readonly shown: string;
}

const DEFAULT_PORT = 6379;
const DEFAULT_PREFIX = 'tengen';
const DEFAULT_LOCK_MS = 15_000;
const LEAST_LOCK_MS = 1000;
const PARAMETERS = ['prefix', 'ca', 'lock'];

/** @throws MatchError with one line that says what came and what was expected */
export function parseRedisUrl(text: string): RedisAddress {
  const expected = 'expected redis://HOST[:PORT][/DB][?prefix=NAME], or rediss://... for TLS';
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new MatchError(`fleet "${withoutSecrets(text)}": ${expected}`);
  }
  const shown = `${url.protocol}//${url.host}${url.pathname.replace(/\/$/, '')}`;
  if (!['redis:', 'rediss:'].includes(url.protocol) || url.hostname === '') {
    throw new MatchError(`fleet "${shown}": ${expected}`);
  }
  const db = /^\/?(\d*)$/.exec(url.pathname)?.[1];
  if (db === undefined) throw new MatchError(`fleet "${shown}": ${expected}`);
  const unknown = [...url.searchParams.keys()].find((key) => !PARAMETERS.includes(key));
  if (unknown !== undefined) throw new MatchError(`fleet "${shown}": ${unknown}=: expected ${PARAMETERS.join('=, ')}=`);
  const prefix = url.searchParams.get('prefix') ?? DEFAULT_PREFIX;
  if (!/^[\w.-]+$/.test(prefix)) {
    throw new MatchError(`fleet "${shown}": prefix=${prefix}: expected letters, digits, dots and dashes`);
  }
  const lock = url.searchParams.get('lock');
  const lockMs = lock === null ? DEFAULT_LOCK_MS : parseDuration(lock, 's');
  if (lockMs === undefined || lockMs < LEAST_LOCK_MS) {
    throw new MatchError(`fleet "${shown}": lock=${lock}: expected seconds, at least 1`);
  }
  const ca = url.searchParams.get('ca');
  if (ca !== null && url.protocol === 'redis:') throw new MatchError(`fleet "${shown}": ca= expects rediss://`);
  return {
    host: decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
    db: db === '' ? 0 : Number(db),
    ...(url.username === '' ? {} : { username: decodeURIComponent(url.username) }),
    ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
    tls: url.protocol === 'redis:' ? null : ca === null ? {} : { ca: readCertificate(ca) },
    lockMs,
    prefix,
    shown,
  };
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new MatchError(`ca=${file}: ${messageOf(error)}`);
  }
}

function withoutSecrets(text: string): string {
  return text.replace(/\/\/[^@/]*@/, '//');
}
