/** `tengen fleet`: who works on what and how fast; pauses works and takes workers out. */
import { REDIS_PASSWORD_VARIABLE } from '../core/environment.ts';
import { UserError } from '../core/errors.ts';
import { SWITCH, text } from '../core/values.ts';
import { openRedisTransport } from '../fleet/redis/transport.ts';
import type { Transport } from '../fleet/transport.ts';
import { type FleetView, isExcluded, type WorkerStatus } from '../fleet/wire.ts';
import { type Command, type Given, readArguments, type Syntax } from './command.ts';

const WORK = text('WORK');
const NAME = text('NAME');

const SYNTAX = {
  options: {
    watch: { type: SWITCH, help: 'again every two seconds, until it is stopped' },
    json: { type: SWITCH, help: 'as JSON' },
    pause: {
      type: WORK,
      help: 'nothing of this work is handed out any more; its name or the first letters of its id, or all',
    },
    resume: { type: WORK, help: 'it goes on' },
    exclude: {
      type: NAME,
      isMany: true,
      help: 'takes a worker, or a host with all its workers, out: its games are discarded and replayed',
    },
    include: { type: NAME, isMany: true, help: 'takes it in again; what was taken out stays out' },
    forget: { type: WORK, help: 'removes what Redis keeps of a work whose coordinator is gone' },
  },
  operands: { noun: 'Redis URL', least: 1, most: 1, expected: 'one, such as redis://host' },
} as const satisfies Syntax;

type Values = Given<(typeof SYNTAX)['options']>['values'];

const WATCH_MS = 2000;

/** `tengen fleet` */
export const COMMAND: Command = {
  name: 'fleet',
  summary: "shows a fleet's workers, speed and remaining work",
  usages: ['redis://HOST[:PORT] [options]'],
  about: ['Who works on what, how fast, and what is left.'],
  ...SYNTAX,
  notes: [
    'A match whose coordinator has ended recounts when its command is given again.',
    `The password of Redis is read from the environment variable ${REDIS_PASSWORD_VARIABLE}, or from redis://HOST?password-file=FILE.`,
  ],
  exits: { 0: 'done', 1: 'failed' },
  prepare(args) {
    const { values, operands } = readArguments(SYNTAX, args, 'tengen fleet');
    return () => run(operands[0], values);
  },
};

async function run(url: string, values: Values): Promise<number> {
  const transport = await openRedisTransport(url, (line) => process.stderr.write(`tengen fleet: ${line}\n`));
  try {
    await order(transport, values);
    await look(transport, values.json, values.watch);
  } finally {
    await transport.close();
  }
  return 0;
}

async function order(transport: Transport, { pause, resume, exclude, include, forget }: Values): Promise<void> {
  const view = await transport.view();
  if (pause !== null) for (const id of jobsNamed(view, pause, '--pause')) await transport.setPaused(id, true);
  if (resume !== null) for (const id of jobsNamed(view, resume, '--resume')) await transport.setPaused(id, false);
  for (const name of exclude) await transport.setExcluded(name, true);
  for (const name of include) {
    if (!view.excluded.includes(name)) {
      throw new UserError(
        `--include ${name}: expected one that is excluded: ${view.excluded.join(', ') || 'nobody is'}`,
      );
    }
    await transport.setExcluded(name, false);
  }
  if (forget === null) return;
  for (const id of jobsNamed(view, forget, '--forget')) {
    const work = view.works.find(({ announcement }) => announcement.id === id);
    if (work?.hasCoordinator)
      throw new UserError(`--forget ${forget}: it is led by ${work.announcement.coordinator}: stop it there`);
    await transport.forget(id);
  }
}

/** @returns ids @throws UserError if no work, or more than one, is meant */
function jobsNamed({ works }: FleetView, name: string, option: string): string[] {
  const all = works.map(({ announcement }) => announcement);
  if (name === 'all') return all.map(({ id }) => id);
  const found = all.filter(({ id, title }) => title === name || id.startsWith(name));
  if (found.length === 1) return [found[0].id];
  const known = all.map(({ id, title }) => `${id.slice(0, 8)} (${title})`).join(', ');
  throw new UserError(`${option} ${name}: expected one of ${known || 'the works that are open, and none is'}, or all`);
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
  for (const { announcement, status, hasCoordinator, isPaused } of view.works) {
    const { id, title, coordinator } = announcement;
    const flags = [isPaused ? 'paused' : '', hasCoordinator ? '' : 'its coordinator is gone'].filter(
      (text) => text !== '',
    );
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

function workerLines(worker: WorkerStatus, { works, excluded }: FleetView): string[] {
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
