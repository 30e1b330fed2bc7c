/** Counters of the server, in the text format of Prometheus. */
import { VERSION } from '../../engine/version.ts';
import type { EndedQuery, QueryOutcome } from '../queue.ts';

/** Upper bounds of the histogram, in seconds. */
const BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

export class Metrics {
  private readonly startedMs = performance.now();
  private readonly outcomes: Record<QueryOutcome, number> = { answered: 0, cancelled: 0, failed: 0, gone: 0 };
  /** Responses by HTTP status. */
  private readonly responses = new Map<number, number>();
  private readonly buckets: number[] = BUCKETS.map(() => 0);
  private seconds = 0;
  private nodes = 0;

  ended({ outcome, elapsedMs, nodes }: EndedQuery): void {
    const seconds = elapsedMs / 1000;
    this.outcomes[outcome]++;
    this.nodes += nodes;
    this.seconds += seconds;
    const index = BUCKETS.findIndex((bound) => seconds <= bound);
    if (index >= 0) this.buckets[index]++;
  }

  responded(status: number): void {
    this.responses.set(status, (this.responses.get(status) ?? 0) + 1);
  }

  get upSeconds(): number {
    return Math.round((performance.now() - this.startedMs) / 1000);
  }

  /** @param now what the server holds now */
  text(now: Readonly<Record<'engines' | 'running' | 'waiting' | 'clients', number>>): string {
    return [
      ...metric('tengen_info', 'gauge', 'Version of the program.', [[`{version="${VERSION}"}`, 1]]),
      ...metric('tengen_uptime_seconds', 'gauge', 'Time since the start.', [['', this.upSeconds]]),
      ...metric('tengen_engines', 'gauge', 'Largest number of concurrent searches.', [['', now.engines]]),
      ...metric('tengen_queries_running', 'gauge', 'Queries being searched.', [['', now.running]]),
      ...metric('tengen_queries_waiting', 'gauge', 'Queries in the queue.', [['', now.waiting]]),
      ...metric('tengen_clients', 'gauge', 'HTTP requests and WebSockets in progress.', [['', now.clients]]),
      ...metric(
        'tengen_queries_total',
        'counter',
        'Queries that have ended, by outcome.',
        Object.entries(this.outcomes).map(([outcome, count]) => [`{outcome="${outcome}"}`, count]),
      ),
      ...metric(
        'tengen_http_responses_total',
        'counter',
        'HTTP responses, by status.',
        [...this.responses].map(([status, count]) => [`{status="${status}"}`, count]),
      ),
      ...metric('tengen_nodes_total', 'counter', 'Positions visited by the searches.', [['', this.nodes]]),
      ...metric('tengen_query_seconds', 'histogram', 'Time from query to answer.', this.histogram()),
      ...metric('process_resident_memory_bytes', 'gauge', 'Resident memory.', [['', process.memoryUsage.rss()]]),
      '',
    ].join('\n');
  }

  private histogram(): [string, number][] {
    let sum = 0;
    const rows = BUCKETS.map((bound, i): [string, number] => {
      sum += this.buckets[i];
      return [`_bucket{le="${bound}"}`, sum];
    });
    const count = Object.values(this.outcomes).reduce((total, one) => total + one, 0);
    return [...rows, ['_bucket{le="+Inf"}', count], ['_sum', this.seconds], ['_count', count]];
  }
}

/** @param rows suffix or labels of each sample, and its value */
function metric(name: string, type: string, help: string, rows: readonly (readonly [string, number])[]): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...rows.map(([rest, value]) => `${name}${rest} ${value}`),
  ];
}
