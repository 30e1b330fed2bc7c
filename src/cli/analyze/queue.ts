/**
 * A queue of queries for several engines. Each engine searches with a single thread, so that a node limit makes the
 * answer reproducible.
 */
import { messageOf } from '../../core/errors.ts';
import type { Engine } from '../../engine/api.ts';
import { isUnanswered } from '../../engine/errors.ts';
import { type Analyzer, analyze } from '../../game/analysis/analysis.ts';
import { emptyCount } from '../../rules/index.ts';
import { lineJson, positionJson, threatsJson } from './json.ts';
import type { Id, Query } from './request.ts';

/** What the queue needs from an engine. */
export type Searcher = Analyzer & Pick<Engine, 'cancel' | 'close'>;

/** An engine that searches one query at a time. */
interface Slot {
  readonly searcher: Searcher;
  query: Query | null;
}

export class SearchQueue {
  private readonly waiting: Query[] = [];
  private readonly busy = new Set<Slot>();
  private readonly idle: Slot[] = [];
  private readonly most: number;
  private readonly open: () => Searcher;
  private readonly send: (answer: object) => void;
  private onIdle: (() => void)[] = [];

  /** @param most concurrent queries @param open creates an engine @param send receives the answers, in any order */
  constructor(most: number, open: () => Searcher, send: (answer: object) => void) {
    this.most = most;
    this.open = open;
    this.send = send;
  }

  add(query: Query): void {
    this.waiting.push(query);
    this.startNext();
  }

  /** Cancels the queries with an id. @returns how many there were */
  cancel(id: Id): number {
    const dropped = this.waiting.filter((query) => query.id === id);
    for (const query of dropped) {
      this.waiting.splice(this.waiting.indexOf(query), 1);
      this.send(cancelled(id));
    }
    const running = [...this.busy].filter(({ query }) => query?.id === id);
    for (const { searcher } of running) searcher.cancel();
    this.notifyIfIdle();
    return dropped.length + running.length;
  }

  /** @returns when all queries so far have their answers */
  done(): Promise<void> {
    return new Promise((resolve) => {
      this.onIdle.push(resolve);
      this.notifyIfIdle();
    });
  }

  /** Closes the engines; there are no answers after that. */
  close(): void {
    this.waiting.length = 0;
    for (const { searcher } of [...this.busy, ...this.idle]) searcher.close();
  }

  private startNext(): void {
    if (this.waiting.length === 0) return;
    const slot = this.idle.pop() ?? (this.busy.size < this.most ? { searcher: this.open(), query: null } : null);
    if (slot === null) return;
    const query = this.waiting.shift() as Query;
    slot.query = query;
    this.busy.add(slot);
    void answerTo(slot.searcher, query).then((answer) => {
      slot.query = null;
      this.busy.delete(slot);
      this.idle.push(slot);
      this.send(answer);
      this.startNext();
      this.notifyIfIdle();
    });
  }

  private notifyIfIdle(): void {
    if (this.busy.size > 0 || this.waiting.length > 0) return;
    for (const resolve of this.onIdle) resolve();
    this.onIdle = [];
  }
}

async function answerTo(searcher: Searcher, query: Query): Promise<object> {
  const { id, game, limits } = query;
  try {
    const isOver = game.end !== null || emptyCount(game.position) === 0;
    const lines = isOver ? [] : await analyze(searcher, game, limits);
    return {
      id,
      ...positionJson(game),
      ...(query.isSetup ? { moves: null } : {}),
      lines: lines.map((line) => lineJson(line, game.variant.height)),
      ...(query.wantsThreats ? threatsJson(game) : {}),
    };
  } catch (error) {
    return isUnanswered(error) ? cancelled(id) : { id, error: messageOf(error), code: 'failed' };
  }
}

function cancelled(id: Id): object {
  return { id, error: 'cancelled', code: 'cancelled' };
}
