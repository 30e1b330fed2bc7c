/** Jobs for tengen's own engine, as opposed to engines that a job sends: all workers must have the coordinator's. */
import { UserError } from '../../core/errors.ts';
import { type ReadFields, wholeNumber } from '../../core/schema.ts';
import { networkInUse } from '../../engine/runtime/network-in-use.ts';
import { LEARNED_WEIGHTS } from '../../engine/runtime/weights-data.ts';
import { VERSION } from '../../engine/version.ts';
import { sha256Of } from '../match/engine-pack.ts';
import type { RangePlayer } from './range-player.ts';
import type { Announcement } from './wire.ts';
import { NAME } from './wire-schema.ts';

/** What identifies the engine, as a part of a spec: see {@link weightsName}, and the nodes of `tengen bench`. */
export const OWN_ENGINE = { version: NAME, weights: NAME, bench: wholeNumber(0, Number.MAX_SAFE_INTEGER) };
export type OwnEngine = ReadFields<typeof OWN_ENGINE>;

/** @param network as in {@link weightsName} */
export async function ownEngine(
  player: Pick<RangePlayer, 'bench'>,
  handset: boolean,
  network: Uint8Array | null,
): Promise<OwnEngine> {
  return { version: VERSION, weights: weightsName(handset, network), bench: await player.bench() };
}

/** @returns a name that differs for other weights @param network bytes of a file; null: the network in use */
export function weightsName(handset: boolean, network: Uint8Array | null): string {
  if (handset) return 'handset';
  const learned = [Buffer.from(LEARNED_WEIGHTS.join('\n')), network ?? networkInUse()];
  return `learned ${sha256Of(Buffer.concat(learned)).slice(0, 16)}`;
}

/** @returns the spec of a job @throws UserError if the coordinator does not have it, or it is invalid */
export async function fetchSpec<Spec>(
  { spec }: Announcement,
  fetchFile: (sha256: string) => Promise<Uint8Array | null>,
  parse: (text: string) => Spec,
): Promise<Spec> {
  const bytes = await fetchFile(spec);
  if (bytes === null || sha256Of(bytes) !== spec) throw new UserError('the spec of the job is missing');
  return parse(Buffer.from(bytes).toString());
}

/** @param own name of the weights of this worker @throws UserError if its engine differs from the coordinator's */
export async function demandSameEngine(
  expected: OwnEngine,
  own: string,
  player: Pick<RangePlayer, 'bench'>,
  signal: AbortSignal,
): Promise<void> {
  const { version, weights, bench } = expected;
  if (version !== VERSION) throw new UserError(`tengen ${VERSION} here: expected ${version}`);
  if (weights !== own) throw new UserError(`weights "${own}" here: expected "${weights}"`);
  const nodes = await player.bench(signal);
  if (nodes !== bench) throw new UserError(`tengen bench gives ${nodes} nodes here: expected ${bench}`);
}
