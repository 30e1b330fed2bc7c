/** The messages between the page and the worker of the library. */
import type { ReadDefaults } from '../../../records/notation/convert.ts';
import type { LibraryGame } from './games.ts';
import type { GameFilter, GameRef, ListQuery, PlayedMove, SoughtPosition } from './search.ts';
import type { EditedFacts } from './trees.ts';

export interface ListedGame
  extends Pick<LibraryGame, 'black' | 'white' | 'event' | 'date' | 'result' | 'comment' | 'rule' | 'width' | 'height'> {
  readonly ref: GameRef;
  readonly length: number;
}

/** A game with its own id, such as one played on the page: storing it again replaces it. */
export interface OwnGame {
  readonly id: string;
  readonly game: LibraryGame;
}

/** What an import has done with the games that it has read. */
export interface AddedGames {
  /** Number of games that are stored and were not known. */
  readonly added: number;
  readonly known: number;
  /** Why games and files could not be read: the first few reasons. */
  readonly skipped: readonly string[];
  readonly skippedCount: number;
}

/** Requests and what each returns. */
export interface LibraryTasks {
  readonly list: {
    readonly request: { readonly query: ListQuery; readonly from: number; readonly count: number };
    readonly result: { readonly total: number; readonly deleted: number; readonly games: readonly ListedGame[] };
  };
  readonly explore: {
    readonly request: { readonly filter: GameFilter; readonly position: SoughtPosition };
    readonly result: {
      readonly games: number;
      readonly moves: readonly PlayedMove[];
      readonly latest: readonly ListedGame[];
      /** Number of games in the library. */
      readonly all: number;
    };
  };
  readonly read: { readonly request: { readonly ref: GameRef }; readonly result: LibraryGame | null };
  /** Adds the games of files that the library does not have. */
  readonly add: {
    readonly request: { readonly files: readonly File[]; readonly defaults: ReadDefaults };
    readonly result: AddedGames;
  };
  /** Stores games that have ids. @returns the ids of those that are stored */
  readonly put: { readonly request: { readonly games: readonly OwnGame[] }; readonly result: readonly string[] };
  /** Changes the facts of a game. @returns false: it no longer exists */
  readonly edit: { readonly request: { readonly ref: GameRef; readonly facts: EditedFacts }; readonly result: boolean };
  /** @returns the games as SGF */
  readonly export: { readonly request: { readonly query: ListQuery }; readonly result: Blob };
  /** @returns how many games were deleted */
  readonly delete: { readonly request: { readonly games: ListQuery | GameRef }; readonly result: number };
  /** Restores the games deleted last. */
  readonly restore: { readonly request: Record<never, never>; readonly result: number };
  /** Removes all deleted games for good. */
  readonly purge: { readonly request: Record<never, never>; readonly result: number };
}

export type TaskName = keyof LibraryTasks;

export type ToLibraryWorker =
  | { [Name in TaskName]: { readonly type: Name; readonly id: number } & LibraryTasks[Name]['request'] }[TaskName]
  /** Stops reading files; games that are already stored stay. */
  | { readonly type: 'stop' };

export interface AddProgress extends AddedGames {
  /** Share of the bytes, 0 to 1. */
  readonly share: number;
  readonly games: number;
}

export type FromLibraryWorker =
  | { readonly type: 'done'; readonly id: number; readonly result: unknown }
  /** @see refusalOf of state/storage.ts */
  | { readonly type: 'failed'; readonly id: number; readonly name: string; readonly reason: string }
  | { readonly type: 'progress'; readonly id: number; readonly progress: AddProgress }
  /** Another tab has changed the library. */
  | { readonly type: 'changed' };
