/** Jobs for tengen's own engine, as opposed to engines that a job sends: all workers must have the coordinator's. */
import { type ReadFields, wholeNumber } from '../../core/schema.ts';
import { networkInUse } from '../../engine/runtime/network-in-use.ts';
import { LEARNED_WEIGHTS } from '../../engine/runtime/weights-data.ts';
import { VERSION } from '../../engine/version.ts';
import { sha256Of } from '../match/engine-pack.ts';
import type { RangePlayer } from './range-player.ts';
import { NAME } from './wire.ts';

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
