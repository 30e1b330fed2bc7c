/** All that a worker has to know of a run of self-play. There are only numbers in it: a worker plays with its own engine. */
import { MatchError } from '../core/errors.ts';
import { ruleFromCode } from '../core/rule.ts';
import { MAX_SIZE } from '../kernel/point.ts';
import { sha256Of } from '../match/engine-pack.ts';
import { networkInUse } from '../runtime/network-in-use.ts';
import { LEARNED_WEIGHTS } from '../runtime/weights-data.ts';
import type { SelfPlayRun } from '../selfplay/range.ts';

export interface SelfPlaySpec extends SelfPlayRun {
  /** Games of one unit of work; the last may have fewer. */
  readonly atOnce: number;
  readonly version: string;
  /** As in {@link weightsName}. */
  readonly weights: string;
  /** Nodes that `tengen bench` counts. */
  readonly bench: number;
}

/** Smallest board and fewest nodes, as for a run here. */
export const LEAST_SIZE = 8;
export const LEAST_NODES = 100;
export const MOST_AT_ONCE = 1000;
/** Two minutes or so of a core of its own: it plays about 17,000 games an hour at 3,000 nodes (docs/evaluation.md). */
const NODES_AT_ONCE = 1_700_000;

/** @returns how many games a worker gets at once, if nothing else is wanted */
export function gamesAtOnce(nodes: number): number {
  return Math.max(1, Math.min(MOST_AT_ONCE, Math.round(NODES_AT_ONCE / nodes)));
}

/** @returns what tells the weights of this program from others */
export function weightsName(handset: boolean): string {
  if (handset) return 'handset';
  return `learned ${sha256Of(Buffer.concat([Buffer.from(LEARNED_WEIGHTS.join('\n')), networkInUse()])).slice(0, 16)}`;
}

/** @returns what names the work: results of another one do not fit */
export function selfPlayId(spec: SelfPlaySpec): string {
  const { rule, sizes, nodes, seed, games, handset, atOnce, version, weights, bench } = spec;
  const deciding = ['selfplay', rule, sizes, nodes, seed, games, handset, atOnce, version, weights, bench];
  return sha256Of(JSON.stringify(deciding));
}

export function unitCount({ games, atOnce }: SelfPlaySpec): number {
  return Math.ceil(games / atOnce);
}

/** @returns the games of a unit */
export function rangeOf(
  { games, atOnce }: SelfPlaySpec,
  unit: number,
): { readonly first: number; readonly count: number } {
  const first = unit * atOnce;
  return { first, count: Math.min(atOnce, games - first) };
}

/** Reads what a coordinator has sent; nothing in it is trusted. @throws MatchError that says what is wrong with it */
export function parseSelfPlaySpec(text: string): SelfPlaySpec {
  let spec: SelfPlaySpec;
  try {
    spec = JSON.parse(text);
  } catch {
    throw new MatchError('what the coordinator says of its self-play is no JSON');
  }
  const isWhole = (value: unknown, least: number): boolean => Number.isInteger(value) && (value as number) >= least;
  if (ruleFromCode(spec?.rule) === null) throw wrong('rule', 'one this tengen knows');
  const { sizes } = spec;
  const isSize = (size: unknown) => isWhole(size, LEAST_SIZE) && (size as number) <= MAX_SIZE;
  if (!Array.isArray(sizes) || sizes.length === 0 || !sizes.every(isSize)) throw wrong('sizes', 'sizes of boards');
  if (!isWhole(spec.nodes, LEAST_NODES) || spec.nodes >= 1e9) throw wrong('nodes', `at least ${LEAST_NODES}`);
  for (const key of ['seed', 'games', 'bench'] as const) if (!isWhole(spec[key], 0)) throw wrong(key, 'a number');
  if (!isWhole(spec.atOnce, 1) || spec.atOnce > MOST_AT_ONCE) throw wrong('atOnce', `1 to ${MOST_AT_ONCE}`);
  if (typeof spec.handset !== 'boolean') throw wrong('handset', 'true or false');
  return spec;
}

function wrong(what: string, expected: string): MatchError {
  return new MatchError(`what the coordinator says of its self-play: ${what}: expected ${expected}`);
}
