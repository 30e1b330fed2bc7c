/** The page's engine, one at a time, and its last failure. */
import type { Engine } from '../../engine/api.ts';
import type { Searcher } from '../../play/analysis/analysis.ts';
import { Model } from '../state/model.ts';
import { readKept, remember } from '../state/storage.ts';
import { takeWorker } from './first-worker.ts';
import { PageEngine, type Purpose } from './page-engine.ts';
import { readServer, type ServerChoice } from './server-choice.ts';
import { ServerEngine } from './server-engine.ts';

export class EngineHost extends Model {
  private readonly inPage = new PageEngine(takeWorker, (text) => this.fail(text));
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
    return this.inPage.for(purpose);
  }

  /** Closes the engine; the next request starts a new one. */
  restart(): void {
    this.inPage.close();
    this.remote?.close();
    this.remote = null;
    this.dismiss();
  }

  dismiss(): void {
    this.problem = null;
    this.changed();
  }

  private fail(text: string): void {
    this.problem = text;
    this.changed();
  }
}
