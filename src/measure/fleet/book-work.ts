/**
 * Positions of a book as the tasks of a fleet. The book is the only record: results stay on the wire until they are in
 * its file. What a search finds depends on the position alone, so that results that arrived for a killed coordinator
 * serve the next one, whatever it requests first.
 */
import { UserError } from '../../core/errors.ts';
import type { BookSearch } from '../../engine/book-search.ts';
import type { Found, SearchAll } from '../../records/book/expand.ts';
import type { Line } from '../../records/book/key.ts';
import { type BookSpec, bookId, moveFault, parseBookSpec, positionText, taskOf } from './book-spec.ts';
import { Coordinator, type CoordinatorOptions, type Held, type HeldResults, type Work } from './coordinator.ts';
import { ownEngine } from './own-engine.ts';
import type { RangePlayer } from './range-player.ts';
import type { Transport } from './transport.ts';
import type { TaskOutcome } from './wire.ts';

export interface BookLeading extends CoordinatorOptions {
  /** File of the book, for people. */
  readonly name: string;
  /** Positions in all; null: no limit. */
  readonly positions: number | null;
  readonly player: Pick<RangePlayer, 'bench'>;
}

type Position = Extract<TaskOutcome, { readonly kind: 'position' }>;

/** Results that may be on the wire and not in the book's file; the wire delivers a limited number at a time. */
export const MAX_UNSAVED = 400;

/** The search of a book's positions by workers. */
export interface FleetSearch {
  readonly search: SearchAll;
  /** Results that are not in the file: it has to be written before they and a round exceed {@link MAX_UNSAVED}. */
  readonly unsaved: number;
  /** The book is on the disk with all that was searched so far. */
  saved(): void;
  /** @param isOver the search is complete: nothing of it stays on the wire */
  leave(isOver: boolean): Promise<void>;
}

/**
 * Opens the search of positions to the workers of a fleet.
 * @param signal ends the search in progress
 * @throws UserError while another coordinator leads the same
 */
export async function leadBookSearch(
  kind: { readonly rule: number; readonly size: number } & BookSearch,
  leading: BookLeading,
  signal: AbortSignal,
  transport: Transport,
): Promise<FleetSearch> {
  const { rule, size, nodes, lines } = kind;
  const engine = await ownEngine(leading.player, false, null);
  const work = new BookWork(JSON.stringify({ rule, size, nodes, lines, ...engine }), leading);
  const coordinator = await Coordinator.open(work, transport, leading, signal);
  const stop = new AbortController();
  const running = coordinator.run(stop.signal).catch((error) => work.fail(error));
  const onAbort = (): void => work.fail(signal.reason);
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  let saving: Promise<void> = Promise.resolve();
  return {
    search: (lines) => {
      const found = work.search(lines);
      void coordinator.refresh();
      return found;
    },
    get unsaved() {
      return coordinator.unacknowledged;
    },
    saved: () => {
      work.isSaved = true;
      saving = coordinator.refresh();
    },
    leave: async (isOver) => {
      signal.removeEventListener('abort', onAbort);
      await saving;
      work.isDone = isOver;
      stop.abort();
      await running;
    },
  };
}

class BookWork implements Work<Position> {
  readonly announcement: Work<Position>['announcement'];
  readonly files: ReadonlyMap<string, Uint8Array> = new Map();
  readonly taskCount = Number.POSITIVE_INFINITY;
  isDone = false;
  /** The results of all rounds before this one are in the file. */
  isSaved = false;
  private readonly facts: BookSpec;
  /** Tasks of the last round, in its order, and their positions. */
  private order: readonly number[] = [];
  private round: ReadonlyMap<number, Line> = new Map();
  /** Settles the round in progress; null: there is none. */
  private settle: { readonly done: (found: (Found | null)[]) => void; readonly fail: (error: unknown) => void } | null =
    null;
  /** Positions of earlier rounds. */
  private readonly searched = new Set<number>();
  private failure: unknown = null;

  /** @throws UserError if a worker would reject the spec */
  constructor(
    readonly spec: string,
    private readonly leading: BookLeading,
  ) {
    this.facts = parseBookSpec(spec);
    const { rule, size, nodes, lines } = this.facts;
    const title = `book, rule ${rule}, board ${size}, ${nodes} nodes, ${lines} lines`;
    this.announcement = { kind: 'book', id: bookId(this.facts), title, engines: [] };
  }

  /** Begins a round. @returns what is found of each position @throws what ends the search */
  search(lines: readonly Line[]): Promise<(Found | null)[]> {
    this.order = lines.map(taskOf);
    this.round = new Map(lines.map((line, i) => [this.order[i], line]));
    for (const task of this.order) this.searched.delete(task);
    return new Promise((done, fail) => {
      this.settle = { done, fail };
      if (this.failure !== null) this.fail(this.failure);
    });
  }

  fail(error: unknown): void {
    this.failure ??= error;
    this.settle?.fail(this.failure);
    this.settle = null;
  }

  get file(): string {
    return this.leading.name;
  }

  nameOf(task: number): string {
    const place = this.order.indexOf(task);
    return place < 0 ? 'a position of another round' : `position ${this.searched.size + place + 1}`;
  }

  has(task: number): boolean {
    return this.searched.has(task);
  }

  wanted(): Iterable<number> {
    return this.settle === null ? [] : this.order;
  }

  positionsOf(tasks: readonly number[]): ReadonlyMap<number, string> {
    return new Map(tasks.map((task) => [task, positionText(this.round.get(task)!)]));
  }

  /** The moves of a position that no round has requested yet are checked when its round comes. */
  check(task: number, outcome: TaskOutcome): Position {
    if (outcome.kind !== 'position') throw new UserError('expected a position');
    const fault = this.faultOf(task, outcome);
    if (fault !== null) throw new UserError(fault);
    return outcome;
  }

  private faultOf(task: number, { found }: Position): string | null {
    const line = this.round.get(task);
    return line === undefined || found === null ? null : moveFault(found, line, this.facts);
  }

  /** Acknowledges what is in the file, and ends the round when all its results are there. */
  async write(
    held: HeldResults<Position>,
    reject: (held: Held<Position>, fault: string) => void,
  ): Promise<readonly Held<Position>[]> {
    const isOpen = (task: number) => this.settle !== null && this.round.has(task);
    const saved = this.isSaved ? [...held.values()].filter(({ task }) => !isOpen(task)) : [];
    this.isSaved = false;
    const results = this.order.map((task) => held.get(task));
    for (const one of results) {
      const fault = one === undefined ? null : this.faultOf(one.task, one.result);
      if (fault !== null) reject(one!, fault);
    }
    const found = this.order.flatMap((task) => held.get(task)?.result ?? []).map((result) => result.found);
    if (this.settle !== null && found.length === this.order.length) {
      for (const task of this.order) this.searched.add(task);
      this.settle.done(found);
      this.settle = null;
    }
    return saved;
  }

  progress(held: HeldResults<Position>): ReturnType<Work<Position>['progress']> {
    const { name, positions } = this.leading;
    const tasksDone =
      this.searched.size + (this.settle === null ? 0 : this.order.filter((task) => held.has(task)).length);
    const of = positions === null ? '' : ` of ${positions}`;
    return { tasksDone, tasksPlanned: positions, lines: [`${name}: ${tasksDone}${of} positions`] };
  }
}
