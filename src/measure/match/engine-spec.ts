/** The description of an engine before it runs. All times are ms. */

export interface TimeControl {
  /** For the whole game, null: no limit. */
  readonly matchMs: number | null;
  /** For one move, null: as much as the match time leaves. */
  readonly turnMs: number | null;
  /** Added after each move. */
  readonly incrementMs: number;
}

/** An engine of a match: its command and its limits. */
export interface EngineSpec {
  /** Unique in a match. */
  readonly name: string;
  /** Command line as given. */
  readonly command: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly time: TimeControl;
  /** Sent as INFO max_node and INFO max_depth; null: not sent. */
  readonly nodes: number | null;
  readonly depth: number | null;
  /** Sent as INFO max_memory, bytes; 0: no limit. */
  readonly memoryBytes: number;
  /** Sent as `INFO key value` in this order. */
  readonly options: readonly (readonly [key: string, value: string])[];
  readonly lineEnd: '\r\n' | '\n';
  /** From starting the process to OK. */
  readonly startTimeoutMs: number;
  /** Over the limit of a move before the game is lost. */
  readonly toleranceMs: number;
  /** Rest between an engine's move and the next command to it, off its clock. */
  readonly delayMs: number;
  /** A new process for every game. */
  readonly restart: boolean;
  /** Folder that is sent to workers of a fleet; absent: the files that the command line names. */
  readonly pack?: string;
  /** Node count that the engine's own `bench` has to print; absent: not checked. */
  readonly bench?: number;
}

/** Limit of a move where only nodes or depth are limited: a slower move counts as hung. */
export const GUARD_TURN_MS = 60_000;

/**
 * @returns ms a move may take with `leftMs` of the match left; may be negative. Infinite match time: `leftMs` is null
 */
export function moveLimitMs(time: TimeControl, leftMs: number | null): number {
  return Math.min(time.turnMs ?? Number.POSITIVE_INFINITY, leftMs ?? Number.POSITIVE_INFINITY);
}

/**
 * Reads `match/turn+increment` or `match+increment`, in seconds or with a unit: `180/5`, `0/50ms`, `60+0.5`. A match
 * time of 0 is no limit.
 * @returns null if `text` is something else
 */
export function parseTimeControl(text: string): TimeControl | null {
  const found = /^([\d.]+[a-z]*)(?:\/([\d.]+[a-z]*))?(?:\+([\d.]+[a-z]*))?$/i.exec(text.trim());
  if (found === null) return null;
  const [match, turn, increment] = found
    .slice(1)
    .map((field) => (field === undefined ? null : parseDuration(field, 's')));
  if (match === undefined || turn === undefined || increment === undefined) return null;
  if ((match ?? 0) === 0 && (turn ?? 0) === 0) return null;
  return { matchMs: match || null, turnMs: turn || null, incrementMs: increment ?? 0 };
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

/** Reads `50ms`, `1.5s`, `2m`, or a bare number in `unit`. @returns ms, or undefined if it is none */
export function parseDuration(text: string, unit: 'ms' | 's'): number | undefined {
  const found = /^(\d+(?:\.\d*)?|\.\d+)(ms|s|min|m|h)?$/i.exec(text.trim());
  return found === null ? undefined : Number(found[1]) * UNIT_MS[(found[2] ?? unit).toLowerCase()];
}

/** @returns `match/turn+increment` in seconds, as {@link parseTimeControl} reads it */
export function formatTimeControl(time: TimeControl): string {
  const seconds = (ms: number | null) => String((ms ?? 0) / 1000);
  const increment = time.incrementMs === 0 ? '' : `+${seconds(time.incrementMs)}`;
  return `${seconds(time.matchMs)}/${seconds(time.turnMs)}${increment}`;
}
