/** The page's engine, one at a time, and what has happened to it. */
import type { Engine } from '../../engine/api.ts';
import type { Searcher } from '../../play/analysis/analysis.ts';
import { Model } from '../state/model.ts';
import { readKept, remember } from '../state/storage.ts';
import { takeWorker } from './first-worker.ts';
import { PageEngine, type Purpose } from './page-engine.ts';
import { readServer, type ServerChoice } from './server-choice.ts';
import { ServerEngine } from './server-engine.ts';

/** The engine has stopped working; `restarted`: it was started again, and the search continues. */
interface EngineNotice {
  readonly kind: 'failed' | 'restarted';
  /** A technical message. */
  readonly reason: string;
}

export class EngineHost extends Model {
  private readonly inPage = new PageEngine(takeWorker, {
    onFailure: (text) => this.fail(text),
    onRestart: (text) => this.setNotice('restarted', text),
  });
  /** The engine of a server; null: none has been used yet. */
  private remote: ServerEngine | null = null;
  private choice = readServer(readKept('server'));
  private lastNotice: EngineNotice | null = null;

  /** What has happened to the engine; null: nothing, or the user has seen it. */
  get notice(): EngineNotice | null {
    return this.lastNotice;
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
    this.lastNotice = null;
    this.changed();
  }

  private fail(text: string): void {
    this.setNotice('failed', text);
  }

  private setNotice(kind: EngineNotice['kind'], reason: string): void {
    this.lastNotice = { kind, reason };
    this.changed();
  }
}
