/** The worker's side of self-play: checks that its engine is the coordinator's, plays ranges of games. */
import { UserError } from '../../core/errors.ts';
import { demandSameEngine, fetchSpec, weightsName } from './own-engine.ts';
import { PackCache } from './pack-cache.ts';
import type { RangePlayer } from './range-player.ts';
import { packRecords, parseSelfPlaySpec, rangeOf, taskCount } from './selfplay-spec.ts';
import type { Announcement } from './wire.ts';
import type { Prepared } from './worker.ts';

/**
 * Prepares a worker for self-play.
 * @param folder of the files it fetches
 * @throws UserError with the reason why this worker does not take the job
 */
export async function prepareSelfPlay(
  work: Announcement,
  fetchFile: (sha256: string) => Promise<Uint8Array | null>,
  player: RangePlayer,
  folder: string,
  signal: AbortSignal,
): Promise<Prepared> {
  const spec = await fetchSpec(work, fetchFile, parseSelfPlaySpec);
  const cache = new PackCache(folder, fetchFile);
  const network = spec.network === null ? null : await cache.file(spec.network);
  await demandSameEngine(spec, weightsName(spec.handset, network), player, signal);
  const run = { ...spec, network: spec.network === null ? null : cache.pathOf(spec.network) };
  return {
    timeScale: 1,
    play: async (task, signal) => {
      if (!Number.isInteger(task) || task < 0 || task >= taskCount(spec)) {
        throw new UserError(`range ${task}: expected a number from 0 to ${taskCount(spec) - 1}`);
      }
      const { first, count } = rangeOf(spec, task);
      const records = await player.play(run, first, count, signal);
      return { kind: 'records', data: packRecords(records) };
    },
  };
}
