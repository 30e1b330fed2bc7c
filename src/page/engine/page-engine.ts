/** The engine in this page: one at a time, with the table and threads of its purpose. */
import type { Engine } from '../../engine/api.ts';
import { usualTableBytes } from '../../platform/web/browser.ts';
import { createEngine } from '../../platform/web/engine.ts';
import { TABLE_BYTES } from '../../play/opponent/opponent.ts';

/** For playing, the table is small and quickly cleared; for analysis, it takes what the device can spare. */
export type Purpose = 'play' | 'analyze';

/** Maximum number of threads for analysis: more bring little on the small machines that browsers run on. */
const MAX_THREADS = 4;

export class PageEngine {
  private engine: Engine | null = null;
  private purpose: Purpose | null = null;
  private readonly startWorker: (() => object) | null;
  private readonly onFailure: (text: string) => void;

  /**
   * @param startWorker null: the search worker is next to the script
   * @param onFailure called with a technical message if the engine stops working
   */
  constructor(startWorker: (() => object) | null, onFailure: (text: string) => void) {
    this.startWorker = startWorker;
    this.onFailure = onFailure;
  }

  /** @returns the engine for a purpose; closes one for another purpose and cancels its search */
  for(purpose: Purpose): Engine {
    if (this.engine !== null && this.purpose === purpose) return this.engine;
    this.close();
    const engine = createEngine({
      ...(this.startWorker === null ? {} : { workerUrl: this.startWorker }),
      onDebug: (text) => this.heard(text),
    });
    engine.setTableBytes(purpose === 'play' ? TABLE_BYTES : usualTableBytes());
    if (purpose === 'analyze') engine.setThreads(analysisThreads());
    this.engine = engine;
    this.purpose = purpose;
    return engine;
  }

  /** Closes the engine; the next request starts a new one. */
  close(): void {
    this.engine?.close();
    this.engine = null;
  }

  private heard(text: string): void {
    const failed = /^search failed: (.*)/.exec(text)?.[1];
    if (failed !== undefined) this.onFailure(failed);
  }
}

/** One core is left to the page and the system. */
function analysisThreads(): number {
  return Math.max(1, Math.min(MAX_THREADS, (navigator.hardwareConcurrency || 2) - 1));
}
