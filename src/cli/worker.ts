/** `tengen worker`: plays for a fleet until it is stopped. */
import { cpus, homedir, hostname, loadavg } from 'node:os';
import { join } from 'node:path';
import { REDIS_PASSWORD_VARIABLE } from '../core/environment.ts';
import { UserError } from '../core/errors.ts';
import { SWITCH, text, whole } from '../core/values.ts';
import { VERSION } from '../engine/version.ts';
import { ALLOWED, readAllowFile } from '../fleet/allow-list.ts';
import { prepareBook } from '../fleet/play-book.ts';
import { prepareMatch } from '../fleet/play-match.ts';
import { prepareSelfPlay } from '../fleet/play-selfplay.ts';
import { processPlayer } from '../fleet/range-player.ts';
import { openRedisTransport } from '../fleet/redis/transport.ts';
import { measureSpeed } from '../fleet/speed.ts';
import type { Transport } from '../fleet/transport.ts';
import type { WorkerStatus } from '../fleet/wire.ts';
import { runWorker, type WorkerOptions } from '../fleet/worker.ts';
import { killAllEngines } from '../match/live-engines.ts';
import { type Command, FAILED, readArguments, type Syntax } from './command.ts';

const SYNTAX = {
  options: {
    slots: {
      type: whole(1, 1024),
      help: 'pairs of games, or ranges of self-play, at the same time',
      usual: 'half of the processors',
    },
    allow: { type: ALLOWED, isMany: true, help: 'an engine it may run, as tengen match -fleet prints it' },
    'allow-file': { type: text('FILE'), help: 'the same, one engine a line, read anew for each match' },
    name: {
      type: {
        ...text('NAME'),
        expected: 'up to 64 letters, digits, dots and dashes',
        read: (name) => (/^[\w.-]{1,64}$/.test(name) ? name : undefined),
      },
      help: 'in results and lists',
      usual: 'the host; with a number behind it if that works already',
    },
    cache: {
      type: text('FOLDER'),
      help: 'where engines and networks are kept',
      usual: '.cache/tengen in the home folder',
    },
    'no-speed': {
      type: SWITCH,
      help: 'do not measure the speed first; matches with -scaleto are not taken then',
    },
    json: { type: SWITCH, help: 'lines of JSON on stdout' },
    check: { type: SWITCH, help: 'connect, say what is there, and leave' },
  },
  operands: { noun: 'Redis URL', least: 1, most: 1, expected: 'one, such as redis://host' },
} as const satisfies Syntax;

/** `tengen worker` */
export const COMMAND: Command = {
  name: 'worker',
  summary: 'joins a fleet as a worker: tengen match -fleet hands its games to any number of machines',
  usages: ['redis://HOST[:PORT] [options]'],
  about: ['Plays for a fleet, until it is stopped.'],
  ...SYNTAX,
  notes: [
    'The first Ctrl-C finishes the pairs in progress, the second gives them back and leaves at once.',
    'A worker runs no engine but those on its list, and its own for tengen selfplay --fleet and tengen book expand --fleet. docs/guide/fleet.md tells the rest.',
    `The password of Redis is read from the environment variable ${REDIS_PASSWORD_VARIABLE}, or from redis://HOST?password-file=FILE.`,
  ],
  exits: { 0: 'stopped', 1: 'failed' },
  prepare(args) {
    const options = readWorkerArguments(args);
    return () => work(options);
  },
};

const STATUS_MS = 30_000;
/** A name whose process died is free again after so many tries of a second. */
const NAME_TRIES = 20;

interface WorkerArguments {
  readonly url: string;
  readonly slots: number;
  readonly allowed: () => ReadonlySet<string>;
  readonly name: string | null;
  readonly cache: string;
  readonly measure: boolean;
  readonly json: boolean;
  readonly check: boolean;
}

function readWorkerArguments(args: readonly string[]): WorkerArguments {
  const { values, operands } = readArguments(SYNTAX, args, 'tengen worker');
  const { slots, allow, 'allow-file': file, 'no-speed': noSpeed, name, json, check } = values;
  const allowed = () => new Set([...allow, ...(file === null ? [] : readAllowFile(file))]);
  allowed(); // a file that cannot be read is told at once
  return {
    url: operands[0],
    slots: slots ?? Math.max(1, cpus().length >> 1),
    allowed,
    name,
    cache: values.cache ?? join(homedir(), '.cache', 'tengen'),
    measure: !noSpeed,
    json,
    check,
  };
}

async function work(options: WorkerArguments): Promise<number> {
  const { json, slots } = options;
  const show = (type: string, text: string, more: object = {}) =>
    process.stdout.write(json ? `${JSON.stringify({ type, text, ...more })}\n` : `${text}\n`);
  const notice = (text: string) => show('notice', text);
  const transport = await openRedisTransport(options.url, notice);
  // Engines are other people's programs, and get what stands in the environment.
  delete process.env[REDIS_PASSWORD_VARIABLE];
  const stop = { drain: new AbortController(), leave: new AbortController() };
  const release = stopOnSignals(stop, notice);
  process.stdout.on('error', () => stop.leave.abort());
  try {
    if (options.check) return await sayWhatIsThere(transport, show);
    const name = await takeName(transport, options.name, stop.drain.signal);
    if (options.measure) notice(`measuring the speed of ${slots} at a time`);
    const nps = options.measure ? await measureSpeed(process.argv[1], slots) : null;
    const facts = { name, host: hostname(), cpu: processors(), version: VERSION, nps, timeScale: 1, load: load() };
    show('ready', `worker ${name}: ${slots} at a time${nps === null ? '' : `, ${nps} nodes a second each`}`, {
      facts,
      slots,
    });
    let shownMs = performance.now();
    const running: WorkerOptions = {
      facts,
      slots,
      prepare: async (announcement, file, signal) => {
        const { kind } = announcement;
        if (kind === 'match') {
          const playing = { allowed: options.allowed, cache: options.cache, nps };
          return prepareMatch(announcement, file, playing, signal);
        }
        if (kind === 'selfplay') {
          return prepareSelfPlay(announcement, file, processPlayer(process.argv[1]), options.cache, signal);
        }
        if (kind === 'book') return prepareBook(announcement, file, processPlayer(process.argv[1]), signal);
        throw new UserError(`work of the kind "${kind}" is not known here`);
      },
      load,
      onNotice: notice,
      onCard: (card) => {
        if (performance.now() - shownMs < STATUS_MS) return;
        shownMs = performance.now();
        show('status', workerLine(card), { card });
      },
    };
    await runWorker(running, transport, stop.drain.signal, stop.leave.signal);
    show('left', `worker ${name} has left`);
    return 0;
  } finally {
    release();
    await transport.close();
  }
}

async function sayWhatIsThere(
  transport: Transport,
  show: (type: string, text: string, more: object) => void,
): Promise<number> {
  const view = await transport.view();
  const titles = view.works.map(({ announcement }) => announcement.title);
  show('check', `connected; ${view.workers.length} workers, open: ${titles.join(', ') || 'nothing'}`, { view });
  return 0;
}

/** @throws UserError if the wanted name belongs to a worker that lives */
async function takeName(transport: Transport, wanted: string | null, stop: AbortSignal): Promise<string> {
  if (wanted === null) {
    for (let number = 1; ; number++) {
      const name = `${hostname().replace(/[^\w.-]/g, '-')}${number === 1 ? '' : `-${number}`}`;
      if (await transport.claim(name)) return name;
    }
  }
  for (let tries = 0; tries < NAME_TRIES && !stop.aborted; tries++) {
    if (await transport.claim(wanted)) return wanted;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new UserError(`--name ${wanted}: a worker of this name is at work: expected another name`);
}

/**
 * The first signal finishes what is being played, a second one leaves. @returns function that takes the handlers off
 */
function stopOnSignals(
  stop: { readonly drain: AbortController; readonly leave: AbortController },
  notice: (line: string) => void,
): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const onSignal = () => {
    if (stop.leave.signal.aborted) {
      killAllEngines();
      process.exit(FAILED);
    }
    if (stop.drain.signal.aborted) stop.leave.abort();
    else {
      notice('finishing what is being played; once more to leave at once');
      stop.drain.abort();
    }
  };
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}

function processors(): string {
  const all = cpus();
  return `${all.length} x ${all[0]?.model.trim() || 'unknown'}`;
}

function load(): number {
  return Math.round(loadavg()[0] * 100) / 100;
}

/** @returns for instance `3 of 4 slots busy, 117 done, 2.1 a minute` */
export function workerLine({ busy, slots, unitsDone, upMs }: WorkerStatus): string {
  const perMinute = upMs > 0 ? (unitsDone * 60_000) / upMs : 0;
  return `${busy} of ${slots} slots busy, ${unitsDone} done, ${perMinute.toFixed(1)} a minute`;
}
