/** The files of a match other than its results file, all derived from it. */
import { constants, existsSync, statSync } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { reasonOf, UserError } from '../../core/errors.ts';
import { type FileContent, makeFolder, placeOf, replaceFileAsync } from '../../platform/node/files.ts';
import { savedGameOf } from '../../records/notation/game-line.ts';
import type { GameRecord } from '../../records/notation/game-record.ts';
import { formatPgn } from '../../records/notation/pgn.ts';
import { formatPsq } from '../../records/notation/psq.ts';
import type { SavedGame } from '../../records/notation/saved-game.ts';
import { formatSgf } from '../../records/notation/sgf.ts';
import type { MatchOutputs } from './options/options.ts';
import { readResults } from './store.ts';

/** Games formatted at once. */
const GAMES_PER_WRITE = 64;
const EXPORT_ADVICE = 'fix this and run the same command again; the results file has all games that ended';

/** @returns for instance `games/00017-rapfi-wine.psq`, numbered from 1 */
export function psqPath(folder: string, record: GameRecord): string {
  const names = `${record.black}-${record.white}`.replace(/[^\w.-]+/g, '_').slice(0, 100);
  return join(folder, `${String(record.game + 1).padStart(5, '0')}-${names}.psq`);
}

/** Writes one game as PSQ, completely or not at all. @throws UserError as {@link writeExport} */
export function writePsq(folder: string, record: GameRecord): Promise<void> {
  return writeExport(psqPath(folder, record), Buffer.from(formatPsq(savedGameOf(record)), 'latin1'));
}

/**
 * Writes one of the files, completely or not at all.
 * @throws UserError if the system cannot write it: the results file has all games, so the next run writes it
 */
export async function writeExport(file: string, content: FileContent): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await replaceFileAsync(file, content);
  } catch (error) {
    throw new UserError(`${file}: ${reasonOf(error)}: ${EXPORT_ADVICE}`);
  }
}

/** @returns the games of a results file in the order of the schedule, each once */
export async function gamesInOrder(file: string): Promise<GameRecord[]> {
  const games = new Map<number, GameRecord>();
  for await (const line of readResults(file))
    if (line.type === 'game' && !games.has(line.game)) games.set(line.game, line);
  return [...games.values()].sort((a, b) => a.game - b.game);
}

/** Where to write a match in addition to its results file; null: not at all. */
export type ExportFiles = Pick<MatchOutputs, 'psq' | 'sgf' | 'pgn' | 'html'>;

/**
 * Creates missing folders and checks that all files can be written, before the match is played.
 * @throws UserError with the option and the problem
 */
export async function prepareExports({ psq, sgf, pgn, html }: ExportFiles): Promise<void> {
  if (psq !== null) await trying(`-psq ${psq}`, async () => makeFolder(psq));
  for (const [name, file] of Object.entries({ sgf, pgn, html })) {
    if (file === null) continue;
    await trying(`-${name} ${file}`, async () => {
      makeFolder(dirname(file));
      const old = statSync(file, { throwIfNoEntry: false });
      if (old?.isDirectory()) throw new UserError('a folder, expected a file');
      if (old !== undefined) await access(file, constants.W_OK);
      // A file is replaced by a new one in its folder; pipes and devices are written directly.
      if (old === undefined || old.isFile()) await access(dirname(placeOf(file)), constants.W_OK);
    });
  }
}

async function trying(what: string, action: () => Promise<unknown>): Promise<void> {
  try {
    await action();
  } catch (error) {
    throw new UserError(`${what}: ${reasonOf(error)}`);
  }
}

/** Writes missing PSQ files, and replaces SGF and PGN. Every file is written completely or not at all. */
export async function writeExports(games: readonly GameRecord[], files: Omit<ExportFiles, 'html'>): Promise<void> {
  if (files.psq !== null)
    for (const game of games) if (!existsSync(psqPath(files.psq, game))) await writePsq(files.psq, game);
  if (files.sgf !== null) await writeAll(files.sgf, games, formatSgf);
  if (files.pgn !== null) await writeAll(files.pgn, games, (game, i) => formatPgn(game, games[i].game + 1));
}

async function writeAll(
  file: string,
  games: readonly GameRecord[],
  format: (game: SavedGame, index: number) => string,
): Promise<void> {
  const encoder = new TextEncoder();
  function* pieces(): Generator<Uint8Array> {
    for (let from = 0; from < games.length; from += GAMES_PER_WRITE) {
      const group = games.slice(from, from + GAMES_PER_WRITE);
      yield encoder.encode(group.map((game, i) => format(savedGameOf(game), from + i)).join(''));
    }
  }
  await writeExport(file, pieces());
}
