/** The engine in this page: one at a time, with the table and threads of its purpose. */
import type { Engine } from '../../engine/api.ts';
import { usualTableBytes } from '../../platform/web/browser.ts';
import { createEngine } from '../../platform/web/engine.ts';
import { TABLE_BYTES } from '../../play/opponent/opponent.ts';
import type { EngineChoice } from './engine-choice.ts';

/** For playing, the table is small and quickly cleared; for analysis, it takes what the device can spare. */
export type Purpose = 'play' | 'analyze';

const MEGABYTE = 2 ** 20;
const BY_DEVICE: Pick<EngineChoice, 'threads' | 'table'> = { threads: null, table: null };

/** Most threads for analysis, unless the user chooses: more bring little on the machines that browsers run on. */
const MAX_THREADS = 4;

/** What happens to the engine, with a technical message. */
interface PageEngineEvents {
  /** It has stopped working, and the search ends without an answer. */
  onFailure(text: string): void;
  /** It has stopped working and was started again; the search continues. */
  onRestart(text: string): void;
}

export class PageEngine {
  private engine: Engine | null = null;
  private purpose: Purpose | null = null;

  /** @param startWorker null: the search worker is next to the script */
  constructor(
    private readonly startWorker: (() => object) | null,
    private readonly events: PageEngineEvents,
  ) {}

  /** @returns the engine for a purpose; closes one for another purpose and cancels its search */
  for(purpose: Purpose, { threads, table } = BY_DEVICE): Engine {
    if (this.engine !== null && this.purpose === purpose) return this.engine;
    this.close();
    const engine = createEngine({
      ...(this.startWorker === null ? {} : { workerUrl: this.startWorker }),
      onDebug: (text) => this.heard(text, engine.isThinking),
    });
    const spare = table === null ? usualTableBytes() : table * MEGABYTE;
    engine.setTableBytes(purpose === 'play' ? TABLE_BYTES : spare);
    if (purpose === 'analyze') engine.setThreads(threads ?? analysisThreads());
    this.engine = engine;
    this.purpose = purpose;
    return engine;
  }

  /** Closes the engine; the next request starts a new one. */
  close(): void {
    this.engine?.close();
    this.engine = null;
  }

  private heard(text: string, isAwaited: boolean): void {
    const [, outcome, reason] = /^search (failed|restarted): (.*)/.exec(text) ?? [];
    if (reason === undefined) return;
    if (outcome === 'failed' && isAwaited) this.events.onFailure(reason);
    // The next search starts it again.
    else this.events.onRestart(reason);
  }
}

/** One core is left to the page and the system. */
function analysisThreads(): number {
  return Math.max(1, Math.min(MAX_THREADS, (navigator.hardwareConcurrency || 2) - 1));
}
