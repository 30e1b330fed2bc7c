/**
 * The search thread: receives positions, searches them, and sends back the results. It reaches the system that it runs
 * on only through its shell, and between messages it keeps only the search's tables.
 */
import { opponentOf } from '../core/color.ts';
import { NO_LIMIT_MS } from '../core/limits.ts';
import { CELLS, columnOf, NO_POINT, pointAt, rowOf } from '../kernel/point.ts';
import { INFO_BEST_MOVE } from '../kernel/search/host.ts';
import { SOLVER_SHARE, SOLVING_SHARE } from '../kernel/search/params.ts';
import { RESULT_BEST, RESULT_FORCED, RESULT_LINE, RESULT_SCORE } from '../kernel/search/result.ts';
import { winIn } from '../kernel/search/score.ts';
import type { InfoKind } from './api.ts';
import {
  BEST_ID,
  BEST_MOVE,
  HEARTBEAT,
  HELPED_ID,
  KILONODES,
  LIMITS_ID,
  MAXIMUM_MS,
  OPTIMUM_MS,
  STOP_UP_TO,
} from './control.ts';
import type { FromWorker, PositionMessage, ThinkMessage, ToWorker, WarmUpMessage, WorkerSetup } from './messages.ts';
import type { Kernel, KernelHost, TableRegion } from './runtime/kernel.ts';
import { useLearnedWeights } from './runtime/learned-weights.ts';
import { setUpBoard, useAllLearned } from './runtime/networks.ts';
import { ANY_DEPTH, UNTIMED_MS } from './runtime/think.ts';
import { searchStats } from './search-stats.ts';
import type { TimePlan } from './time.ts';

/** Enough for a warm-up, and small enough to measure what the process needs without a table. */
const MIN_TABLE = 1 << 18;
/** Nodes per move of the first warm-up game, the length of such a game, and the node limit per move. */
const WARM_UP_NODES = 100;
const WARM_UP_PLIES = 40;
const WARM_UP_MAX_NODES = 1 << 20;
/** Interval between reports of changes at the root, in milliseconds. */
const ROOT_PERIOD = 100;
/** More than any search visits, and few enough that their thousands fit into 32 bits. */
const MAX_NODES = 1e12;
/** The search counts up to this; larger node limits are enforced here, to within a thousand nodes. */
const MAX_NODES_IN_32_BITS = 2 ** 31 - 1;
/** More lines than the search distinguishes. */
const MAX_LINES = 500;

/** The search of a thread. */
export interface OpenedKernel {
  readonly kernel: Kernel;
  /** The table in the thread's own memory; null: messages say where the table is, or the search makes one. */
  readonly ownTable: TableRegion | null;
}

/** What a search thread needs from the system it runs on. */
export interface WorkerShell {
  /** Opens the search in the form that the memory permits. @throws Error if there is not enough memory */
  openKernel(setup: WorkerSetup, host: KernelHost): OpenedKernel | Promise<OpenedKernel>;
  /** The engine's clock, milliseconds. */
  clock(): number;
  post(message: FromWorker): void;
  residentBytes(): number;
  /** Collects garbage, if the system allows requesting it. */
  collectGarbage(): void;
}

const host = { now, stop: shouldStop, info: report };
let shell: WorkerShell;
let control: Int32Array;
let search: Kernel;
let ownTable: TableRegion | null = null;

/** In thousands: more nodes than any think may search. */
const NO_NODE_LIMIT = 0x7fffffff;

/** Number of the running think; its limits are read from `control` once the engine has changed them. */
let current = 0;
/** When it began. The search counts from there, so that 32 bits suffice however long the engine lives. */
let startedAt = 0;
let maxMs = NO_LIMIT_MS;
let silent = false;
let showRoot = false;
let rootShownAt = 0;
let maximumKilonodes = NO_NODE_LIMIT;
const rootShown = new Uint8Array(CELLS);
let tableBytes = 0;
/**
 * The table in shared memory that was used last, and the game whose positions it holds; null: it is empty. The search
 * may temporarily use a different table, as in a warm-up.
 */
let lastTable: TableRegion | null = null;
let lastGame: string | null = null;
/** Whether the search uses that table, alone: it then clears the table itself when the game changes. */
let usesShared = false;

/**
 * Opens the search of this thread.
 * @param evaluation 'network', or for comparison in matches 'table' (no networks) or 'handset' (nothing learned)
 * @returns a function that handles the engine's messages
 */
export async function openSearchThread(
  setup: WorkerSetup,
  given: WorkerShell,
  evaluation: string,
): Promise<(message: ToWorker) => void> {
  shell = given;
  control = setup.control;
  const opened = await shell.openKernel(setup, host);
  search = opened.kernel;
  ownTable = opened.ownTable;
  if (evaluation === 'network') useAllLearned(search);
  else if (evaluation === 'table') useLearnedWeights(search);
  return (message) => {
    try {
      handle(message);
    } catch (error) {
      // The search may have left its board in mid-line, so the engine replaces this thread.
      const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      shell.post({ type: 'error', id: current, text });
    }
  };
}

function handle(message: ToWorker): void {
  beat();
  if (message.type === 'think') runThink(message);
  else if (message.type === 'warmUp') warmUp(message);
  else clear();
}

/** Milliseconds since the running think began. The clocks of two threads may differ slightly. */
function now(): number {
  return Math.max(0, shell.clock() - startedAt);
}

function runThink(message: ThinkMessage): void {
  begin(message.id, message.startedAt ?? shell.clock(), message.maxMs);
  Atomics.store(control, KILONODES, 0);
  const isHelper = message.helper > 0;
  silent = isHelper;
  showRoot = message.showRoot;
  rootShown.fill(0);
  rootShownAt = Number.NEGATIVE_INFINITY;
  const maxDepth = Math.floor(Math.min(message.maxDepth || ANY_DEPTH, ANY_DEPTH));
  const maxNodes = Math.floor(Math.min(message.maxNodes, MAX_NODES));
  const isCounted = maxNodes <= MAX_NODES_IN_32_BITS;
  maximumKilonodes = isCounted ? NO_NODE_LIMIT : Math.floor(maxNodes / 1000);
  const lines = Math.floor(Math.min(message.lines, MAX_LINES));
  const { excluded } = message;
  for (let i = 0; i < excluded.length; i += 2) search.rootExcluded[pointAt(excluded[i], excluded[i + 1])] = 1;
  search.params[SOLVER_SHARE] = message.solve ? SOLVING_SHARE : 0;
  let limits: TimePlan = message;
  let searchMs = 0;
  for (;;) {
    setPosition(message.position);
    selectTable(message);
    if (limits === message && !isHelper && (message.isShared || message.startedAt === null)) {
      // Neither the start of this thread nor the end of its last search counts.
      if (message.startedAt === null) startedAt = shell.clock();
      shell.post({ type: 'started', id: message.id, startedAt });
      beat();
    }
    // A think that arrives after its time limit still returns the best move by static evaluation.
    const maximum = message.atOnce ? 0 : msUntil(limits.maxMs);
    const optimum = Math.min(msUntil(limits.optimumMs), maximum);
    const searchedFrom = now();
    search.think(message.position.color, optimum, maximum, maxDepth, isCounted ? maxNodes : 0, lines);
    searchMs += now() - searchedFrom;
    const changed = changedLimits();
    // If the think was given more time, the search resumes: its table quickly leads back to its depth.
    if (message.atOnce || changed === null || isStopped() || changed.maxMs <= limits.maxMs) break;
    if (msUntil(changed.optimumMs) === 0) break;
    limits = changed;
  }
  if (isHelper) {
    Atomics.store(control, HELPED_ID, message.id);
    return;
  }
  const { result } = search;
  const best = result[RESULT_BEST];
  shell.post({
    ...searchStats(search),
    type: 'result',
    id: message.id,
    best: best === NO_POINT ? [] : [columnOf(best), rowOf(best)],
    forced: result[RESULT_FORCED] !== 0,
    searchMs,
  });
}

function warmUp(message: WarmUpMessage): void {
  begin(message.id, shell.clock(), message.forMs);
  if (lastGame !== gameOf(message.position)) clearSharedTable();
  usePrivateTable(MIN_TABLE);
  silent = true;
  playToWarmUp(message);
  search.newGame();
  // The garbage from building the tables would otherwise stay for the whole first search.
  shell.collectGarbage();
  silent = false;
  shell.post({ type: 'ready', rssBytes: shell.residentBytes() });
}

/**
 * Plays quick games against itself, each with more nodes per move than the last: code that was compiled after meeting
 * threats, fours and wins need not be compiled again in the first real search.
 */
function playToWarmUp({ position, forMs }: WarmUpMessage): void {
  for (let nodes = WARM_UP_NODES; nodes < WARM_UP_MAX_NODES && !isStopped() && now() < maxMs; nodes *= 2) {
    setPosition(position);
    search.newGame();
    let color = position.color;
    for (let ply = 0; ply < WARM_UP_PLIES && !isStopped() && now() < maxMs; ply++) {
      search.think(color, forMs, forMs, ANY_DEPTH, nodes, 1);
      const best = search.result[RESULT_BEST];
      // The game is over once a five is made.
      if (best === NO_POINT || search.result[RESULT_SCORE] >= winIn(1)) break;
      search.place(columnOf(best), rowOf(best), color);
      color = opponentOf(color);
    }
  }
}

function begin(id: number, at: number, until: number): void {
  current = id;
  startedAt = at;
  maxMs = until;
  maximumKilonodes = NO_NODE_LIMIT;
  showRoot = false;
  silent = false;
  search.rootExcluded.fill(0);
}

/** Selects the table for a think. Call after setting up the position, whose rule may be new and clear the table. */
function selectTable(message: ThinkMessage): void {
  const { tableBytes: wishedBytes, isShared, id, helper, position } = message;
  const table = message.table ?? ownTable;
  if (table !== null) {
    if (helper === 0) selectSharedTable(table, gameOf(position));
    if (isShared && message.table !== null) search.joinSearch(table, id & 0x3fffffff, helper);
    else search.useTable(table);
    usesShared = !isShared || message.table === null;
    tableBytes = 0;
  } else if (wishedBytes !== tableBytes) {
    usePrivateTable(wishedBytes);
  }
}

/** A table never outlives the game that filled it. The engine has already cleared a table whose size has changed. */
function selectSharedTable(table: TableRegion, game: string): void {
  if (lastTable?.bytes !== table.bytes) lastGame = null;
  else if (lastGame !== game && !usesShared) clearSharedTable();
  lastTable = table;
  lastGame = game;
}

/** Clears the table in shared memory, whichever table the search uses at the moment. */
function clearSharedTable(): void {
  if (lastTable === null || lastGame === null) return;
  search.useTable(lastTable);
  usesShared = true;
  search.newGame();
  lastGame = null;
}

/** Clears everything learned from earlier positions. Helpers leave the shared table to the deciding thread. */
function clear(): void {
  if (lastGame === null) search.newGame();
  else clearSharedTable();
}

function usePrivateTable(bytes: number): void {
  tableBytes = bytes;
  usesShared = false;
  search.setTableBytes(bytes);
}

/** @returns a key of the game; a table must not be used for another one */
function gameOf({ width, height, rule, winLength }: PositionMessage): string {
  return `${width} ${height} ${rule} ${winLength}`;
}

function setPosition(position: PositionMessage): void {
  setUpBoard(search, position);
  const { stones } = position;
  for (let i = 0; i < stones.length; i += 3) search.place(stones[i], stones[i + 1], stones[i + 2]);
}

/** @returns whole milliseconds left, from 0 to {@link UNTIMED_MS}, which the search takes for no limit */
function msUntil(time: number): number {
  return time === NO_LIMIT_MS ? UNTIMED_MS : Math.max(0, Math.min(UNTIMED_MS, Math.floor(time - now())));
}

/** Shows the engine that this thread makes progress. */
function beat(): void {
  Atomics.add(control, HEARTBEAT, 1);
}

function isStopped(): boolean {
  return Atomics.load(control, STOP_UP_TO) >= current;
}

function changedLimits(): TimePlan | null {
  if (Atomics.load(control, LIMITS_ID) !== current) return null;
  return { optimumMs: Atomics.load(control, OPTIMUM_MS), maxMs: Atomics.load(control, MAXIMUM_MS) };
}

/** The search calls this every few hundred nodes. @returns 1 if it must return */
function shouldStop(): number {
  beat();
  if (isStopped()) return 1;
  const time = now();
  const kilonodes = search.kilonodes();
  Atomics.store(control, KILONODES, kilonodes);
  if (kilonodes >= maximumKilonodes) return 1;
  if (showRoot && !silent && time - rootShownAt >= ROOT_PERIOD) reportRoot(time);
  if (Atomics.load(control, LIMITS_ID) === current) maxMs = Atomics.load(control, MAXIMUM_MS);
  return maxMs !== NO_LIMIT_MS && time >= maxMs ? 1 : 0;
}

/** The search calls this when it has progress to report. */
function report(kind: number): void {
  const { result } = search;
  const best = result[RESULT_BEST];
  if (silent || best === NO_POINT) return;
  if (result[RESULT_LINE] === 0) {
    Atomics.store(control, BEST_MOVE, columnOf(best) | (rowOf(best) << 8));
    Atomics.store(control, BEST_ID, current);
  }
  const name: InfoKind = kind === INFO_BEST_MOVE ? 'best' : 'iteration';
  shell.post({ ...searchStats(search), type: 'info', id: current, kind: name });
}

function reportRoot(time: number): void {
  const { rootState } = search;
  rootShownAt = time;
  const changes: number[] = [];
  for (let point = pointAt(0, 0); point < rootState.length; point++) {
    if (rootState[point] === rootShown[point]) continue;
    rootShown[point] = rootState[point];
    changes.push(columnOf(point), rowOf(point), rootState[point]);
  }
  if (changes.length > 0) shell.post({ type: 'root', id: current, changes });
}
