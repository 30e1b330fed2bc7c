/** `tengen fleet`: shows the workers and jobs of a fleet, pauses jobs and excludes workers. */
import { isIP } from 'node:net';
import { type Command, type Given, readArguments, type Syntax } from '../core/command.ts';
import { REDIS_PASSWORD_VARIABLE } from '../core/environment.ts';
import { UserError } from '../core/errors.ts';
import { counted } from '../core/text.ts';
import { SWITCH, text, whole } from '../core/values.ts';
import { openRedisTransport } from '../measure/fleet/redis/transport.ts';
import type { Transport } from '../measure/fleet/transport.ts';
import { type FleetView, isExcluded, type WorkerStatus } from '../measure/fleet/wire.ts';
import { complain } from '../platform/node/streams.ts';
import { fleetPage } from './fleet-page.ts';
import { ADDRESS, listenAt, stopSignal } from './listening.ts';

const JOB = text('JOB');
const NAME = text('NAME');

const SYNTAX = {
  options: {
    watch: { type: SWITCH, help: 'refresh every two seconds until stopped' },
    json: { type: SWITCH, help: 'print JSON' },
    page: {
      type: whole(0, 65535, 'PORT'),
      help: 'serve a read-only page that shows it, at this port; 0: any free port',
    },
    host: { type: ADDRESS, default: '127.0.0.1', help: 'address of the page; anyone who can reach it can read it' },
    pause: {
      type: JOB,
      help: 'stop handing out tasks of this job, given by its name or the first characters of its id, or all',
    },
    resume: { type: JOB, help: 'hand out its tasks again' },
    exclude: {
      type: NAME,
      isMany: true,
      help: 'exclude a worker, or a host with all its workers: its games are discarded and replayed',
    },
    include: { type: NAME, isMany: true, help: 'end the exclusion; discarded games stay discarded' },
    forget: { type: JOB, help: 'delete the data in Redis of a job whose coordinator has stopped' },
  },
  operands: { noun: 'Redis URL', min: 1, max: 1, expected: 'one, such as redis://host' },
} as const satisfies Syntax;

type Values = Given<(typeof SYNTAX)['options']>['values'];

const WATCH_MS = 2000;

export const COMMAND: Command = {
  name: 'fleet',
  summary: "shows a fleet's workers, speed and remaining work",
  usages: ['redis://HOST[:PORT] [options]'],
  about: ["Shows a fleet's workers, their speed, and the remaining work of each job."],
  ...SYNTAX,
  notes: [
    'If the coordinator of a match has stopped, its games are recounted when its command is run again.',
    'rediss://HOST uses TLS; redis://HOST,HOST?sentinel=NAME asks Redis Sentinel where the server NAME is.',
    `The Redis password is read from the environment variable ${REDIS_PASSWORD_VARIABLE}, or from FILE in redis://HOST?password-file=FILE.`,
  ],
  exits: { 0: 'done', 1: 'failed' },
  prepare(args) {
    const { values, operands } = readArguments(SYNTAX, args, 'tengen fleet');
    return () => run(operands[0], values);
  },
};

async function run(url: string, values: Values): Promise<number> {
  const transport = await openRedisTransport(url, (line) => complain(`tengen fleet: ${line}`));
  try {
    await order(transport, values);
    if (values.page !== null) await serve(transport, values.host, values.page);
    else await look(transport, values.json, values.watch);
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
      throw new UserError(`--include ${name}: not excluded; excluded: ${view.excluded.join(', ') || 'none'}`);
    }
    await transport.setExcluded(name, false);
  }
  if (forget === null) return;
  for (const id of jobsNamed(view, forget, '--forget')) {
    const work = view.jobs.find(({ announcement }) => announcement.id === id);
    if (work?.hasCoordinator)
      throw new UserError(
        `--forget ${forget}: its coordinator ${work.announcement.coordinator} is still running; stop it first`,
      );
    await transport.forget(id);
  }
}

/** @returns ids @throws UserError if the name matches no job, or more than one */
function jobsNamed({ jobs }: FleetView, name: string, option: string): string[] {
  const all = jobs.map(({ announcement }) => announcement);
  if (name === 'all') return all.map(({ id }) => id);
  const found = all.filter(({ id, title }) => title === name || id.startsWith(name));
  if (found.length === 1) return [found[0].id];
  const known = all.map(({ id, title }) => `${id.slice(0, 8)} (${title})`).join(', ');
  throw new UserError(
    `${option} ${name}: ${known === '' ? 'there is no open job' : `expected one of ${known}, or all`}`,
  );
}

/** Serves the page until a signal. */
async function serve(transport: Transport, host: string, port: number): Promise<void> {
  const server = fleetPage(async () => viewLines(await transport.view()), WATCH_MS);
  const taken = await listenAt(server, host, port, {
    place: `--page ${port}`,
    advice: 'choose another port or --host',
  });
  process.stdout.write(`Fleet at http://${isIP(host) === 6 ? `[${host}]` : host}:${taken}/ (Ctrl-C to stop)\n`);
  await stopSignal();
  server.close();
  server.closeAllConnections();
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
function viewLines(view: FleetView): string[] {
  const lines: string[] = [];
  for (const { announcement, status, hasCoordinator, isPaused } of view.jobs) {
    const { id, title, coordinator } = announcement;
    const leader = hasCoordinator ? `coordinator ${coordinator}` : `no coordinator (was ${coordinator})`;
    lines.push(`${id.slice(0, 8)} ${title}, ${leader}${isPaused ? ', paused' : ''}`);
    if (status === null) continue;
    const { tasksDone, tasksPlanned, tasksOffered, tasksPerMinute, lateResults } = status;
    const left = tasksPlanned === null ? [] : leftText(tasksPlanned - tasksDone, tasksPerMinute);
    const of = tasksPlanned === null ? '' : ` of ${tasksPlanned}`;
    const speed = `${tasksPerMinute.toFixed(1)}/min`;
    const parts = [`${tasksDone}${of} done`, `${tasksOffered} in progress`, speed, ...left];
    if (lateResults > 0) parts.push(counted(lateResults, 'duplicate result'));
    lines.push(`  ${parts.join(', ')}`, ...status.lines.map((line) => `  ${line}`));
  }
  if (view.jobs.length === 0) lines.push('no open jobs');
  if (view.workers.length === 0) lines.push('no workers');
  for (const worker of view.workers) lines.push(...workerLines(worker, view));
  const gone = view.excluded.filter((name) => !view.workers.some(({ facts }) => facts.name === name));
  if (gone.length > 0) lines.push(`excluded, offline: ${gone.join(', ')}`);
  return lines;
}

function leftText(tasks: number, perMinute: number): string[] {
  if (perMinute <= 0) return [`${tasks} left`];
  const minutes = tasks / perMinute;
  return [`${tasks} left`, minutes < 90 ? `${Math.ceil(minutes)} min` : `${(minutes / 60).toFixed(1)} h`];
}

function workerLines(worker: WorkerStatus, { jobs, excluded }: FleetView): string[] {
  const { facts, slots, working, busy, tasksDone, upMs, refusals } = worker;
  const on = jobs.find(({ announcement }) => announcement.id === working)?.announcement.title;
  const perMinute = upMs > 0 ? (tasksDone * 60_000) / upMs : 0;
  const parts = [
    on === undefined ? `idle, ${counted(slots, 'slot')}` : `${busy} of ${slots} slots on ${on}`,
    `${tasksDone} done`,
    `${perMinute.toFixed(1)}/min`,
    ...(facts.nps === null ? [] : [`${facts.nps} nps`]),
    ...(facts.timeScale === 1 ? [] : [`times scaled by ${facts.timeScale}`]),
    `load ${facts.load}`,
    facts.cpu,
    `tengen ${facts.version}`,
  ];
  const lines = [
    `worker ${facts.name} on ${facts.host}${isExcluded(excluded, facts) ? ' (excluded)' : ''}: ${parts.join(', ')}`,
  ];
  for (const [id, reason] of Object.entries(refusals)) {
    const title = jobs.find(({ announcement }) => announcement.id === id)?.announcement.title;
    if (title !== undefined) lines.push(`  refuses ${title}: ${reason}`);
  }
  return lines;
}
