/**
 * Addresses of a fleet: `redis://user@host:port/db?prefix=name&password-file=file&ca=file&lock=15`, or `rediss://` for
 * TLS; `redis://host,host:port?sentinel=name` asks Redis Sentinel for the server. The password comes from that file or
 * from the environment: a command line is read by every user of a machine.
 */
import { readFileSync } from 'node:fs';
import { REDIS_PASSWORD_VARIABLE } from '../../../core/environment.ts';
import { named, UserError } from '../../../core/errors.ts';
import { parseDuration } from '../../match/engine-spec.ts';

export type RedisAddress = ReturnType<typeof parseRedisUrl>;

const DEFAULT_PORT = 6379;
const SENTINEL_PORT = 26379;
const DEFAULT_PREFIX = 'tengen';
const DEFAULT_LOCK_MS = 15_000;
const MIN_LOCK_MS = 1000;
const PARAMETERS = ['prefix', 'password-file', 'ca', 'lock', 'sentinel'];

/**
 * @param environment has the password if neither the address nor a file does
 * @throws UserError with one line that names the value and what was expected
 */
export function parseRedisUrl(text: string, environment: NodeJS.ProcessEnv = process.env) {
  const expected = 'expected redis://HOST[:PORT][/DB][?prefix=NAME], or rediss://... for TLS';
  // Only the first of several hosts is part of a valid address.
  const [, start, hosts, rest] = /^(rediss?:\/\/(?:[^/?#]*@)?)([^/?#@]+)(.*)$/i.exec(text) ?? ['', '', text, ''];
  const [first, ...others] = hosts.split(',');
  let url: URL;
  let more: URL[];
  try {
    url = new URL(`${start}${first}${rest}`);
    more = others.map((host) => new URL(`redis://${host}`));
  } catch {
    throw new UserError(`fleet "${withoutSecrets(text)}": ${expected}`);
  }
  const shown = `${url.protocol}//${[url, ...more].map(({ host }) => host).join(',')}${url.pathname.replace(/\/$/, '')}`;
  const bad = (what: string) => new UserError(`fleet "${shown}": ${what}`);
  if (!['redis:', 'rediss:'].includes(url.protocol) || [url, ...more].some(({ hostname }) => hostname === '')) {
    throw bad(expected);
  }
  const db = /^\/?(\d*)$/.exec(url.pathname)?.[1];
  if (db === undefined) throw bad(expected);
  const unknown = [...url.searchParams.keys()].find((key) => !PARAMETERS.includes(key));
  if (unknown !== undefined) throw bad(`${unknown}=: expected ${PARAMETERS.join('=, ')}=`);
  const prefix = url.searchParams.get('prefix') ?? DEFAULT_PREFIX;
  if (!/^[\w.-]+$/.test(prefix)) throw bad(`prefix=${prefix}: expected letters, digits, dots and dashes`);
  const lock = url.searchParams.get('lock');
  const lockMs = lock === null ? DEFAULT_LOCK_MS : parseDuration(lock, 's');
  if (lockMs === undefined || lockMs < MIN_LOCK_MS) throw bad(`lock=${lock}: expected seconds, at least 1`);
  const ca = url.searchParams.get('ca');
  if (ca !== null && url.protocol === 'redis:') throw bad('ca= expects rediss://');
  const name = url.searchParams.get('sentinel');
  if (name === '') throw bad('sentinel=: expected the name of the server');
  if (name === null && more.length > 0) throw bad('several hosts: expected one, or Sentinels with ?sentinel=NAME');
  const placeOf = ({ hostname, port }: URL, usual: number) => ({
    host: decodeURIComponent(hostname).replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? usual : Number(port),
  });
  return {
    ...placeOf(url, DEFAULT_PORT),
    /** Name of the server, for which these Sentinels are asked; null: host and port are the server's. */
    sentinel: name === null ? null : { name, sentinels: [url, ...more].map((each) => placeOf(each, SENTINEL_PORT)) },
    db: Number(db),
    username: url.username === '' ? undefined : decodeURIComponent(url.username),
    password: passwordOf(url, bad, environment),
    /** It was in the address itself. */
    isPasswordShown: url.password !== '',
    /** Certificates that are trusted in addition to the system's, PEM; null: no TLS. */
    tls: url.protocol === 'redis:' ? null : ca === null ? {} : { ca: readParameter('ca', ca) },
    /** A worker that is silent this long loses its tasks, ms. */
    lockMs,
    prefix,
    /** For people: without user and password. */
    shown,
  };
}

/** @returns the password of the address, its file or the environment, in this order; undefined: none */
function passwordOf(url: URL, bad: (what: string) => UserError, environment: NodeJS.ProcessEnv): string | undefined {
  const file = url.searchParams.get('password-file');
  if (url.password !== '') {
    if (file !== null) throw bad('a password and password-file=: expected one of them');
    return decodeURIComponent(url.password);
  }
  if (file === null) return environment[REDIS_PASSWORD_VARIABLE] || undefined;
  const [password] = readParameter('password-file', file).split(/\r?\n/);
  if (password === '') throw new UserError(`password-file=${file}: expected a password on its first line`);
  return password;
}

/** @returns the text of the file that a parameter of the address names @throws UserError */
function readParameter(name: string, file: string): string {
  return named(`${name}=${file}`, () => readFileSync(file, 'utf8'));
}

function withoutSecrets(text: string): string {
  return text.replace(/\/\/[^@/]*@/, '//');
}
