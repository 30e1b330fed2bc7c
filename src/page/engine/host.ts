/** The page's engine, one at a time, and what has happened to it. */
import type { Engine } from '../../engine/api.ts';
import type { Searcher } from '../../play/analysis/analysis.ts';
import { StateModel } from '../state/model.ts';
import { readKept, remember } from '../state/storage.ts';
import { type EngineChoice, readChoice } from './engine-choice.ts';
import { takeWorker } from './first-worker.ts';
import { PageEngine, type Purpose } from './page-engine.ts';
import { ServerEngine } from './server-engine.ts';

/** The engine has stopped working; `restarted`: it was started again, and the search continues. */
interface EngineNotice {
  readonly kind: 'failed' | 'restarted';
  /** A technical message. */
  readonly reason: string;
}

interface HostState {
  /** What has happened to the engine; null: nothing, or the user has seen it. */
  readonly notice: EngineNotice | null;
  /** What positions are analyzed with. */
  readonly server: EngineChoice;
}

export class EngineHost extends StateModel<HostState> {
  private readonly inPage = new PageEngine(takeWorker, {
    onFailure: (reason) => this.fail(reason),
    onRestart: (reason) => this.set({ notice: { kind: 'restarted', reason } }),
  });
  /** The engine of a server; null: none has been used yet. */
  private remote: ServerEngine | null = null;

  constructor() {
    super({ notice: null, server: readChoice(readKept('server')) });
  }

  /** Chooses what positions are analyzed with, from the next search. */
  setServer(server: EngineChoice): void {
    remember('server', server);
    this.close();
    this.set({ server });
  }

  /** @returns the engine for a purpose; closes one for another purpose and cancels its search */
  for(purpose: 'play'): Engine;
  for(purpose: Purpose): Searcher;
  for(purpose: Purpose): Engine | Searcher {
    const { server } = this.shown;
    if (purpose !== 'analyze' || !server.isUsed) return this.inPage.for(purpose, server);
    this.remote ??= new ServerEngine(server, (reason) => this.fail(reason));
    return this.remote;
  }

  /** Closes the engine; the next request starts a new one. */
  restart(): void {
    this.close();
    this.dismiss();
  }

  private close(): void {
    this.inPage.close();
    this.remote?.close();
    this.remote = null;
  }

  dismiss(): void {
    this.set({ notice: null });
  }

  private fail(reason: string): void {
    this.set({ notice: { kind: 'failed', reason } });
  }
}
