/** A connection to the Redis of a fleet, whose version and settings are checked first. */
import type * as BullModule from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import { REDIS_PASSWORD_VARIABLE } from '../../../core/environment.ts';
import { messageOf, UserError } from '../../../core/errors.ts';
import type { RedisAddress } from './url.ts';

export type RedisConnection = Awaited<ReturnType<typeof connect>>;

const MIN_VERSION = 6.2;
/** Longest wait between two attempts to reconnect, ms. */
const MAX_RETRY_MS = 2000;
/** Longest wait for each answer to the first commands: a server that accepts connections may never answer. */
const PROBE_TIMEOUT_MS = 10_000;
/** After this long without an answer a connection counts as lost; the longest blocking call takes 10 s. */
const SILENCE_MS = 30_000;

/**
 * Connects, and checks version and settings.
 * @param onNotice called when the connection is lost and when it is back
 * @returns the connection; `disconnect` ends it with the copies that BullMQ makes for blocking calls: an open one keeps
 * the process alive
 * @throws UserError if the packages are not installed, no server answers, or this Redis could lose tasks
 */
export async function connect(address: RedisAddress, onNotice: (line: string) => void) {
  const { bull, RedisClient } = await loadPackages();
  const { host, port, sentinel, db, username, password, tls, shown } = address;
  const optionsWith = (retryStrategy: (times: number) => number | null): RedisOptions => ({
    ...(sentinel ?? { host, port }),
    ...(sentinel === null || tls === null ? {} : { sentinelTLS: tls, enableTLSForSentinelMode: true }),
    db,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls === null ? {} : { tls }),
    lazyConnect: true,
    maxRetriesPerRequest: null, // commands wait until Redis is back
    socketTimeout: SILENCE_MS,
    retryStrategy,
    sentinelRetryStrategy: retryStrategy,
  });
  const probeOptions = { ...optionsWith(() => null), commandTimeout: PROBE_TIMEOUT_MS };
  await probeServer(new RedisClient(probeOptions), address);
  const redis = new RedisClient(optionsWith((times) => Math.min(times * 100, MAX_RETRY_MS)));
  let isLost = false;
  let isReported = false;
  let lastError = '';
  redis.on('error', (error) => {
    lastError = reasonOfServer(messageOf(error));
  });
  redis.on('close', () => {
    if (isLost || redis.status === 'end') return;
    isLost = true;
    // The reason of a failed attempt arrives after the loss itself.
    setTimeout(() => {
      if (!isLost || redis.status === 'end') return;
      isReported = true;
      onNotice(`${shown}: connection lost, reconnecting${lastError && ` (${lastError})`}`);
    }, 200).unref();
  });
  redis.on('ready', () => {
    if (isReported) onNotice(`${shown}: reconnected`);
    isLost = false;
    isReported = false;
    lastError = '';
  });
  await redis.connect();
  const all = [redis];
  const duplicate = redis.duplicate.bind(redis);
  redis.duplicate = (changes) => {
    const copy = duplicate(changes);
    all.push(copy);
    return copy;
  };
  return { bull, redis, disconnect: () => all.forEach((each) => void each.disconnect()) };
}

/** @returns a message of the server; one about the password says what to do instead of naming the command */
function reasonOfServer(message: string): string {
  if (/^NOAUTH/.test(message)) {
    return `NOAUTH, a password is required: set ${REDIS_PASSWORD_VARIABLE} or use ?password-file=FILE`;
  }
  return /^WRONGPASS/.test(message)
    ? `${message.replace(/\.$/, '')}: expected user and password of this Redis`
    : message;
}

async function loadPackages(): Promise<{ bull: typeof BullModule; RedisClient: new (options: RedisOptions) => Redis }> {
  try {
    const [bull, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bull, RedisClient: ioredis.default as unknown as new (options: RedisOptions) => Redis };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw new UserError(
      'a fleet needs two more packages: npm install bullmq ioredis (with -g if tengen is installed with -g)',
    );
  }
}

/** Connects once, without retrying, so that a wrong address is reported at once. */
async function probeServer(probe: Redis, { shown, prefix }: RedisAddress): Promise<void> {
  let reason = '';
  probe.on('error', (error) => {
    reason ||= messageOf(error);
  });
  try {
    await probe.connect();
    const info = await probe.info();
    const field = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
    if (Number.parseFloat(field('redis_version')) < MIN_VERSION) {
      throw new UserError(`${shown}: Redis ${field('redis_version')}: expected ${MIN_VERSION} or later`);
    }
    const policy = field('maxmemory_policy');
    if (policy !== '' && policy !== 'noeviction') {
      throw new UserError(
        `${shown}: maxmemory-policy ${policy} can lose tasks: expected noeviction (redis-cli config set maxmemory-policy noeviction)`,
      );
    }
    await probe.exists(`${prefix}:fleet:open`);
  } catch (error) {
    if (error instanceof UserError) throw error;
    if (/^NOPERM/.test(messageOf(error))) {
      throw new UserError(
        `${shown}: ${messageOf(error)}: expected a user with access to keys that begin with ${prefix}: (see docs/guide/fleet.md)`,
      );
    }
    const text = reason || messageOf(error);
    const words = reasonOfServer(text);
    throw new UserError(`${shown}: ${words}${words === text ? ': expected a running Redis server' : ''}`);
  } finally {
    probe.disconnect();
  }
}
