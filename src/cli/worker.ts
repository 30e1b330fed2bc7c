/** `tengen worker`: plays for a fleet until it is stopped. */
import { cpus, homedir, hostname, loadavg } from 'node:os';
import { join } from 'node:path';
import { REDIS_PASSWORD_VARIABLE } from '../core/environment.ts';
import { MatchError, messageOf } from '../core/errors.ts';
import { VERSION } from '../engine/version.ts';
import { parseAllowed, readAllowFile } from '../fleet/allow-list.ts';
import { prepareBook } from '../fleet/play-book.ts';
import { prepareMatch } from '../fleet/play-match.ts';
import { prepareSelfPlay } from '../fleet/play-selfplay.ts';
import { processPlayer } from '../fleet/range-player.ts';
import { openRedisTransport } from '../fleet/redis/transport.ts';
import { measureSpeed } from '../fleet/speed.ts';
import type { Transport } from '../fleet/transport.ts';
import type { WorkerCard } from '../fleet/wire.ts';
import { runWorker, type WorkerOptions } from '../fleet/worker.ts';
import { killAllEngines } from '../match/live-engines.ts';
import { parsedOptions } from './wrong-option.ts';

const HELP = `tengen worker - plays for a fleet, until it is stopped
Usage: tengen worker redis://HOST[:PORT] [options]
  --slots <n>               pairs of games, or ranges of self-play, at the same time (default: half of the processors)
  --allow <ENGINE=SHA256>   an engine it may run, as tengen match -fleet prints it; may be given several times
  --allow-file <file>       the same, one engine a line, read anew for each match
  --name <name>             in results and lists (default: the host; with a number behind it if that works already)
  --cache <folder>          where engines and networks are kept (default: .cache/tengen in the home folder)
  --no-speed                do not measure the speed first; matches with -scaleto are not taken then
  --json                    lines of JSON on stdout
  --check                   connect, say what is there, and leave
The first Ctrl-C finishes the pairs in progress, the second gives them back and leaves at once.
A worker runs no engine but those on its list, and its own for tengen selfplay --fleet and tengen book expand --fleet.
The password of Redis is read from the environment variable TENGEN_REDIS_PASSWORD, or from redis://HOST?password-file=FILE.
docs/fleet.md tells the rest.
Exit: 0 stopped, 1 failed, 2 wrong usage`;

const OPTIONS = {
  slots: { type: 'string' },
  allow: { type: 'string', multiple: true },
  'allow-file': { type: 'string' },
  name: { type: 'string' },
  cache: { type: 'string' },
  'no-speed': { type: 'boolean' },
  json: { type: 'boolean' },
  check: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const FAILED = 1;
const WRONG_USAGE = 2;
const STATUS_MS = 30_000;
const MOST_SLOTS = 1024;
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

/** Runs the subcommand. @returns exit code */
export async function workerCommand(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  let parsed: WorkerArguments;
  try {
    parsed = readArguments(args);
  } catch (error) {
    return complain(error, WRONG_USAGE);
  }
  try {
    return await work(parsed);
  } catch (error) {
    return complain(error, FAILED);
  }
}

function readArguments(args: readonly string[]): WorkerArguments {
  const { values, positionals } = parsedOptions(
    { args: [...args], options: OPTIONS, allowPositionals: true },
    'tengen worker',
  );
  if (positionals.length !== 1) {
    throw new MatchError(`${positionals.length} addresses: expected one, as in tengen worker redis://host`);
  }
  const slots = Number(values.slots ?? Math.max(1, cpus().length >> 1));
  if (!Number.isInteger(slots) || slots < 1 || slots > MOST_SLOTS) {
    throw new MatchError(`--slots "${values.slots}": expected a whole number from 1 to ${MOST_SLOTS}`);
  }
  const fixed = (values.allow ?? []).map(parseAllowed);
  const file = values['allow-file'];
  const allowed = () => new Set([...fixed, ...(file === undefined ? [] : readAllowFile(file))]);
  allowed(); // a file that cannot be read is told at once
  const { name = null, cache = join(homedir(), '.cache', 'tengen') } = values;
  if (name !== null && !/^[\w.-]{1,64}$/.test(name)) {
    throw new MatchError(`--name "${name}": expected up to 64 letters, digits, dots and dashes`);
  }
  const switches = { measure: !values['no-speed'], json: values.json ?? false, check: values.check ?? false };
  return { url: positionals[0], slots, allowed, name, cache, ...switches };
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
      prepare: async (announcement, file) => {
        const { kind } = announcement;
        if (kind === 'match') {
          return prepareMatch(announcement, file, { allowed: options.allowed, cache: options.cache, nps });
        }
        if (kind === 'selfplay') {
          return prepareSelfPlay(announcement, file, processPlayer(process.argv[1]), options.cache);
        }
        if (kind === 'book') return prepareBook(announcement, file, processPlayer(process.argv[1]));
        throw new MatchError(`work of the kind "${kind}" is not known here`);
      },
      load,
      onNotice: notice,
      onCard: (card) => {
        if (performance.now() - shownMs < STATUS_MS) return;
        shownMs = performance.now();
        show('status', statusLine(card), { card });
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

/** @throws MatchError if the wanted name belongs to a worker that lives */
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
  throw new MatchError(`--name ${wanted}: a worker of this name is at work: expected another name`);
}

/** The first signal finishes what is being played, a second one leaves. @returns function that takes the handlers off */
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
export function statusLine({ busy, slots, unitsDone, upMs }: WorkerCard): string {
  const perMinute = upMs > 0 ? (unitsDone * 60_000) / upMs : 0;
  return `${busy} of ${slots} slots busy, ${unitsDone} done, ${perMinute.toFixed(1)} a minute`;
}

function complain(error: unknown, code: number): number {
  const text =
    error instanceof MatchError ? error.message : error instanceof Error ? (error.stack ?? '') : messageOf(error);
  process.stderr.write(`tengen worker: ${text}\n`);
  return code;
}
