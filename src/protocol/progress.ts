/** Tells a manager how one search is going, as much of it and as often as it has asked for. */

import type { XY } from '../core/point.ts';
import type { SearchInfo, ThinkInfo, ThinkResult } from '../engine/api.ts';
import { posName } from '../notation/pos.ts';
import type { Reply } from './reply.ts';
import { REPLY_TEXTS } from './reply-texts.ts';
import {
  detailLines,
  type Naming,
  protocolLine,
  protocolScore,
  rapfiText,
  realtimeBest,
  realtimeLine,
  realtimeLines,
} from './report.ts';

/** At most about four reports a second. */
export const REPORT_PERIOD_MS = 250;

/** Bits of INFO show_detail. */
const REALTIME = 1;
const DETAILS = 2;

export interface ProgressOptions {
  readonly send: (lines: Reply) => void;
  readonly now: () => number;
  /** How points are called in MESSAGE lines. */
  readonly nameOf: Naming;
  /** MESSAGE lines in the form of Rapfi's. */
  readonly isRapfiForm: boolean;
  /** INFO show_detail: 0 MESSAGE lines only, 1 and REALTIME lines, 2 and INFO lines, 3 all of them. */
  readonly showDetail: number;
}

export class SearchProgress {
  private readonly options: ProgressOptions;
  private toldAt: number;
  /** Latest figures of each best line, when several are looked for. */
  private readonly lines = new Map<number, SearchInfo>();
  /** What was told last. */
  private told = '';
  /** For each first move the last line that was told of it, as far as it has been seen. */
  private readonly seen = new Map<string, readonly XY[]>();

  constructor(options: ProgressOptions) {
    this.options = options;
    this.toldAt = options.now();
    this.wipeMarks();
  }

  /** Whether root moves are worth reporting. */
  get wantsRoot(): boolean {
    return (this.options.showDetail & REALTIME) !== 0;
  }

  tell(info: ThinkInfo): void {
    const { send, now } = this.options;
    if (info.kind === 'root') {
      if (this.wantsRoot) send(realtimeLines(info));
      return;
    }
    if (info.lines > 1) this.lines.set(info.line, info);
    if (info.pv.length === 0) return;
    this.seen.set(posName(info.pv[0]), this.longest(info.pv));
    if (info.line === 0) {
      if (info.kind !== 'best') this.wipeMarks();
      if (this.wantsRoot) send([realtimeBest(info.pv[0])]);
    }
    const isDue = now() - this.toldAt >= REPORT_PERIOD_MS;
    // Several lines are told together, when the last of them is there.
    if (!isDue || info.kind === 'best' || info.line < info.lines - 1) return;
    this.toldAt = now();
    this.tellNews(info);
  }

  /** The last word, whenever the one before it was, unless it is the same. Nothing if the move took no search. */
  tellResult(result: ThinkResult): void {
    const { send } = this.options;
    this.wipeMarks();
    if (result.isFoul) send([REPLY_TEXTS.onlyFouls()]);
    if (result.source !== 'search' || result.pv.length === 0) return;
    // An iteration that was cut short often knows no more than its move. A win is no longer than it says.
    const pv = result.winIn === null ? this.longest(result.pv) : result.pv;
    const info: SearchInfo = { ...result, pv, kind: 'iteration', line: 0, lines: 1 };
    if (this.newsOf(info) !== this.told) this.tellNews(info);
  }

  /** @returns the line, or the one known if that is a continuation of it */
  private longest(line: readonly XY[]): readonly XY[] {
    const known = this.seen.get(posName(line[0])) ?? [];
    const isContinued = line.every(({ x, y }, index) => x === known[index]?.x && y === known[index]?.y);
    return isContinued ? known : line;
  }

  /** Marks of moves being searched belong to one iteration, and to none once the move is there. */
  private wipeMarks(): void {
    if (this.wantsRoot) this.options.send([REPLY_TEXTS.wipeMarks()]);
  }

  private tellNews(info: SearchInfo): void {
    const { send, nameOf, isRapfiForm, showDetail } = this.options;
    const lines = this.lines.size > 0 ? [...this.lines.values()] : [info];
    const textOf = isRapfiForm ? rapfiText : protocolLine;
    send(lines.map((line) => `MESSAGE ${textOf(line, nameOf)}`));
    if (this.wantsRoot) send(realtimeLine(lines[0], nameOf));
    if ((showDetail & DETAILS) !== 0) send(lines.flatMap(detailLines));
    this.told = this.newsOf(info);
  }

  /** @returns all that is told but the clock, which goes on after the search has ended */
  private newsOf(info: SearchInfo): string {
    const lines = this.lines.size > 0 ? [...this.lines.values()] : [info];
    return lines
      .map(
        (line) =>
          `${line.depth} ${line.selDepth} ${protocolScore(line)} ${line.nodes} ${line.pv.map(posName).join(' ')}`,
      )
      .join('\n');
  }
}
