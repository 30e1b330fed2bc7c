/** The messages between the page and the worker that reads books. */
import type { Shown } from '../../../records/book/look-up.ts';

export type ToBookWorker =
  /** Reads a book. Rule and size of the analyzed game are used if the file does not name its own. */
  | {
      readonly type: 'open';
      readonly name: string;
      readonly content: Blob;
      readonly rule: number;
      readonly size: number;
    }
  /** Looks up a position. @see cellsOf */
  | { readonly type: 'ask'; readonly id: number; readonly cells: readonly number[] };

export type FromBookWorker =
  | { readonly type: 'opened'; readonly rule: number; readonly size: number; readonly count: number }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'shown'; readonly id: number; readonly shown: Shown };
