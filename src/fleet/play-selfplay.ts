/** A worker's side of self-play: looks whether its engine is the coordinator's, plays ranges of games. */
import { UserError } from '../core/errors.ts';
import { VERSION } from '../engine/version.ts';
import { sha256Of } from '../match/engine-pack.ts';
import { PackCache } from './pack-cache.ts';
import type { RangePlayer } from './range-player.ts';
import { packRecords, parseSelfPlaySpec, rangeOf, unitCount, weightsName } from './selfplay-spec.ts';
import type { Announcement } from './wire.ts';
import type { Prepared } from './worker.ts';

/**
 * Makes a worker ready for self-play.
 * @param folder that files are kept in
 * @throws UserError with the reason why this worker does not play it
 */
export async function prepareSelfPlay(
  work: Announcement,
  fetchFile: (sha256: string) => Promise<Uint8Array | null>,
  player: RangePlayer,
  folder: string,
  signal: AbortSignal,
): Promise<Prepared> {
  const bytes = await fetchFile(work.spec);
  if (bytes === null || sha256Of(bytes) !== work.spec) throw new UserError('what the coordinator says has not come');
  const spec = parseSelfPlaySpec(Buffer.from(bytes).toString());
  const cache = new PackCache(folder, fetchFile);
  const network = spec.network === null ? null : await cache.file(spec.network);
  const own = weightsName(spec.handset, network);
  if (spec.version !== VERSION) throw new UserError(`tengen ${VERSION} here: expected ${spec.version}`);
  if (spec.weights !== own) throw new UserError(`weights "${own}" here: expected "${spec.weights}"`);
  const bench = await player.bench(signal);
  if (bench !== spec.bench) throw new UserError(`tengen bench gives ${bench} nodes here: expected ${spec.bench}`);
  const run = { ...spec, network: spec.network === null ? null : cache.pathOf(spec.network) };
  return {
    timeScale: 1,
    play: async (unit, signal) => {
      if (!Number.isInteger(unit) || unit < 0 || unit >= unitCount(spec)) {
        throw new UserError(`range ${unit}: expected a number from 0 to ${unitCount(spec) - 1}`);
      }
      const { first, count } = rangeOf(spec, unit);
      const records = await player.play(run, first, count, signal);
      return { kind: 'records', data: packRecords(records) };
    },
  };
}
