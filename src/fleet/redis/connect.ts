/** A connection to the Redis of a fleet, looked over before anything is trusted to it. */
import type * as BullModule from 'bullmq';
import type { Redis, RedisOptions } from 'ioredis';
import { messageOf, UserError } from '../../core/errors.ts';
import type { RedisAddress } from './url.ts';

export type Bull = typeof BullModule;

export interface RedisConnection {
  readonly bull: Bull;
  readonly redis: Redis;
  /** Ends it, with the copies that BullMQ has made to wait at: one that is left open keeps the process alive. */
  disconnect(): void;
}

const MIN_VERSION = 6.2;
/** Between two tries to find Redis again, ms. */
const MAX_RETRY_MS = 2000;

/**
 * Connects and looks at version and settings.
 * @param onNotice told when the connection is lost and when it is there again
 * @throws UserError if the packages are not installed, nobody answers, or this Redis would lose work
 */
export async function connect(address: RedisAddress, onNotice: (line: string) => void): Promise<RedisConnection> {
  const { bull, RedisClient } = await loadPackages();
  const { host, port, db, username, password, tls, shown } = address;
  const optionsWith = (retryStrategy: (times: number) => number | null): RedisOptions => ({
    host,
    port,
    db,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls === null ? {} : { tls }),
    lazyConnect: true,
    maxRetriesPerRequest: null, // commands wait until Redis is there again
    retryStrategy,
  });
  await lookAt(new RedisClient(optionsWith(() => null)), address);
  const redis = new RedisClient(optionsWith((times) => Math.min(times * 100, MAX_RETRY_MS)));
  let isLost = false;
  let lastError = '';
  redis.on('error', (error) => {
    lastError = messageOf(error);
  });
  redis.on('close', () => {
    if (isLost || redis.status === 'end') return;
    isLost = true;
    // The reason of a refused try comes after the loss itself.
    setTimeout(() => {
      if (isLost && redis.status !== 'end')
        onNotice(`${shown}: connection lost, trying again${lastError && ` (${lastError})`}`);
    }, 200).unref();
  });
  redis.on('ready', () => {
    if (isLost) onNotice(`${shown}: connected again`);
    isLost = false;
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

async function loadPackages(): Promise<{ bull: Bull; RedisClient: new (options: RedisOptions) => Redis }> {
  try {
    const [bull, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bull, RedisClient: ioredis.default as unknown as new (options: RedisOptions) => Redis };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw new UserError('a fleet needs two packages beside tengen: npm install bullmq ioredis (with -g if tengen is)');
  }
}

/** One connection without a second try, so that a wrong address is told at once. */
async function lookAt(probe: Redis, { shown, prefix }: RedisAddress): Promise<void> {
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
        `${shown}: maxmemory-policy ${policy} throws work away: expected noeviction (redis-cli config set maxmemory-policy noeviction)`,
      );
    }
    await probe.exists(`${prefix}:fleet:open`);
  } catch (error) {
    if (error instanceof UserError) throw error;
    if (/^NOPERM/.test(messageOf(error))) {
      throw new UserError(
        `${shown}: ${messageOf(error)}: expected a user who may use keys that begin with ${prefix}: (docs/guide/fleet.md has a line for one)`,
      );
    }
    throw new UserError(`${shown}: ${reason || messageOf(error)}: expected a Redis that answers`);
  } finally {
    probe.disconnect();
  }
}
