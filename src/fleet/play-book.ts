/** A worker's side of a book that grows: looks whether its engine is the coordinator's, searches positions. */
import { UserError } from '../core/errors.ts';
import { searchForBook } from '../engine/book-search.ts';
import { VERSION } from '../engine/version.ts';
import { sha256Of } from '../match/engine-pack.ts';
import { EnginePool } from '../platform/node/engine-pool.ts';
import { parseBookSpec, parseTask } from './book-spec.ts';
import type { RangePlayer } from './range-player.ts';
import { weightsName } from './selfplay-spec.ts';
import type { Announcement } from './wire.ts';
import type { Prepared } from './worker.ts';

/**
 * Makes a worker ready to search positions of a book.
 * @throws UserError with the reason why this worker does not take it
 */
export async function prepareBook(
  work: Announcement,
  fetchFile: (sha256: string) => Promise<Uint8Array | null>,
  player: Pick<RangePlayer, 'bench'>,
  signal: AbortSignal,
): Promise<Prepared> {
  const bytes = await fetchFile(work.spec);
  if (bytes === null || sha256Of(bytes) !== work.spec) throw new UserError('what the coordinator says has not come');
  const spec = parseBookSpec(Buffer.from(bytes).toString());
  const own = weightsName(false, null);
  if (spec.version !== VERSION) throw new UserError(`tengen ${VERSION} here: expected ${spec.version}`);
  if (spec.weights !== own) throw new UserError(`weights "${own}" here: expected "${spec.weights}"`);
  const bench = await player.bench(signal);
  if (bench !== spec.bench) throw new UserError(`tengen bench gives ${bench} nodes here: expected ${spec.bench}`);
  const engines = new EnginePool({ rule: spec.rule, size: spec.size });
  return {
    timeScale: 1,
    play: async (_unit, signal, task) => {
      const line = parseTask(task ?? '-', spec);
      if (line === null) throw new UserError(`position "${task}": expected cells of a board of ${spec.size}`);
      const found = await engines.use(signal, (engine) => searchForBook(engine, line, spec));
      return { kind: 'position', found };
    },
    close: () => engines.close(),
  };
}
