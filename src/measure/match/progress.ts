/** Progress of a running match: one line updated in place on a terminal, periodic lines in a pipe. */
import type { GameRecord } from '../../records/notation/game-record.ts';
import { estimateOf } from '../stats/index.ts';
import type { MatchRun } from './match.ts';
import { type FailedStart, START_TRIES } from './starts.ts';
import { eloText, llrText, scoreText } from './summary-text.ts';

/** Destination of the lines. */
export interface ProgressOutput {
  readonly isTerminal: boolean;
  /** Width in characters. */
  readonly columns: number;
  write(text: string): void;
}

/** Minimum time between two updates of the line on a terminal, ms. */
const REDRAW_MS = 200;

export class MatchProgress {
  private readonly intervalMs: number;
  private readonly verbose: boolean;
  private startMs = 0;
  private playedBefore = 0;
  private lastMs = Number.NEGATIVE_INFINITY;
  private lineShown = false;

  /** @param now ms, monotonic */
  constructor(
    private readonly output: ProgressOutput,
    private readonly now: () => number,
    options: { readonly intervalMs: number; readonly verbose: boolean },
  ) {
    this.intervalMs = output.isTerminal ? REDRAW_MS : options.intervalMs;
    this.verbose = options.verbose;
  }

  begin(run: MatchRun): void {
    this.startMs = this.now();
    this.playedBefore = run.resumedGames;
    const resumed = run.resumedGames > 0 ? `, ${run.resumedGames} of them already played` : '';
    const upTo = run.standings.sprt === null ? '' : 'up to ';
    this.line(`${upTo}${run.schedule.total} games${resumed}; results in ${run.file}`);
  }

  game(record: GameRecord, run: MatchRun): void {
    if (this.verbose || isFault(record)) this.line(gameLine(record));
    const now = this.now();
    if (now - this.lastMs < this.intervalMs) return;
    this.lastMs = now;
    const status = statusLine(run, this.playedBefore, now - this.startMs);
    if (!this.output.isTerminal) {
      this.output.write(`${status}\n`);
      return;
    }
    this.output.write(`\r\x1b[K${status.slice(0, this.output.columns - 1)}`);
    this.lineShown = true;
  }

  failedStart(failed: FailedStart): void {
    for (const text of failedStartLines(failed)) this.line(text);
  }

  /** Prints a permanent line. */
  line(text: string): void {
    this.output.write(`${this.lineShown ? '\r\x1b[K' : ''}${text}\n`);
    this.lineShown = false;
  }

  end(): void {
    if (this.lineShown) this.output.write('\n');
    this.lineShown = false;
  }
}

/** @returns for instance `game 3, try 1 of 3: wine: no answer to START 15 within 10000 ms: expected OK` */
function failedStartLines({ game, names, detail, attempt }: FailedStart): string[] {
  const line = `game ${game + 1}, try ${attempt} of ${START_TRIES}: ${detail}`;
  return attempt < START_TRIES ? [line] : [line, `dropped: ${names.join(', ')}; the remaining games are not played`];
}

export function isFault(record: GameRecord): boolean {
  return ['time', 'crash', 'illegal', 'start'].includes(record.reason);
}

/** @returns for instance `game 17: rapfi - wine 1-0, five, 43 stones` */
export function gameLine(record: GameRecord): string {
  const score = { black: '1-0', white: '0-1', draw: '1/2-1/2' }[record.result];
  const stones = (record.moves.match(/[a-z]/g) ?? []).length;
  const detail = isFault(record) || record.reason === 'foul' ? ` (${record.detail})` : '';
  return `game ${record.game + 1}: ${record.black} - ${record.white} ${score}, ${record.reason}${detail}, ${stones} stones`;
}

/**
 * @param playedBefore games in the file when the run began
 * @param elapsedMs since the run began
 * @returns games, score, Elo, LLR, speed and time left in one line
 */
export function statusLine(run: MatchRun, playedBefore: number, elapsedMs: number): string {
  const { standings, schedule } = run;
  const done = standings.games;
  const perMinute = elapsedMs > 0 ? ((done - playedBefore) * 60_000) / elapsedMs : 0;
  const { sprt } = standings;
  // A sequential test has no planned length: its maximum number of games is meaningless.
  const parts = [sprt === null ? `${done}/${schedule.total}` : `${done} games`];
  if (standings.pairings.length === 1) {
    parts.push(scoreText(standings.pairings[0]), eloText(estimateOf(standings.pairings[0])));
  } else {
    const points = ({ wins, draws }: { wins: number; draws: number }) => wins + draws / 2;
    const ranked = standings.engines
      .filter(({ games }) => games > 0)
      .sort((a, b) => points(b) / b.games - points(a) / a.games);
    parts.push(ranked.map((engine) => `${engine.name} ${points(engine)}/${engine.games}`).join(' '));
  }
  if (sprt !== null) parts.push(llrText(sprt));
  parts.push(`${perMinute.toFixed(1)} games/min`);
  if (sprt === null && perMinute > 0) parts.push(`${durationText(((schedule.total - done) / perMinute) * 60)} left`);
  return parts.filter((part) => part !== '').join('  ');
}

/** @param seconds of any size @returns `1:23:45` or `2:05` */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
