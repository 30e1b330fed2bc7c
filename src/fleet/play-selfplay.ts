/** A worker's side of self-play: looks whether its engine is the coordinator's, plays ranges of games. */
import { MatchError } from '../core/errors.ts';
import { VERSION } from '../engine/version.ts';
import { sha256Of } from '../match/engine-pack.ts';
import type { RangePlayer } from './range-player.ts';
import { parseSelfPlaySpec, rangeOf, unitCount, weightsName } from './selfplay-spec.ts';
import type { Announcement } from './wire.ts';
import type { Prepared } from './worker.ts';

/**
 * Makes a worker ready for self-play.
 * @throws MatchError with the reason why this worker does not play it
 */
export async function prepareSelfPlay(
  work: Announcement,
  fetchFile: (sha256: string) => Promise<Uint8Array | null>,
  player: RangePlayer,
): Promise<Prepared> {
  const bytes = await fetchFile(work.spec);
  if (bytes === null || sha256Of(bytes) !== work.spec) throw new MatchError('what the coordinator says has not come');
  const spec = parseSelfPlaySpec(Buffer.from(bytes).toString());
  const own = weightsName(spec.handset);
  if (spec.version !== VERSION) throw new MatchError(`tengen ${VERSION} here: expected ${spec.version}`);
  if (spec.weights !== own) throw new MatchError(`weights "${own}" here: expected "${spec.weights}"`);
  const bench = await player.bench();
  if (bench !== spec.bench) throw new MatchError(`tengen bench gives ${bench} nodes here: expected ${spec.bench}`);
  return {
    timeScale: 1,
    play: async (unit, signal) => {
      if (!Number.isInteger(unit) || unit < 0 || unit >= unitCount(spec)) {
        throw new MatchError(`range ${unit}: expected a number from 0 to ${unitCount(spec) - 1}`);
      }
      const { first, count } = rangeOf(spec, unit);
      const records = await player.play(spec, first, count, signal);
      return { kind: 'records', data: Buffer.from(records).toString('base64') };
    },
  };
}
