/**
 * All that a worker has to know about a run of self-play. A worker plays with its own engine, so this is little more
 * than numbers.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { MAX_SIZE } from '../../core/limits.ts';
import { flag, list, object, orNull, parseAs, type Schema, SHA256, wholeNumber } from '../../core/schema.ts';
import { sha256Of } from '../match/engine-pack.ts';
import type { FileHeader } from '../selfplay/file-header.ts';
import type { SelfPlayRun } from '../selfplay/product.ts';
import type { Labeling } from '../selfplay/samples.ts';
import { OWN_ENGINE, type OwnEngine } from './own-engine.ts';
import { RULE_SCHEMA } from './wire.ts';

export interface SelfPlaySpec extends SelfPlayRun, OwnEngine {
  /** SHA-256 of a file that the coordinator sends, instead of its name. */
  readonly network: string | null;
  /** Games of one task; the last one may have fewer. */
  readonly atOnce: number;
}

/** Cost of a node of a small search, in nodes of a game. */
const LABEL_COST = 0.5;
/** Smallest board and fewest nodes, as for a local run. */
export const MIN_SELFPLAY_SIZE = 8;
export const MIN_SELFPLAY_NODES = 100;
export const MAX_AT_ONCE = 1000;
/** More than any range needs. */
const MAX_RECORD_BYTES = 256 << 20;
/** About two minutes of a core, which plays 17,000 games an hour at 3,000 nodes (docs/internals/evaluation.md). */
const NODES_AT_ONCE = 1_700_000;

/** @returns the default number of games in a task */
export function gamesAtOnce({ nodes, labels }: Pick<SelfPlayRun, 'nodes' | 'labels'>): number {
  const each = nodes + (labels === null ? 0 : labelNodesOf(nodes, labels));
  return Math.max(1, Math.min(MAX_AT_ONCE, Math.round(NODES_AT_ONCE / each)));
}

/** @returns the cost of labels per move of a game, in its nodes: a playout is about as long as its game */
function labelNodesOf(nodes: number, { playouts, labelNodes, period }: Labeling): number {
  return LABEL_COST * labelNodes * (playouts > 0 ? playouts : nodes / period);
}

/** @returns the id of the job: results of another one do not fit */
export function selfPlayId(spec: SelfPlaySpec): string {
  const { rule, sizes, nodes, seed, games, handset, labels, atOnce, version, weights, bench } = spec;
  const deciding = ['selfplay', rule, sizes, nodes, seed, games, handset, labels, atOnce, version, weights, bench];
  return sha256Of(JSON.stringify(deciding));
}

/**
 * @param network bytes of the file of the run's network
 * @returns fingerprint of the options that a file's header does not list, see {@link FileHeader}
 */
export function optionsFingerprint({ sizes, nodes, handset, labels }: SelfPlayRun, network: Uint8Array | null): number {
  const labeling = labels && [labels.labelNodes, labels.period, labels.playouts];
  const deciding = [sizes, nodes, handset, network && sha256Of(network), labeling];
  return Number.parseInt(sha256Of(JSON.stringify(deciding)).slice(0, 4), 16);
}

export function taskCount({ games, atOnce }: SelfPlaySpec): number {
  return Math.ceil(games / atOnce);
}

/** @returns the games of a task */
export function rangeOf(
  { games, atOnce }: SelfPlaySpec,
  task: number,
): { readonly first: number; readonly count: number } {
  const first = task * atOnce;
  return { first, count: Math.min(atOnce, games - first) };
}

/** @returns what a worker sends: positions of one game are similar, and shrink to a fifth or less */
export function packRecords(records: Uint8Array): string {
  return deflateRawSync(records).toString('base64');
}

/** @param max limit of the unpacked bytes @returns what was packed; null if the data is invalid or exceeds it */
export function unpackRecords(data: string, max: number): Uint8Array | null {
  try {
    return inflateRawSync(Buffer.from(data, 'base64'), { maxOutputLength: Math.min(max, MAX_RECORD_BYTES) });
  } catch {
    return null;
  }
}

/** `tengen selfplay` accepts numbers of up to nine digits. */
const MOST = 999_999_999;

const SELF_PLAY_SPEC: Schema<SelfPlaySpec> = object({
  rule: RULE_SCHEMA,
  sizes: list(wholeNumber(MIN_SELFPLAY_SIZE, MAX_SIZE), 1, MAX_SIZE),
  nodes: wholeNumber(MIN_SELFPLAY_NODES, MOST),
  seed: wholeNumber(0, MOST),
  games: wholeNumber(0, MOST),
  handset: flag,
  network: orNull(SHA256),
  labels: orNull(
    object({ labelNodes: wholeNumber(1, MOST), period: wholeNumber(1, MOST), playouts: wholeNumber(0, MOST) }),
  ),
  atOnce: wholeNumber(1, MAX_AT_ONCE),
  ...OWN_ENGINE,
});

/** Reads a spec from a coordinator; nothing in it is trusted. @throws UserError that says what is wrong with it */
export function parseSelfPlaySpec(text: string): SelfPlaySpec {
  return parseAs(SELF_PLAY_SPEC, text, 'the spec of the self-play');
}
