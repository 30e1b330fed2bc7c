/** The worker's side of a book search: checks that its engine is the coordinator's, searches positions. */
import { UserError } from '../../core/errors.ts';
import { searchForBook } from '../../engine/book-search.ts';
import { EnginePool } from '../../platform/node/engine-pool.ts';
import { parseBookSpec, parsePosition } from './book-spec.ts';
import { demandSameEngine, fetchSpec, weightsName } from './own-engine.ts';
import type { RangePlayer } from './range-player.ts';
import type { Announcement } from './wire.ts';
import type { Prepared } from './worker.ts';

/**
 * Prepares a worker to search positions of a book.
 * @throws UserError with the reason why this worker does not take the job
 */
export async function prepareBook(
  work: Announcement,
  fetchFile: (sha256: string) => Promise<Uint8Array | null>,
  player: Pick<RangePlayer, 'bench'>,
  signal: AbortSignal,
): Promise<Prepared> {
  const spec = await fetchSpec(work, fetchFile, parseBookSpec);
  await demandSameEngine(spec, weightsName(false, null), player, signal);
  const engines = new EnginePool({ rule: spec.rule, size: spec.size });
  return {
    timeScale: 1,
    play: async (_task, signal, position) => {
      const line = parsePosition(position ?? '-', spec);
      if (line === null) throw new UserError(`position "${position}": expected cells of a board of ${spec.size}`);
      const found = await engines.use(signal, (engine) => searchForBook(engine, line, spec));
      return { kind: 'position', found };
    },
    close: () => engines.close(),
  };
}
