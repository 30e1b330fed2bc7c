/**
 * A fleet over Redis: BullMQ carries tasks and results, plain keys carry the rest. A task that is not done when its
 * lock expires goes to another worker; a result is a BullMQ job too, kept until the coordinator has it on its disk.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Job, Queue, Worker } from 'bullmq';
import { REDIS_PASSWORD_VARIABLE } from '../../../core/environment.ts';
import { messageOf, UserError } from '../../../core/errors.ts';
import { asPlain, line, object, orNull, parseAs, type Read, readAs, wholeNumber } from '../../../core/schema.ts';
import { shown } from '../../../core/text.ts';
import { isAlive } from '../../../platform/node/lock.ts';
import type { FleetState, Lead, PlayTask, Taking, Transport } from '../transport.ts';
import {
  type Announcement,
  type FleetView,
  JOB_STATUS,
  type OpenJob,
  readAnnouncement,
  WORKER_CARD,
  type WorkerStatus,
} from '../wire.ts';
import { connect, type RedisConnection } from './connect.ts';
import { parseRedisUrl, type RedisAddress } from './url.ts';

/** @returns times that fit together, ms */
function timesOf({ lockMs }: RedisAddress) {
  return {
    /** Tasks of a worker that is silent this long go to another one. */
    lockMs,
    /** How often such tasks are searched for. */
    stalledMs: Math.round(lockMs / 3),
    /** A coordinator that is silent this long loses its lease. */
    leaseMs: Math.round(lockMs / 1.5),
    /** A worker that is silent this long counts as absent. */
    cardMs: Math.max(lockMs, 6000),
  };
}

/** How long the files of a job outlive its coordinator, ms. */
const FILE_MS = 3_600_000;
const MAX_FILE_BYTES = 256 << 20;
/** Results that are written together. */
const RESULTS_AT_ONCE = 500;
/** Hosts disappear; that is no fault of the task. */
const OFTEN = 1_000_000;
const RETRY_MS = 1000;
/** How long a process waits for Redis when it leaves, ms. */
const LEAVE_MS = 3000;

/** Characters of a line about unreadable data, and number of such lines. */
const MAX_NOTICE = 300;
const MAX_REPORTED = 100;

/** Takes or renews a lease. @returns its holder */
const HOLD_LEASE = `
local holder = redis.call('GET', KEYS[1])
if holder == false or holder == ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return ARGV[1]
end
return holder`;
/** Removes what BullMQ recreates when a worker learns late that a job is over. */
const SWEEP = `if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then return redis.call('DEL', KEYS[2], KEYS[3]) end return 0`;
const DROP_LEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`;

/** Characters of a book position. */
const MAX_POSITION = 10_000;
const TASK_DATA = object({ task: wholeNumber(0, Number.MAX_SAFE_INTEGER) }, { position: line(MAX_POSITION) });
const MAX_MACHINE = 100;
/** The holder of a lease: its token is unique to the process, its machine as in {@link machineHere}. */
const HOLDER = object(
  { host: line(255), pid: wholeNumber(0, 2 ** 32), token: line(64) },
  { machine: orNull(line(MAX_MACHINE)) },
);

/** @throws UserError if there is no such Redis, or it could lose tasks */
export async function openRedisTransport(url: string, onNotice: (line: string) => void): Promise<Transport> {
  const address = parseRedisUrl(url);
  if (address.isPasswordShown) {
    onNotice(
      `the password is on the command line, where every user of this machine can read it: set ${REDIS_PASSWORD_VARIABLE} or use ?password-file=FILE`,
    );
  }
  return new RedisTransport(address, await connect(address, onNotice), onNotice);
}

class RedisTransport implements Transport {
  private readonly times: ReturnType<typeof timesOf>;
  /** Distinguishes this process from an earlier one of the same name. */
  private readonly token = randomBytes(8).toString('hex');
  private readonly queues = new Map<string, Queue>();
  /** Lines about unreadable data that have been reported. */
  private readonly reported = new Set<string>();

  constructor(
    private readonly address: RedisAddress,
    private readonly connection: RedisConnection,
    private readonly onNotice: (line: string) => void,
  ) {
    this.times = timesOf(address);
  }

  private key(...parts: readonly string[]): string {
    return [this.address.prefix, 'fleet', ...parts].join(':');
  }

  private queue(name: string): Queue {
    const known = this.queues.get(name);
    if (known !== undefined) return known;
    const { bull, redis } = this.connection;
    const queue = new bull.Queue(name, {
      connection: redis,
      prefix: this.address.prefix,
      // BullMQ would describe the queue in Redis in the background, and leave the key there if the job has just ended.
      skipMetasUpdate: true,
      defaultJobOptions: {
        attempts: OFTEN,
        backoff: { type: 'fixed', delay: RETRY_MS },
        removeOnComplete: true,
        removeOnFail: true,
      },
    });
    queue.on('error', () => {}); // reported once, by the connection
    this.queues.set(name, queue);
    return queue;
  }

  private consume<T>(name: string, concurrency: number, process: (job: Job<T>, token?: string) => Promise<void>) {
    const { bull, redis } = this.connection;
    const worker: Worker<T> = new bull.Worker(name, process, {
      connection: redis,
      prefix: this.address.prefix,
      concurrency,
      lockDuration: this.times.lockMs,
      stalledInterval: this.times.stalledMs,
      runRetryDelay: RETRY_MS, // by default it waits 15 s after an error, also before it closes
      maxStalledCount: OFTEN,
      removeOnComplete: { count: 0 },
      removeOnFail: { count: 0 },
    });
    return worker;
  }

  async lead(
    work: Announcement,
    files: ReadonlyMap<string, Uint8Array>,
    onResult: (result: unknown) => Promise<void>,
    onLost: (reason: string) => void,
    onError: (error: unknown) => void,
  ): Promise<Lead> {
    const { redis } = this.connection;
    const { id } = work;
    const holder: Read<typeof HOLDER> = {
      host: hostname(),
      pid: process.pid,
      token: this.token,
      machine: machineHere(),
    };
    const lease = JSON.stringify(holder);
    const hold = () => redis.eval(HOLD_LEASE, 1, this.key('lead', id), lease, this.times.leaseMs) as Promise<string>;
    await this.takeLease(work, lease, hold);
    let isLost = false;
    const renew = async () => {
      if ((await hold()) !== lease) {
        isLost = true;
        onLost(`${work.title}: another coordinator took over while this one was unreachable`);
        return;
      }
      await this.publish(work, files);
    };
    await renew();
    const tasks = this.queue(`tasks-${id}`);
    await tasks.resume();
    let renewing = Promise.resolve();
    const timer = setInterval(() => {
      if (isLost) return;
      renewing = renew().catch(onError);
    }, this.times.leaseMs / 3);
    const results = this.consume<unknown>(`results-${id}`, RESULTS_AT_ONCE, (job) => onResult(job.data));
    results.on('error', () => {});
    results.on('failed', () => {}); // delivered again
    const rounds = new Map<number, number>();
    let offering: Promise<unknown> = Promise.resolve();
    const jobId = (task: number) => `u${task}-${rounds.get(task) ?? 0}`;
    return {
      offer: async (numbers, positions) => {
        // A new name each time: the previous job may be about to end.
        for (const task of numbers) rounds.set(task, (rounds.get(task) ?? -1) + 1);
        const adding = tasks.addBulk(
          numbers.map((task) => {
            const position = positions?.get(task);
            const data: Read<typeof TASK_DATA> = { task, ...(position === undefined ? {} : { position }) };
            return { name: 'task', data, opts: { jobId: jobId(task) } };
          }),
        );
        offering = Promise.allSettled([offering, adding]);
        await adding;
      },
      missing: async (numbers) => {
        const pipeline = redis.pipeline();
        for (const task of numbers) pipeline.exists(tasks.toKey(jobId(task)));
        const found = (await pipeline.exec()) ?? [];
        return numbers.filter((_, i) => found[i]?.[1] === 0);
      },
      board: async () => ({ workers: await this.cards(), excluded: await this.excluded() }),
      report: async (status) => {
        await redis.set(this.key('status', id), JSON.stringify(status), 'PX', FILE_MS);
      },
      leave: async (isOver) => {
        clearInterval(timer);
        const leaving = async () => {
          try {
            // Otherwise tasks, and the job itself, would reappear after the cleanup.
            await Promise.all([offering, renewing]);
            if (!isLost) await redis.hdel(this.key('open'), id);
          } finally {
            // Before the cleanup: while it searches for lost results, it describes its queue in Redis again.
            await results.close();
          }
          if (isLost) return;
          if (isOver) await this.forget(id);
          else await tasks.drain(true);
          await redis.eval(DROP_LEASE, 1, this.key('lead', id), lease);
        };
        await Promise.race([leaving().catch(() => {}), sleep(LEAVE_MS)]);
      },
    };
  }

  /**
   * Waits for the lease of a dead coordinator to expire; a live one renews it. Only on the same machine is it certain
   * at once that a coordinator is dead.
   * @throws UserError if it is alive
   */
  private async takeLease({ id, title }: Announcement, lease: string, hold: () => Promise<string>): Promise<void> {
    const { redis } = this.connection;
    const untilMs = performance.now() + this.times.leaseMs * 1.5;
    for (;;) {
      const holder = await hold();
      if (holder === lease) return;
      const { host, pid, machine } = parseAs(HOLDER, holder, 'the lease of the coordinator');
      if (typeof machine === 'string' && machine === machineHere() && !isAlive(pid)) {
        await redis.eval(DROP_LEASE, 1, this.key('lead', id), holder);
      } else if (performance.now() > untilMs) {
        throw new UserError(`${title}: already coordinated by process ${pid} on ${host}: stop it first`);
      } else {
        await sleep(Math.min(500, this.times.leaseMs / 10));
      }
    }
  }

  /** Announces the job again, and restores files that have disappeared. */
  private async publish(work: Announcement, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
    const { redis } = this.connection;
    for (const [sha256, bytes] of files) {
      const key = this.key('file', sha256);
      if ((await redis.pexpire(key, FILE_MS)) === 1) continue;
      if (bytes.length > MAX_FILE_BYTES) {
        throw new UserError(`a file of an engine has ${bytes.length} bytes: expected at most ${MAX_FILE_BYTES}`);
      }
      await redis.set(key, Buffer.from(bytes), 'PX', FILE_MS);
    }
    await redis.hset(this.key('open'), work.id, JSON.stringify(work));
  }

  async claim(name: string): Promise<boolean> {
    const { redis } = this.connection;
    const key = this.key('name', name);
    return (await redis.eval(HOLD_LEASE, 1, key, this.token, this.times.cardMs)) === this.token;
  }

  async heartbeat(card: WorkerStatus): Promise<FleetState> {
    const { redis } = this.connection;
    const { name } = card.facts;
    const pipeline = redis.pipeline();
    pipeline.hgetall(this.key('open'));
    pipeline.smembers(this.key('excluded'));
    pipeline.set(this.key('worker', name), JSON.stringify(card), 'PX', this.times.cardMs);
    pipeline.set(this.key('name', name), this.token, 'PX', this.times.cardMs);
    pipeline.sadd(this.key('workers'), name);
    const answers = (await pipeline.exec()) ?? [];
    for (const [error] of answers) if (error !== null) throw error;
    const [open, excluded] = answers.map(([, value]) => value);
    return { jobs: await this.jobs(open as Record<string, string>), excluded: excluded as string[] };
  }

  private async jobs(open: Readonly<Record<string, string>>): Promise<OpenJob[]> {
    const ids = Object.keys(open ?? {});
    if (ids.length === 0) return [];
    const leases = await this.connection.redis.mget(ids.map((id) => this.key('lead', id)));
    return ids.flatMap((id, i) => {
      const announcement = this.read(`job ${shown(id)}`, () => readAnnouncement(JSON.parse(open[id])));
      return announcement?.id === id ? [{ announcement, hasCoordinator: leases[i] !== null }] : [];
    });
  }

  /** Reads what another process has written. @returns null if it is invalid, which is reported once */
  private read<T>(what: string, read: () => T): T | null {
    try {
      return read();
    } catch (error) {
      const notice = `${what}: ${asPlain(messageOf(error), MAX_NOTICE)}: ignored`;
      if (!this.reported.has(notice) && this.reported.size < MAX_REPORTED) this.onNotice(notice);
      this.reported.add(notice);
      return null;
    }
  }

  async bye(name: string): Promise<void> {
    const { redis } = this.connection;
    await redis.del(this.key('worker', name), this.key('name', name));
    await redis.srem(this.key('workers'), name);
  }

  async file(sha256: string): Promise<Uint8Array | null> {
    return this.connection.redis.getBuffer(this.key('file', sha256));
  }

  async take(id: string, slots: number, play: PlayTask): Promise<Taking> {
    const { WaitingError } = this.connection.bull;
    const results = this.queue(`results-${id}`);
    const running = new Set<AbortController>();
    let isAborted = false;
    let isLate = false;
    const worker = this.consume<unknown>(`tasks-${id}`, slots, async (job, token) => {
      const data = this.read('a task', () => TASK_DATA(job.data, ''));
      if (data === null) return;
      const controller = new AbortController();
      running.add(controller);
      if (isAborted) controller.abort();
      try {
        const result = await play(data.task, controller.signal, data.position);
        if (result !== null) {
          await results.add('result', result);
          return;
        }
      } finally {
        running.delete(controller);
      }
      // Fails if the job is over and its queue deleted, or if another worker has the task: then it need not go back.
      const isBack = await job.moveToWait(token).then(
        () => true,
        () => false,
      );
      if (isBack) throw new WaitingError();
    });
    worker.on('failed', () => {});
    worker.on('error', (error) => {
      if (!isAborted && !isLate && /missing lock|missing key|not in the active state/i.test(messageOf(error))) {
        isLate = true;
        this.onNotice('a task took so long that another worker received it; the first result counts');
      }
    });
    const sweep = async () => {
      await worker.close();
      const [meta, check] = ['meta', 'stalled-check'].map((part) => `${this.address.prefix}:tasks-${id}:${part}`);
      await this.connection.redis.eval(SWEEP, 3, this.key('open'), meta, check, id).catch(() => {});
    };
    const close = () => Promise.race([sweep(), isAborted ? sleep(LEAVE_MS) : new Promise<void>(() => {})]);
    return {
      drain: () => close(),
      abort: () => {
        isAborted = true;
        for (const controller of running) controller.abort();
        return close();
      },
    };
  }

  async view(): Promise<FleetView> {
    const { redis } = this.connection;
    const open = await this.jobs(await redis.hgetall(this.key('open')));
    const jobs = await Promise.all(
      open.map(async (work) => {
        const { id } = work.announcement;
        const status = await redis.get(this.key('status', id));
        const isPaused = await this.queue(`tasks-${id}`).isPaused();
        return {
          ...work,
          status:
            status === null
              ? null
              : this.read(`status of job ${id}`, () => readAs(JOB_STATUS, JSON.parse(status), 'the status of the job')),
          isPaused,
        };
      }),
    );
    return { workers: await this.cards(), jobs, excluded: await this.excluded() };
  }

  private async cards(): Promise<WorkerStatus[]> {
    const { redis } = this.connection;
    const names = (await redis.smembers(this.key('workers'))).sort();
    if (names.length === 0) return [];
    const cards = await redis.mget(names.map((name) => this.key('worker', name)));
    const gone = names.filter((_, i) => cards[i] === null);
    if (gone.length > 0) await redis.srem(this.key('workers'), ...gone);
    return names.flatMap((name, i) => {
      const text = cards[i];
      const card =
        text === null
          ? null
          : this.read(`worker ${shown(name)}`, () => readAs(WORKER_CARD, JSON.parse(text), 'its status'));
      return card?.facts.name === name ? [card] : [];
    });
  }

  private async excluded(): Promise<string[]> {
    return (await this.connection.redis.smembers(this.key('excluded'))).sort();
  }

  async setPaused(id: string, isPaused: boolean): Promise<void> {
    const queue = this.queue(`tasks-${id}`);
    await (isPaused ? queue.pause() : queue.resume());
  }

  async setExcluded(name: string, isExcluded: boolean): Promise<void> {
    const { redis } = this.connection;
    if (isExcluded) await redis.sadd(this.key('excluded'), name);
    else await redis.srem(this.key('excluded'), name);
  }

  async forget(id: string): Promise<void> {
    const { redis } = this.connection;
    await redis.hdel(this.key('open'), id);
    for (const name of [`tasks-${id}`, `results-${id}`]) await obliterate(this.queue(name));
    await redis.del(this.key('status', id));
  }

  async close(): Promise<void> {
    const closing = Promise.all([...this.queues.values()].map((queue) => queue.close()));
    await Promise.race([closing.catch(() => {}), sleep(LEAVE_MS)]);
    this.connection.disconnect();
  }
}

/**
 * Deletes a queue. BullMQ first marks it as paused, and refuses without that mark, which a worker that leaves at that
 * moment removes: then it is tried again.
 */
async function obliterate(queue: Queue): Promise<void> {
  for (;;) {
    try {
      return await queue.obliterate({ force: true });
    } catch (error) {
      if (!/non-paused/.test(messageOf(error))) throw error;
    }
  }
}

/**
 * @returns what distinguishes the process numbers of this machine from those of others, as its name does not; null:
 * unknown
 */
function machineHere(): string | null {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return null; // no Linux
  }
}
