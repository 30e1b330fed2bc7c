/**
 * The search thread as a web worker. On a cross-origin isolated page it shares memory with the engine, as on Node. On
 * other pages the worker has copies of everything: it cannot be notified to stop, and is terminated instead.
 */
import { BEST_ID, BEST_MOVE, CONTROL_WORDS, IS_LOADED } from '../../engine/control.ts';
import type { FromWorker, ToWorker } from '../../engine/messages.ts';
import { canShareMemory, type SearchThread, type ThreadEvents, type ThreadSetup } from '../../engine/platform.ts';
import type { WebWorker } from './browser.ts';

/** A browser only says that the script is missing. */
const SERVE_SCRIPT = 'serve dist/web/search.js of the package tengen at that address, or set workerUrl to its address';

/** A browser does not report when a terminated worker has stopped writing. It takes a few milliseconds. */
const ENDING_MS = 250;

export class WebThread implements SearchThread {
  readonly readsControl = canShareMemory();
  readonly control: Int32Array;
  private worker: WebWorker | null = null;
  private ending: Promise<boolean> | null = null;
  private readonly events: ThreadEvents;

  /**
   * @param start creates the worker; may throw, for example if a content security policy forbids it
   * @param script address of its script, or which one it is
   */
  constructor(start: () => WebWorker, setup: ThreadSetup, events: ThreadEvents, script: string) {
    this.events = events;
    const bytes = 4 * CONTROL_WORDS;
    this.control = new Int32Array(this.readsControl ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
    try {
      this.worker = start();
    } catch (error) {
      queueMicrotask(() => events.onFailure(`${String(error)} (${script})`));
      return;
    }
    this.worker.onmessage = ({ data }) => this.receive(data);
    this.worker.onmessageerror = () => this.fail('a message could not be read');
    this.worker.onerror = (event) => {
      event.preventDefault?.();
      this.fail(event.message ? `${event.message} (${script})` : `could not load ${script}: ${SERVE_SCRIPT}`);
    };
    this.worker.postMessage({ type: 'setup', setup: { ...setup, control: this.control } });
  }

  post(message: ToWorker): void {
    this.worker?.postMessage(message);
  }

  /** Nothing to do: a page does not exit by itself. */
  keepAlive(): void {}

  end(): Promise<boolean> {
    this.ending ??= this.terminate();
    return this.ending;
  }

  private async terminate(): Promise<boolean> {
    const { worker } = this;
    this.worker = null;
    if (worker === null) return true;
    worker.terminate();
    await pause(ENDING_MS);
    return true;
  }

  private receive(message: FromWorker): void {
    if (this.worker === null) return;
    if (message.type === 'loaded') {
      Atomics.store(this.control, IS_LOADED, 1);
      return;
    }
    // Without shared memory, this does what the thread would write into the shared words.
    if (!this.readsControl && message.type === 'info' && message.line === 0 && message.pv.length > 1) {
      this.control[BEST_MOVE] = message.pv[0] | (message.pv[1] << 8);
      this.control[BEST_ID] = message.id;
    }
    this.events.onMessage(message);
  }

  private fail(text: string): void {
    if (this.worker === null) return;
    void this.end();
    this.events.onFailure(text);
  }
}

/** Atomics.waitAsync, which older browsers do not have. */
type WaitAsync = (words: Int32Array, index: number, value: number, ms: number) => { readonly value: unknown };

/**
 * In real time where possible: a test that fakes the timers of a page, and lets them pass at once, would otherwise have
 * the memory used again while the worker still writes to it, which crashes the page.
 */
async function pause(ms: number): Promise<void> {
  const { waitAsync } = Atomics as { readonly waitAsync?: WaitAsync };
  if (canShareMemory() && waitAsync !== undefined) {
    await waitAsync.call(Atomics, new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms).value;
  } else await new Promise((resolve) => setTimeout(resolve, ms));
}
