/** Messages between a page and its search worker, in addition to the engine's. */
import type { FromWorker, ToWorker, WorkerSetup } from '../../engine/messages.ts';

/** The first message to a worker: a browser passes no data when it starts one. */
export interface SetupMessage {
  readonly type: 'setup';
  readonly setup: WorkerSetup;
}

/** The search is loaded. */
export interface LoadedMessage {
  readonly type: 'loaded';
}

export type ToWebWorker = ToWorker | SetupMessage;
export type FromWebWorker = FromWorker | LoadedMessage;
