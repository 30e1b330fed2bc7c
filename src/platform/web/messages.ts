/** Messages between a page and its search worker, in addition to the engine's. */
import type { ToWorker, WorkerSetup } from '../../engine/messages.ts';

/** The first message to a worker: a browser passes no data when it starts one. */
export interface SetupMessage {
  readonly type: 'setup';
  readonly setup: WorkerSetup;
}

export type ToWebWorker = ToWorker | SetupMessage;
