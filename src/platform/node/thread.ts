/** The search thread as a worker of Node's, silent on stdout and stderr. */
import { isMainThread, Worker } from 'node:worker_threads';
import { CONTROL_WORDS, STOP_UP_TO } from '../../engine/control.ts';
import type { FromWorker, ToWorker, WorkerSetup } from '../../engine/messages.ts';
import type { SearchThread, ThreadEvents, ThreadSetup } from '../../engine/platform.ts';
import { networkInUse } from '../../engine/runtime/network-in-use.ts';
import { areBusyFor, newBusyWord, watchBusy } from './busy.ts';
import { forbidCollection, newCollectionState } from './collection.ts';
import type { LoadedAddon } from './load-addon.ts';

/** Heap bounds of the thread in megabytes; its table and boards are typed arrays outside the heap. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 1, stackSizeMb: 4 };

/** More than the number of any think. */
const ALL_THINKS = 0x7fffffff;

/** `workerData` of a search thread. */
export interface NodeWorkerData extends WorkerSetup {
  /** See runtime/networks.ts. Passed here so that the script need not contain it. */
  readonly network: Uint8Array;
  /** See collection.ts. */
  readonly collection: Int32Array;
  /** Path of the addon that runs the native form; null: another form. */
  readonly addonPath: string | null;
  /** See busy.ts. */
  readonly busy: Int32Array;
}

/** How long a native search that must stop has to notice it, which it does within its next few dozen nodes. */
const MAX_STOP_MS = 500;

/** Threads of the process that have not ended; they end when the process exits. */
const running = new Set<NodeThread>();
/** Threads that have been asked to end. */
const ending = new Set<NodeThread>();
process.on('exit', onExit);

/** @returns CPU time of the process so far, ms, and the number of its search threads */
export function cpuUse(): { readonly ms: number; readonly threads: number } {
  const { user, system } = process.cpuUsage();
  return { ms: (user + system) / 1000, threads: running.size + ending.size };
}

/**
 * Ends the process if a thread would keep it from ending: Node ends WebAssembly at any point, but waits for machine
 * code to return. In a worker thread of a program there is no such way out.
 */
function onExit(code: number): void {
  const threads = [...running, ...ending];
  for (const thread of running) thread.prepareEnd();
  const exit = threads.find(({ addon }) => addon !== null)?.addon?.exports.exit;
  if (exit === undefined || !isMainThread || !areHung(threads)) return;
  try {
    const listeners = process.listeners('exit');
    for (const listener of listeners.slice(listeners.indexOf(onExit) + 1)) listener.call(process, code);
  } finally {
    exit(Number(process.exitCode ?? code));
  }
}

function areHung(threads: readonly NodeThread[]): boolean {
  const known = threads.filter(({ isHung }) => isHung);
  const busyWords = (some: readonly NodeThread[]) => some.map(({ busy }) => busy);
  return areBusyFor(busyWords(known), 0) || areBusyFor(busyWords(threads), MAX_STOP_MS);
}

export class NodeThread implements SearchThread {
  readonly control = new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS));
  readonly readsControl = true;
  readonly busy = newBusyWord();
  /** Whether it has been in machine code for so long that its engine no longer waits for it. */
  isHung = false;
  private readonly collection = newCollectionState();
  private worker: Worker | null = null;
  private ended: Promise<boolean> | null = null;

  /** @param addon runs the native form; null: another form */
  constructor(
    source: string,
    setup: ThreadSetup,
    private readonly events: ThreadEvents,
    readonly addon: LoadedAddon | null,
  ) {
    const workerData: NodeWorkerData = {
      ...setup,
      control: this.control,
      network: networkInUse(),
      collection: this.collection,
      addonPath: addon?.path ?? null,
      busy: this.busy,
    };
    try {
      this.worker = new Worker(source, {
        eval: true,
        workerData,
        // Anything the thread prints stays in these streams: a manager reads stderr as replies.
        stdin: false,
        stdout: true,
        stderr: true,
        execArgv: ['--no-warnings'],
        resourceLimits: RESOURCE_LIMITS,
        trackUnmanagedFds: false,
      });
    } catch (error) {
      queueMicrotask(() => this.fail(error));
      return;
    }
    this.worker.on('message', (message: FromWorker) => this.worker !== null && events.onMessage(message));
    this.worker.on('error', (error) => this.fail(error));
    this.worker.on('exit', (code) => this.fail(`exit code ${code}`));
    this.worker.unref();
    running.add(this);
  }

  post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  keepAlive(wanted: boolean): void {
    if (wanted) this.worker?.ref();
    else this.worker?.unref();
  }

  end(): Promise<boolean> {
    this.ended ??= this.terminate();
    return this.ended;
  }

  private async terminate(): Promise<boolean> {
    const { worker } = this;
    this.worker = null;
    this.prepareEnd();
    if (worker === null) return true;
    ending.add(this);
    let stopWatching = () => {};
    const hung = new Promise<void>((resolve) => {
      // Which thread uses the CPU time of the process is unknown.
      const ms = MAX_STOP_MS * cpuUse().threads;
      stopWatching = watchBusy(this.busy, ms, () => cpuUse().ms, resolve);
    });
    const gone = worker
      .terminate()
      .catch(() => {})
      .then(() => ending.delete(this));
    const hasEnded = await Promise.race([gone.then(() => true), hung.then(() => false)]);
    stopWatching();
    if (hasEnded) return true;
    this.isHung = true;
    // terminate() makes the process wait for it.
    worker.unref();
    return false;
  }

  prepareEnd(): void {
    running.delete(this);
    forbidCollection(this.collection);
    Atomics.store(this.control, STOP_UP_TO, ALL_THINKS);
  }

  private fail(error: unknown): void {
    if (this.worker === null && typeof error === 'string') return;
    void this.end();
    this.events.onFailure(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }
}
