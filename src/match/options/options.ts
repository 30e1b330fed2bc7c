/** The options of `tengen match`, checked and turned into a match. */

import { MatchError } from '../../core/errors.ts';
import { RULE_CHOICES, ruleCodeOf, ruleFromCode } from '../../core/rule.ts';
import { FREESTYLE } from '../../core/rule-code.ts';
import type { EloModel, SprtOptions } from '../../stats/index.ts';
import type { GameSettings } from '../engine-game.ts';
import type { MatchConfig } from '../match.ts';
import { readEngines } from './engine.ts';
import { readOpenings } from './openings.ts';
import { choice, integer, isOn, number, onlyKeys, readText } from './values.ts';
import { merged, type Pairs, parseArguments, parseJsonOptions } from './written.ts';

/** What to write besides the results file; null: not wanted. */
export interface MatchOutputs {
  /** Folder of PSQ files. */
  readonly psq: string | null;
  readonly sgf: string | null;
  readonly pgn: string | null;
  readonly html: string | null;
  /** JSON lines on stdout in place of text. */
  readonly json: boolean;
  /** A line for every game. */
  readonly verbose: boolean;
  /** Seconds between two progress lines in a pipe. */
  readonly intervalS: number;
}

/** What the options of `tengen match` ask for. */
export interface MatchOptions {
  readonly config: MatchConfig;
  /** Where the workers are to be found that play it; null: played here. */
  readonly fleet: string | null;
  readonly outputs: MatchOutputs;
  /** One line for each opening left out, and the like. */
  readonly warnings: readonly string[];
}

/**
 * Checks the options and reads the files they name.
 * @throws MatchError with one line that says what came and what was expected
 */
export function readMatchOptions(args: readonly string[]): MatchOptions {
  const written = parseArguments(args);
  const configFile = written.values.get('config');
  const raw = configFile === undefined ? written : merged(written, parseJsonOptions(readText(configFile), configFile));
  const { values } = raw;
  const ruleCode = readRule(values.get('rule') ?? String(FREESTYLE));
  const rule = ruleFromCode(ruleCode)!;
  const size = integer(values, 'size', 15, 5, 26);
  const engines = readEngines(raw);
  const sprt = readSprt(raw.groups.get('sprt'), engines.length);
  const swap2 = isOn(values, 'swap2');
  const settings: GameSettings = {
    size,
    rule,
    maxPlies: values.has('maxplies') ? integer(values, 'maxplies', 0, 1, size * size) : null,
    drawEmpty: integer(values, 'drawempty', rule.renju ? 25 : 0, 0, size * size),
    draw: readDraw(raw.groups.get('draw')),
    resign: readResign(raw.groups.get('resign')),
    swap2,
    sendByBoard: isOn(values, 'sendbyboard'),
    suspend: isOn(values, 'suspend'),
    strict: isOn(values, 'strict'),
  };
  const group = raw.groups.get('openings') ?? new Map<string, string>();
  const { openings, warnings } = readOpenings(group, settings);
  const defaultGames = sprt !== null ? 1_000_000 : Math.max(2, openings.length * 2);
  const games = integer(values, 'games', defaultGames, 1, 10_000_000) * integer(values, 'rounds', 1, 1, 1_000_000);
  const isRepeated = openings.length === 0 && !swap2 && games > 2;
  const fleet = values.get('fleet') ?? null;
  if (fleet === null && values.has('scaleto'))
    throw new MatchError('-scaleto without -fleet: expected both or neither');
  const config: MatchConfig = {
    engines,
    settings,
    openings,
    openingOrder: {
      order: choice(group, 'order', '-openings', ['sequential', 'random']),
      symmetry: choice(group, 'symmetry', '-openings', ['cycle', 'random', 'none']),
      seed: integer(group, 'seed', 1, 0, 2 ** 31 - 1),
    },
    gamesPerPairing: games,
    gauntlet: isOn(values, 'gauntlet'),
    concurrency: integer(values, 'concurrency', 1, 1, 1024),
    sprt,
    out: values.get('out') ?? null,
    fresh: isOn(values, 'fresh'),
    ...(values.has('scaleto') ? { scaleTo: integer(values, 'scaleto', 0, 1, 1e9) } : {}),
  };
  return {
    config,
    fleet,
    outputs: readOutputs(values),
    warnings: isRepeated ? [...warnings, NO_OPENINGS] : warnings,
  };
}

function readOutputs(values: Pairs): MatchOutputs {
  return {
    psq: values.get('psq') ?? null,
    sgf: values.get('sgf') ?? null,
    pgn: values.get('pgn') ?? null,
    html: values.get('html') ?? null,
    json: isOn(values, 'json'),
    verbose: isOn(values, 'verbose'),
    intervalS: number(values, 'interval', '-interval', 10, 0),
  };
}

const NO_OPENINGS =
  'without -openings every game begins on the empty board: engines that always answer alike play the same games again and again';

function readRule(text: string): number {
  const code = ruleCodeOf(text);
  if (code === null) throw new MatchError(`-rule "${text}": expected ${RULE_CHOICES}`);
  return code;
}

function readSprt(group: Pairs | undefined, engines: number): SprtOptions | null {
  if (group === undefined) return null;
  onlyKeys(group, '-sprt', ['elo0', 'elo1', 'alpha', 'beta', 'model']);
  if (engines !== 2) throw new MatchError(`-sprt with ${engines} engines: expected two`);
  const options: SprtOptions = {
    elo0: number(group, 'elo0', '-sprt', 0),
    elo1: number(group, 'elo1', '-sprt', 5),
    alpha: number(group, 'alpha', '-sprt', 0.05),
    beta: number(group, 'beta', '-sprt', 0.05),
    model: choice<EloModel>(group, 'model', '-sprt', ['logistic', 'normalized']),
  };
  if (options.elo0 >= options.elo1)
    throw new MatchError(`-sprt elo0=${options.elo0} elo1=${options.elo1}: expected elo0 below elo1`);
  for (const risk of [options.alpha, options.beta]) {
    if (risk <= 0 || risk >= 0.5)
      throw new MatchError(`-sprt alpha=${options.alpha} beta=${options.beta}: expected both above 0 and below 0.5`);
  }
  return options;
}

function readDraw(group: Pairs | undefined): GameSettings['draw'] {
  if (group === undefined) return null;
  onlyKeys(group, '-draw', ['movenumber', 'movecount', 'score']);
  return {
    afterPlies: integer(group, 'movenumber', 0, 0, 1000),
    moves: integer(group, 'movecount', 10, 1, 1000),
    score: number(group, 'score', '-draw', 0, 0),
  };
}

function readResign(group: Pairs | undefined): GameSettings['resign'] {
  if (group === undefined) return null;
  onlyKeys(group, '-resign', ['movecount', 'score', 'twosided']);
  return {
    moves: integer(group, 'movecount', 3, 1, 1000),
    score: number(group, 'score', '-resign', 10_000, 0),
    bothSides: choice(group, 'twosided', '-resign', ['on', 'off']) === 'on',
  };
}
