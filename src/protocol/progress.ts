/** Reports the progress of one search to the manager, in the detail it has requested. */
import type { XY } from '../core/point.ts';
import type { SearchInfo, ThinkInfo, ThinkResult } from '../engine/api.ts';
import { posName } from '../records/notation/pos.ts';
import type { Reply } from './reply.ts';
import { REPLY_TEXTS } from './reply-texts.ts';
import {
  detailLines,
  type Naming,
  protocolLine,
  protocolScore,
  rapfiText,
  realtimeLine,
  realtimeLines,
} from './report.ts';

/** Limits reports to about four per second. */
export const REPORT_PERIOD_MS = 250;

/** Bits of INFO show_detail. */
const REALTIME = 1;
const DETAILS = 2;

export interface ProgressOptions {
  readonly send: (lines: Reply) => void;
  readonly now: () => number;
  /** Notation of points in MESSAGE lines. */
  readonly nameOf: Naming;
  readonly isRapfiForm: boolean;
  /** INFO show_detail: 0 MESSAGE lines only, 1 also REALTIME lines, 2 also INFO lines, 3 all of them. */
  readonly showDetail: number;
}

export class SearchProgress {
  private lastReportMs: number;
  /** Latest figures of each line in multi-PV mode. */
  private readonly lines = new Map<number, SearchInfo>();
  /** Content of the last report, see {@link contentOf}. */
  private lastReport = '';
  /** For each first move the longest known continuation of its last PV. */
  private readonly seen = new Map<string, readonly XY[]>();

  constructor(private readonly options: ProgressOptions) {
    this.lastReportMs = options.now();
    this.clearMarks();
  }

  /** Whether root moves are worth reporting. */
  get wantsRoot(): boolean {
    return (this.options.showDetail & REALTIME) !== 0;
  }

  report(info: ThinkInfo): void {
    const { send, now } = this.options;
    if (info.kind === 'root') {
      if (this.wantsRoot) send(realtimeLines(info));
      return;
    }
    if (info.lines > 1) this.lines.set(info.line, info);
    if (info.pv.length === 0) return;
    this.seen.set(posName(info.pv[0]), this.longest(info.pv));
    if (info.line === 0) {
      if (info.kind !== 'best') this.clearMarks();
      if (this.wantsRoot) send([REPLY_TEXTS.markBest(info.pv[0].x, info.pv[0].y)]);
    }
    const isDue = now() - this.lastReportMs >= REPORT_PERIOD_MS;
    // In multi-PV mode all lines are reported together, once the last one is complete.
    if (!isDue || info.kind === 'best' || info.line < info.lines - 1) return;
    this.lastReportMs = now();
    this.sendReport(info);
  }

  /** Sends the final report without a delay, unless it repeats the last one. No report if the move took no search. */
  reportResult(result: ThinkResult): void {
    const { send } = this.options;
    this.clearMarks();
    if (result.isFoul) send([REPLY_TEXTS.onlyFouls()]);
    const isReported = result.source === 'search' || (result.source === 'book' && result.winIn !== null);
    if (!isReported || result.pv.length === 0) return;
    // An interrupted iteration often has a PV of one move. The PV of a win is complete.
    const pv = result.winIn === null ? this.longest(result.pv) : result.pv;
    const info: SearchInfo = { ...result, pv, kind: 'iteration', line: 0, lines: 1 };
    if (this.contentOf(info) !== this.lastReport) this.sendReport(info);
  }

  /** @returns the line, or the known line that continues it */
  private longest(line: readonly XY[]): readonly XY[] {
    const known = this.seen.get(posName(line[0])) ?? [];
    const isContinued = line.every(({ x, y }, index) => x === known[index]?.x && y === known[index]?.y);
    return isContinued ? known : line;
  }

  /** Clears the marks of moves being searched: they belong to one iteration, and to none after the search. */
  private clearMarks(): void {
    if (this.wantsRoot) this.options.send([REPLY_TEXTS.wipeMarks()]);
  }

  private sendReport(info: SearchInfo): void {
    const { send, nameOf, isRapfiForm, showDetail } = this.options;
    const lines = this.lines.size > 0 ? [...this.lines.values()] : [info];
    const textOf = isRapfiForm ? rapfiText : protocolLine;
    send(lines.map((line) => `MESSAGE ${textOf(line, nameOf)}`));
    if (this.wantsRoot) send(realtimeLine(lines[0], nameOf));
    if ((showDetail & DETAILS) !== 0) send(lines.flatMap(detailLines));
    this.lastReport = this.contentOf(info);
  }

  /** @returns the content of a report except its time, which keeps running after the search */
  private contentOf(info: SearchInfo): string {
    const lines = this.lines.size > 0 ? [...this.lines.values()] : [info];
    return lines
      .map(
        (line) =>
          `${line.depth} ${line.selDepth} ${protocolScore(line)} ${line.nodes} ${line.pv.map(posName).join(' ')}`,
      )
      .join('\n');
  }
}
