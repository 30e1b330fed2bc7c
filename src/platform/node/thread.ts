/** The search thread as a worker of Node's, silent on stdout and stderr. */
import { Worker } from 'node:worker_threads';
import { CONTROL_WORDS } from '../../engine/control.ts';
import type { FromWorker, ToWorker, WorkerSetup } from '../../engine/messages.ts';
import type { SearchThread, ThreadEvents, ThreadSetup } from '../../engine/platform.ts';
import { networkInUse } from '../../runtime/network-in-use.ts';
import { forbidCollection, newCollectionState } from './collection.ts';

/** Heap bounds of the thread in megabytes; its table and boards are typed arrays outside the heap. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 1, stackSizeMb: 4 };

/** `workerData` of a search thread. */
export interface NodeWorkerData extends WorkerSetup {
  /** See runtime/networks.ts. Passed here so that the script need not contain it. */
  readonly network: Uint8Array;
  /** See collection.ts. */
  readonly collection: Int32Array;
}

/** Threads of the process that have not ended; they end when the process exits. */
const running = new Set<NodeThread>();
process.on('exit', () => {
  for (const thread of running) thread.prepareEnd();
});

export class NodeThread implements SearchThread {
  readonly control = new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS));
  readonly hearsControl = true;
  private readonly collection = newCollectionState();
  private worker: Worker | null = null;
  private readonly events: ThreadEvents;

  constructor(source: string, setup: ThreadSetup, events: ThreadEvents) {
    this.events = events;
    const workerData: NodeWorkerData = {
      ...setup,
      control: this.control,
      network: networkInUse(),
      collection: this.collection,
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

  async end(): Promise<void> {
    const { worker } = this;
    this.worker = null;
    this.prepareEnd();
    await worker?.terminate().catch(() => {});
  }

  prepareEnd(): void {
    running.delete(this);
    forbidCollection(this.collection);
  }

  private fail(error: unknown): void {
    if (this.worker === null && typeof error === 'string') return;
    void this.end();
    this.events.onFailure(error instanceof Error ? `${error.name}: ${error.message}` : String(error));
  }
}
