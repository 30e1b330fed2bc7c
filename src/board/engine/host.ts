/** The page's engine, one at a time, and its last failure. */
import type { Engine } from '../../engine/api.ts';
import type { Searcher } from '../../game/analysis/analysis.ts';
import { TABLE_BYTES } from '../../game/opponent/opponent.ts';
import { usualTableBytes } from '../../platform/web/browser.ts';
import { createEngine } from '../../platform/web/engine.ts';
import { Model } from '../state/model.ts';
import { readKept, remember } from '../state/storage.ts';
import { takeWorker } from './first-worker.ts';
import { readServer, type ServerChoice } from './server-choice.ts';
import { ServerEngine } from './server-engine.ts';

/** For playing, the table is small and quickly cleared; for analysis, it takes what the device can spare. */
export type Purpose = 'play' | 'analyze';

/** Maximum number of threads for analysis: more bring little on the small machines that browsers run on. */
const MAX_THREADS = 4;

export class EngineHost extends Model {
  private engine: Engine | null = null;
  private purpose: Purpose | null = null;
  /** The engine of a server; null: none has been used yet. */
  private remote: ServerEngine | null = null;
  private choice = readServer(readKept('server'));
  private problem: string | null = null;

  /** The last failure of the engine, as a technical message; null: none. */
  get failure(): string | null {
    return this.problem;
  }

  /** Where positions are analyzed. */
  get server(): ServerChoice {
    return this.choice;
  }

  /** Chooses where positions are analyzed, from the next search. */
  setServer(choice: ServerChoice): void {
    this.choice = choice;
    remember('server', choice);
    this.remote?.close();
    this.remote = null;
    this.changed();
  }

  /** @returns the engine for a purpose; closes one for another purpose and cancels its search */
  for(purpose: 'play'): Engine;
  for(purpose: Purpose): Searcher;
  for(purpose: Purpose): Engine | Searcher {
    if (purpose === 'analyze' && this.choice.isUsed) {
      this.remote ??= new ServerEngine(this.choice, (text) => this.fail(text));
      return this.remote;
    }
    return this.own(purpose);
  }

  private own(purpose: Purpose): Engine {
    if (this.engine !== null && this.purpose === purpose) return this.engine;
    this.engine?.close();
    const engine = createEngine({
      workerUrl: takeWorker,
      onDebug: (text) => this.heard(text),
    });
    engine.setTableBytes(purpose === 'play' ? TABLE_BYTES : usualTableBytes());
    if (purpose === 'analyze') engine.setThreads(analysisThreads());
    this.engine = engine;
    this.purpose = purpose;
    return engine;
  }

  /** Closes the engine; the next request starts a new one. */
  restart(): void {
    this.engine?.close();
    this.engine = null;
    this.remote?.close();
    this.remote = null;
    this.dismiss();
  }

  dismiss(): void {
    this.problem = null;
    this.changed();
  }

  private heard(text: string): void {
    const failed = /^search failed: (.*)/.exec(text)?.[1];
    if (failed !== undefined) this.fail(failed);
  }

  private fail(text: string): void {
    this.problem = text;
    this.changed();
  }
}

/** One core is left to the page and the system. */
function analysisThreads(): number {
  return Math.max(1, Math.min(MAX_THREADS, (navigator.hardwareConcurrency || 2) - 1));
}
