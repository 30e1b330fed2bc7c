/** What a page and its search worker say to each other beyond the engine's messages. */
import type { FromWorker, ToWorker, WorkerSetup } from '../../engine/messages.ts';

/** The first message to a worker: a browser hands nothing over when it starts one. */
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
