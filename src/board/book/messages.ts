/** What the page and the worker that reads books say to each other. */
import type { Shown } from '../../book/look-up.ts';

export type ToBookWorker =
  /** Reads a book; the game that is looked at tells what the file does not. */
  | {
      readonly type: 'open';
      readonly name: string;
      readonly content: Blob;
      readonly rule: number;
      readonly size: number;
    }
  /** Looks a position up. @see cellsOf */
  | { readonly type: 'ask'; readonly id: number; readonly cells: readonly number[] };

export type FromBookWorker =
  | { readonly type: 'opened'; readonly rule: number; readonly size: number; readonly count: number }
  | { readonly type: 'failed'; readonly reason: string }
  | { readonly type: 'shown'; readonly id: number; readonly shown: Shown };
