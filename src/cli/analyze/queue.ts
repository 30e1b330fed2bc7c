/**
 * Queries that wait for one of several engines. Each engine searches with a single thread, so that nodes decide the
 * answer.
 */
import { messageOf } from '../../core/errors.ts';
import type { Engine } from '../../engine/api.ts';
import { isUnanswered } from '../../engine/errors.ts';
import { type Analyzer, analyze } from '../../game/analysis/analysis.ts';
import { emptyCount } from '../../rules/index.ts';
import { lineJson, positionJson, threatsJson } from './json.ts';
import type { Id, Query } from './request.ts';

/** What the queue needs of an engine. */
export type Searcher = Analyzer & Pick<Engine, 'cancel' | 'close'>;

/** A place at which one query after the other is searched. */
interface Place {
  readonly searcher: Searcher;
  query: Query | null;
}

export class SearchQueue {
  private readonly waiting: Query[] = [];
  private readonly busy = new Set<Place>();
  private readonly idle: Place[] = [];
  private readonly most: number;
  private readonly open: () => Searcher;
  private readonly tell: (answer: object) => void;
  private atRest: (() => void)[] = [];

  /** @param most queries at once @param open makes an engine @param tell gets the answer of each query, in any order */
  constructor(most: number, open: () => Searcher, tell: (answer: object) => void) {
    this.most = most;
    this.open = open;
    this.tell = tell;
  }

  add(query: Query): void {
    this.waiting.push(query);
    this.startNext();
  }

  /** Gives up what is asked under an id. @returns how many queries that were */
  cancel(id: Id): number {
    const dropped = this.waiting.filter((query) => query.id === id);
    for (const query of dropped) {
      this.waiting.splice(this.waiting.indexOf(query), 1);
      this.tell(cancelled(id));
    }
    const running = [...this.busy].filter(({ query }) => query?.id === id);
    for (const { searcher } of running) searcher.cancel();
    this.restIfDone();
    return dropped.length + running.length;
  }

  /** @returns when everything asked so far has its answer */
  done(): Promise<void> {
    return new Promise((resolve) => {
      this.atRest.push(resolve);
      this.restIfDone();
    });
  }

  /** Ends the engines, which answer nothing more. */
  close(): void {
    this.waiting.length = 0;
    for (const { searcher } of [...this.busy, ...this.idle]) searcher.close();
  }

  private startNext(): void {
    if (this.waiting.length === 0) return;
    const place = this.idle.pop() ?? (this.busy.size < this.most ? { searcher: this.open(), query: null } : null);
    if (place === null) return;
    const query = this.waiting.shift() as Query;
    place.query = query;
    this.busy.add(place);
    void answerTo(place.searcher, query).then((answer) => {
      place.query = null;
      this.busy.delete(place);
      this.idle.push(place);
      this.tell(answer);
      this.startNext();
      this.restIfDone();
    });
  }

  private restIfDone(): void {
    if (this.busy.size > 0 || this.waiting.length > 0) return;
    for (const resolve of this.atRest) resolve();
    this.atRest = [];
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
  return { id, error: 'given up, as cancel asked', code: 'cancelled' };
}
