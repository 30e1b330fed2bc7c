/** `tengen worker`: plays for a fleet until it is stopped. */
import type { KeyObject } from 'node:crypto';
import { cpus, homedir, hostname, loadavg } from 'node:os';
import { join } from 'node:path';
import { type Command, FAILED, type Given, readArguments, type Syntax } from '../core/command.ts';
import { REDIS_PASSWORD_VARIABLE } from '../core/environment.ts';
import { UserError } from '../core/errors.ts';
import { counted } from '../core/text.ts';
import { SWITCH, text, whole } from '../core/values.ts';
import { VERSION } from '../engine/version.ts';
import { ALLOWED, readAllowFile } from '../measure/fleet/allow-list.ts';
import { prepareMatch } from '../measure/fleet/play-match.ts';
import { prepareBook, prepareSelfPlay } from '../measure/fleet/play-own.ts';
import { keptSpeed, processPlayer } from '../measure/fleet/range-player.ts';
import { openRedisTransport } from '../measure/fleet/redis/transport.ts';
import { readTrustedKey } from '../measure/fleet/signing.ts';
import type { Transport } from '../measure/fleet/transport.ts';
import { runWorker, type WorkerOptions } from '../measure/fleet/worker.ts';
import { killAllEngines } from '../measure/match/live-engines.ts';
import { onStopSignal } from '../platform/node/streams.ts';

const SYNTAX = {
  options: {
    slots: {
      type: whole(1, 1024),
      help: 'how many pairs of games, or ranges of self-play, to play at the same time',
      usual: 'half of the processors',
    },
    allow: { type: ALLOWED, isMany: true, help: 'an engine it may run, as printed by tengen match -fleet' },
    'allow-file': { type: text('FILE'), help: 'a file of such engines, one per line, read again for each match' },
    trust: {
      type: text('KEY'),
      isMany: true,
      help: 'run the engines that this key has signed: as printed by tengen match -fleet -sign, or its file',
    },
    name: {
      type: {
        ...text('NAME'),
        expected: 'up to 64 letters, digits, dots and dashes',
        read: (name) => (/^[\w.-]{1,64}$/.test(name) ? name : undefined),
      },
      help: 'its name in results and lists',
      usual: 'the host name, with a number appended if it is taken',
    },
    cache: {
      type: text('FOLDER'),
      help: 'folder for engines and networks',
      usual: '.cache/tengen in the home folder',
    },
    'no-speed': {
      type: SWITCH,
      help: 'do not measure the speed at the first start; the worker then refuses matches with -scaleto',
    },
    json: { type: SWITCH, help: 'print JSON lines' },
    check: { type: SWITCH, help: 'connect, print the state of the fleet, and exit' },
  },
  operands: { noun: 'Redis URL', min: 1, max: 1, expected: 'one, such as redis://host' },
} as const satisfies Syntax;

export const COMMAND: Command = {
  name: 'worker',
  summary: 'joins a fleet as a worker: tengen match -fleet distributes its games to any number of machines',
  usages: ['redis://HOST[:PORT] [options]'],
  about: ['Plays and searches for a fleet until it is stopped.'],
  ...SYNTAX,
  notes: [
    'The first Ctrl-C finishes the pairs in progress; the second one returns them to the fleet and exits at once.',
    'A worker only runs engines on its allow list, and itself for tengen selfplay --fleet and tengen book expand --fleet. See docs/guide/fleet.md.',
    `The Redis password is read from the environment variable ${REDIS_PASSWORD_VARIABLE}, or from FILE in redis://HOST?password-file=FILE.`,
  ],
  exits: { 0: 'stopped', 1: 'failed' },
  prepare(args) {
    const { values, operands } = readArguments(SYNTAX, args, 'tengen worker');
    // Reports an unreadable file at once.
    allowedBy(values);
    trustedBy(values);
    return () => work(operands[0], values);
  },
};

const STATUS_MS = 30_000;
/** Seconds to wait for a name: that of a process that died is free again by then. */
const NAME_TRIES = 20;

type Values = Given<(typeof SYNTAX)['options']>['values'];

function allowedBy({ allow, 'allow-file': file }: Values): ReadonlySet<string> {
  return new Set([...allow, ...(file === null ? [] : readAllowFile(file))]);
}

function trustedBy({ trust }: Values): KeyObject[] {
  return trust.map(readTrustedKey);
}

async function work(url: string, values: Values): Promise<number> {
  const { json } = values;
  const slots = values.slots ?? Math.max(1, cpus().length >> 1);
  const cache = values.cache ?? join(homedir(), '.cache', 'tengen');
  const show = (type: string, text: string, more: object = {}) =>
    process.stdout.write(json ? `${JSON.stringify({ type, text, ...more })}\n` : `${text}\n`);
  const notice = (text: string) => show('notice', text);
  const transport = await openRedisTransport(url, notice);
  // Engines are other people's programs, and inherit the environment.
  delete process.env[REDIS_PASSWORD_VARIABLE];
  const stop = { drain: new AbortController(), leave: new AbortController() };
  const release = stopOnSignals(stop, notice);
  process.stdout.on('error', () => stop.leave.abort());
  try {
    if (values.check) {
      const view = await transport.view();
      const jobs = view.jobs.map(({ announcement }) => announcement.title).join(', ') || 'none';
      show('check', `connected; ${counted(view.workers.length, 'worker')}, open jobs: ${jobs}`, { view });
      return 0;
    }
    const name = await takeName(transport, values.name, stop.drain.signal);
    const nps = values['no-speed'] ? null : await keptSpeed(cache, processors(), slots, notice);
    const facts = { name, host: hostname(), cpu: processors(), version: VERSION, nps, timeScale: 1, load: load() };
    show('ready', `worker ${name}: ${counted(slots, 'slot')}${nps === null ? '' : `, ${nps} nodes/s each`}`, {
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
          const playing = { allowed: () => allowedBy(values), trusted: () => trustedBy(values), cache, nps };
          return prepareMatch(announcement, file, playing, signal);
        }
        if (kind === 'selfplay') {
          return prepareSelfPlay(announcement, file, processPlayer(process.argv[1]), cache, signal);
        }
        if (kind === 'book') return prepareBook(announcement, file, processPlayer(process.argv[1]), signal);
        throw new UserError(`unknown kind of job "${kind}": expected match, selfplay or book`);
      },
      load,
      onNotice: notice,
      onCard: (card) => {
        if (performance.now() - shownMs < STATUS_MS) return;
        shownMs = performance.now();
        const { busy, slots: all, tasksDone, upMs } = card;
        const perMinute = upMs > 0 ? (tasksDone * 60_000) / upMs : 0;
        show('status', `${busy} of ${all} slots busy, ${tasksDone} done, ${perMinute.toFixed(1)}/min`, { card });
      },
    };
    await runWorker(running, transport, stop.drain.signal, stop.leave.signal);
    show('left', `worker ${name} has left the fleet`);
    return 0;
  } finally {
    release();
    await transport.close();
  }
}

/** @throws UserError if the wanted name belongs to a running worker */
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
  throw new UserError(`--name ${wanted}: another running worker has this name; choose a different one`);
}

/**
 * The first signal finishes the games in progress, the second one leaves at once.
 * @returns a function that removes the handlers
 */
function stopOnSignals(
  stop: { readonly drain: AbortController; readonly leave: AbortController },
  notice: (line: string) => void,
): () => void {
  return onStopSignal(() => {
    if (stop.leave.signal.aborted) {
      killAllEngines();
      process.exit(FAILED);
    }
    if (stop.drain.signal.aborted) stop.leave.abort();
    else {
      notice('finishing the games in progress; press Ctrl-C again to leave at once');
      stop.drain.abort();
    }
  });
}

function processors(): string {
  const all = cpus();
  return `${all.length} x ${all[0]?.model.trim() || 'unknown'}`;
}

function load(): number {
  return Math.round(loadavg()[0] * 100) / 100;
}
