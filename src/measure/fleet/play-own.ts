/** The worker's side of a book and of self-play: jobs for tengen's own engine, which has to be the coordinator's. */
import { UserError } from '../../core/errors.ts';
import { searchForBook } from '../../engine/book-search.ts';
import { VERSION } from '../../engine/version.ts';
import { EnginePool } from '../../platform/node/engine-pool.ts';
import { sha256Of } from '../match/engine-pack.ts';
import { parseBookSpec, parsePosition } from './book-spec.ts';
import { type OwnEngine, weightsName } from './own-engine.ts';
import { PackCache } from './pack-cache.ts';
import type { RangePlayer } from './range-player.ts';
import { packRecords, parseSelfPlaySpec, rangeOf, taskCount } from './selfplay-spec.ts';
import type { Announcement } from './wire.ts';
import type { Prepared } from './worker.ts';

type FetchFile = (sha256: string) => Promise<Uint8Array | null>;

/**
 * Prepares a worker to search positions of a book.
 * @throws UserError with the reason why this worker does not take the job
 */
export async function prepareBook(
  work: Announcement,
  fetchFile: FetchFile,
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

/**
 * Prepares a worker for self-play.
 * @param folder of the files it fetches
 * @throws UserError with the reason why this worker does not take the job
 */
export async function prepareSelfPlay(
  work: Announcement,
  fetchFile: FetchFile,
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

/** @returns the spec of a job @throws UserError if the coordinator does not have it, or it is invalid */
async function fetchSpec<Spec>(
  { spec }: Announcement,
  fetchFile: FetchFile,
  parse: (text: string) => Spec,
): Promise<Spec> {
  const bytes = await fetchFile(spec);
  if (bytes === null || sha256Of(bytes) !== spec) throw new UserError('the spec of the job is missing');
  return parse(Buffer.from(bytes).toString());
}

/** @param own name of the weights of this worker @throws UserError if its engine differs from the coordinator's */
async function demandSameEngine(
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
