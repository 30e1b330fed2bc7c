/** The options of `tengen match`, checked and turned into a match. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { named, UserError } from '../../../core/errors.ts';
import { ruleFromCode } from '../../../core/rule.ts';
import { readValue, type Values, whole } from '../../../core/values.ts';
import { textOfFile } from '../../../records/notation/file-text.ts';
import { type Opening, parseOpenings } from '../../../records/notation/openings.ts';
import { MAX_NORMALIZED_ELO, type SprtOptions } from '../../stats/sprt.ts';
import type { MatchGameSettings } from '../engine-game.ts';
import { type MatchConfig, usualDrawEmpty, usualGames } from '../match.ts';
import { readEngines } from './engine.ts';
import { DRAW_KEYS, OPENINGS_KEYS, RESIGN_KEYS, SPRT_KEYS } from './table.ts';
import { merged, type Pairs, parseArguments, parseJsonOptions, readOptions, readPairs, readText } from './written.ts';

/** Outputs in addition to the results file; null: not requested. */
export interface MatchOutputs {
  /** Folder of PSQ files. */
  readonly psq: string | null;
  readonly sgf: string | null;
  readonly pgn: string | null;
  readonly html: string | null;
  /** JSON lines on stdout in place of text. */
  readonly json: boolean;
  /** Whether to print a line for every game. */
  readonly verbose: boolean;
  /** Seconds between progress lines in a pipe. */
  readonly intervalS: number;
}

/** What the options of `tengen match` ask for. */
export interface MatchOptions {
  readonly config: MatchConfig;
  /** Address of the fleet that plays the match; null: played in this process. */
  readonly fleet: string | null;
  /** File of the key that signs its engines for workers; null: not signed. */
  readonly sign: string | null;
  readonly outputs: MatchOutputs;
  /** One line for each skipped opening, and other warnings. */
  readonly warnings: readonly string[];
}

/**
 * Checks the options and reads the files they name.
 * @throws UserError with one line that names the value and the problem
 */
export function readMatchOptions(args: readonly string[]): MatchOptions {
  const written = parseArguments(args);
  const configFile = written.values.get('config');
  const raw = configFile === undefined ? written : merged(written, parseJsonOptions(readText(configFile), configFile));
  const values = readOptions(raw.values);
  const { size, fleet, scaleto, sign } = values;
  const rule = ruleFromCode(values.rule)!;
  const engines = readEngines(raw);
  const sprt = readSprt(raw.groups.get('sprt'), engines.length);
  const settings: MatchGameSettings = {
    size,
    rule,
    maxPlies: onBoard('maxplies', values.maxplies, 1, size),
    drawEmpty: onBoard('drawempty', values.drawempty, 0, size) ?? usualDrawEmpty(rule),
    draw: readDraw(raw.groups.get('draw')),
    resign: readResign(raw.groups.get('resign')),
    swap2: values.swap2,
    sendByBoard: values.sendbyboard,
    suspend: values.suspend,
    strict: values.strict,
  };
  const group = raw.groups.get('openings') ?? new Map<string, string>();
  const asked = readPairs(OPENINGS_KEYS, group, '-openings');
  if (asked.file === null && group.size > 0) throw new UserError('-openings: file= is missing (the openings file)');
  const { openings, warnings } = readOpenings(asked, settings);
  const games = (values.games ?? usualGames(openings, sprt)) * values.rounds;
  const isRepeated = openings.length === 0 && !values.swap2 && games > 2;
  if (fleet === null && scaleto !== null) throw new UserError('-scaleto needs -fleet');
  if (fleet === null && sign !== null) throw new UserError('-sign needs -fleet');
  const config: MatchConfig = {
    engines,
    settings,
    openings,
    openingOrder: { order: asked.order, symmetry: asked.symmetry, seed: asked.seed },
    gamesPerPairing: games,
    gauntlet: values.gauntlet,
    concurrency: values.concurrency,
    sprt,
    out: values.out,
    fresh: values.fresh,
    ...(scaleto === null ? {} : { scaleTo: scaleto }),
  };
  const { psq, sgf, pgn, html, json, verbose, interval: intervalS } = values;
  return {
    config,
    fleet,
    sign,
    outputs: { psq, sgf, pgn, html, json, verbose, intervalS },
    warnings: isRepeated ? [...warnings, NO_OPENINGS] : warnings,
  };
}

/** @throws UserError for more stones or points than the board has */
function onBoard(name: string, value: number | null, min: number, size: number): number | null {
  return value === null ? null : readValue(whole(min, size * size), `-${name}`, String(value));
}

const NO_OPENINGS =
  'without -openings every game begins on the empty board: deterministic engines play the same games again and again';

function readSprt(group: Pairs | undefined, engines: number): SprtOptions | null {
  if (group === undefined) return null;
  const options = readPairs(SPRT_KEYS, group, '-sprt');
  if (engines !== 2) throw new UserError(`-sprt with ${engines} engines: expected exactly two`);
  if (options.elo0 >= options.elo1)
    throw new UserError(`-sprt elo0=${options.elo0} elo1=${options.elo1}: expected elo0 below elo1`);
  const most = options.model === 'normalized' ? MAX_NORMALIZED_ELO.pairs : Number.POSITIVE_INFINITY;
  const beyond = [options.elo0, options.elo1].find((elo) => Math.abs(elo) > most);
  if (beyond !== undefined) {
    throw new UserError(
      `-sprt bound ${beyond} in normalized Elo: expected at most ${most}, use model=logistic for engines this far apart`,
    );
  }
  return options;
}

function readDraw(group: Pairs | undefined): MatchGameSettings['draw'] {
  if (group === undefined) return null;
  const { movenumber: afterPlies, movecount: moves, score } = readPairs(DRAW_KEYS, group, '-draw');
  return { afterPlies, moves, score };
}

function readResign(group: Pairs | undefined): MatchGameSettings['resign'] {
  if (group === undefined) return null;
  const { movecount: moves, score, twosided: bothSides } = readPairs(RESIGN_KEYS, group, '-resign');
  return { moves, score, bothSides };
}

/** @returns the openings that fit board and rule, and a warning for each that does not */
function readOpenings(
  { file, format }: Values<typeof OPENINGS_KEYS>,
  settings: MatchGameSettings,
): { openings: Opening[]; warnings: string[] } {
  if (file === null) return { openings: [], warnings: [] };
  const openings: Opening[] = [];
  const warnings: string[] = [];
  for (const source of openingFiles(file)) {
    const text = named(source, () => textOfFile(readFileSync(source)));
    const read = parseOpenings(text, format, settings.size, settings.rule);
    openings.push(...read.openings);
    warnings.push(...read.warnings.map((warning) => `${source} ${warning}: skipped`));
  }
  if (openings.length === 0) throw new UserError(`${file}: no opening fits; ${warnings[0] ?? 'the file is empty'}`);
  return { openings, warnings };
}

function openingFiles(path: string): string[] {
  return named(`-openings file=${path}`, () => {
    if (!statSync(path).isDirectory()) return [path];
    const names = readdirSync(path).filter((name) => /\.psq$/i.test(name));
    if (names.length === 0) throw new UserError('the folder contains no .psq files');
    return names.sort().map((name) => join(path, name));
  });
}
