/** `tengen fleet`: who works on what and how fast; pauses works and takes workers out. */
import { parseArgs } from 'node:util';
import { MatchError, messageOf } from '../core/errors.ts';
import { openRedisTransport } from '../fleet/redis/transport.ts';
import type { Transport } from '../fleet/transport.ts';
import { type FleetView, isExcluded, type WorkerCard } from '../fleet/wire.ts';
import { wrongOption } from './wrong-option.ts';

const HELP = `tengen fleet - who works on what, how fast, and what is left
Usage: tengen fleet redis://HOST[:PORT] [options]
  --watch             again every two seconds, until it is stopped
  --json              as JSON
  --pause <work>      nothing of this work is handed out any more; its name or the first letters of its id, or all
  --resume <work>     it goes on
  --exclude <name>    takes a worker, or a host with all its workers, out: its games are counted no more and played again
  --include <name>    takes it in again; what was taken out stays out
  --forget <work>     removes what Redis keeps of a work whose coordinator is gone
A match whose coordinator has ended recounts when its command is given again.
The password of Redis is read from the environment variable TENGEN_REDIS_PASSWORD, or from redis://HOST?password-file=FILE.
Exit: 0 done, 1 failed, 2 wrong usage`;

const OPTIONS = {
  watch: { type: 'boolean' },
  json: { type: 'boolean' },
  pause: { type: 'string' },
  resume: { type: 'string' },
  exclude: { type: 'string', multiple: true },
  include: { type: 'string', multiple: true },
  forget: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const FAILED = 1;
const WRONG_USAGE = 2;
const WATCH_MS = 2000;

/** Runs the subcommand. @returns exit code */
export async function fleetCommand(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${HELP}\n`);
    return 0;
  }
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    if (positionals.length !== 1) {
      throw new MatchError(`${positionals.length} addresses: expected one, as in tengen fleet redis://host`);
    }
    const transport = await openRedisTransport(positionals[0], (line) =>
      process.stderr.write(`tengen fleet: ${line}\n`),
    );
    try {
      await order(transport, values);
      await look(transport, values.json === true, values.watch === true);
    } finally {
      await transport.close();
    }
    return 0;
  } catch (error) {
    const isUsage = error instanceof TypeError && 'code' in error;
    const text = isUsage
      ? wrongOption(error, Object.keys(OPTIONS), 'tengen fleet')
      : error instanceof MatchError
        ? error.message
        : ((error as Error).stack ?? messageOf(error));
    process.stderr.write(`tengen fleet: ${text}\n`);
    return isUsage ? WRONG_USAGE : FAILED;
  }
}

interface Orders {
  readonly pause?: string | undefined;
  readonly resume?: string | undefined;
  readonly exclude?: string[] | undefined;
  readonly include?: string[] | undefined;
  readonly forget?: string | undefined;
}

async function order(transport: Transport, { pause, resume, exclude, include, forget }: Orders): Promise<void> {
  const view = await transport.view();
  if (pause !== undefined) for (const id of worksNamed(view, pause, '--pause')) await transport.setPaused(id, true);
  if (resume !== undefined) for (const id of worksNamed(view, resume, '--resume')) await transport.setPaused(id, false);
  for (const name of exclude ?? []) await transport.setExcluded(name, true);
  for (const name of include ?? []) {
    if (!view.excluded.includes(name)) {
      throw new MatchError(
        `--include ${name}: expected one that is excluded: ${view.excluded.join(', ') || 'nobody is'}`,
      );
    }
    await transport.setExcluded(name, false);
  }
  if (forget === undefined) return;
  for (const id of worksNamed(view, forget, '--forget')) {
    const work = view.works.find(({ announcement }) => announcement.id === id);
    if (work?.isLed)
      throw new MatchError(`--forget ${forget}: it is led by ${work.announcement.coordinator}: stop it there`);
    await transport.forget(id);
  }
}

/** @returns ids @throws MatchError if no work, or more than one, is meant */
function worksNamed({ works }: FleetView, name: string, option: string): string[] {
  const all = works.map(({ announcement }) => announcement);
  if (name === 'all') return all.map(({ id }) => id);
  const found = all.filter(({ id, title }) => title === name || id.startsWith(name));
  if (found.length === 1) return [found[0].id];
  const known = all.map(({ id, title }) => `${id.slice(0, 8)} (${title})`).join(', ');
  throw new MatchError(`${option} ${name}: expected one of ${known || 'the works that are open, and none is'}, or all`);
}

async function look(transport: Transport, json: boolean, watch: boolean): Promise<void> {
  for (;;) {
    const view = await transport.view();
    const text = json ? JSON.stringify(view) : viewLines(view).join('\n');
    const isScreen = watch && !json && process.stdout.isTTY === true;
    process.stdout.write(`${isScreen ? '\x1b[H\x1b[2J' : ''}${text}\n`);
    if (!watch) return;
    await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
  }
}

/** @returns the state of a fleet, for people */
export function viewLines(view: FleetView): string[] {
  const lines: string[] = [];
  for (const { announcement, status, isLed, isPaused } of view.works) {
    const { id, title, coordinator } = announcement;
    const flags = [isPaused ? 'paused' : '', isLed ? '' : 'its coordinator is gone'].filter((text) => text !== '');
    lines.push(`${id.slice(0, 8)} ${title}, led by ${coordinator}${flags.length > 0 ? `: ${flags.join(', ')}` : ''}`);
    if (status === null) continue;
    const { unitsDone, unitsPlanned, unitsOffered, unitsPerMinute, lateResults } = status;
    const left = unitsPlanned === null ? [] : leftText(unitsPlanned - unitsDone, unitsPerMinute);
    const of = unitsPlanned === null ? '' : ` of ${unitsPlanned}`;
    const parts = [`${unitsDone}${of} done`, `${unitsOffered} out`, `${unitsPerMinute.toFixed(1)} a minute`, ...left];
    if (lateResults > 0) parts.push(`${lateResults} came twice`);
    lines.push(`  ${parts.join(', ')}`, ...status.lines.map((line) => `  ${line}`));
  }
  if (view.works.length === 0) lines.push('no work is open');
  if (view.workers.length === 0) lines.push('no workers');
  for (const worker of view.workers) lines.push(...workerLines(worker, view));
  const gone = view.excluded.filter((name) => !view.workers.some(({ facts }) => facts.name === name));
  if (gone.length > 0) lines.push(`excluded and not there: ${gone.join(', ')}`);
  return lines;
}

function leftText(units: number, perMinute: number): string[] {
  if (perMinute <= 0) return [`${units} left`];
  const minutes = units / perMinute;
  return [`${units} left`, minutes < 90 ? `${Math.ceil(minutes)} min` : `${(minutes / 60).toFixed(1)} h`];
}

function workerLines(worker: WorkerCard, { works, excluded }: FleetView): string[] {
  const { facts, slots, working, busy, unitsDone, upMs, refusals } = worker;
  const on = works.find(({ announcement }) => announcement.id === working)?.announcement.title ?? 'nothing';
  const perMinute = upMs > 0 ? (unitsDone * 60_000) / upMs : 0;
  const parts = [
    `${busy} of ${slots} slots on ${on}`,
    `${unitsDone} done`,
    `${perMinute.toFixed(1)} a minute`,
    ...(facts.nps === null ? [] : [`${facts.nps} nps`]),
    ...(facts.timeScale === 1 ? [] : [`times x ${facts.timeScale}`]),
    `load ${facts.load}`,
    facts.cpu,
    `tengen ${facts.version}`,
  ];
  const lines = [
    `worker ${facts.name} on ${facts.host}${isExcluded(excluded, facts) ? ' (excluded)' : ''}: ${parts.join(', ')}`,
  ];
  for (const [id, reason] of Object.entries(refusals)) {
    const title = works.find(({ announcement }) => announcement.id === id)?.announcement.title;
    if (title !== undefined) lines.push(`  does not take ${title}: ${reason}`);
  }
  return lines;
}
