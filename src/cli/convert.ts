/** `tengen convert`: games and openings from one notation into another, or into a drawing. */
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { named, UserError } from '../core/errors.ts';
import { ANY_RULE } from '../core/rule.ts';
import { oneOf, SWITCH, whole } from '../core/values.ts';
import {
  guessNotation,
  isSingle,
  NOTATIONS,
  type Notation,
  notationOfName,
  readGames,
  remarkOn,
  writeGames,
} from '../notation/convert.ts';
import type { SavedGame } from '../notation/saved-game.ts';
import { replaceFile, requireReplaceable } from '../platform/node/files.ts';
import { type Command, readArguments, type Syntax } from './command.ts';

const NOTATION = oneOf(NOTATIONS, 'NOTATION');

const SYNTAX = {
  options: {
    from: { type: NOTATION, help: 'of INPUT', usual: 'by its name, else by its text' },
    to: { type: NOTATION, help: 'of OUTPUT', usual: 'by its name' },
    size: { type: whole(5, 26), default: 15, help: 'board side where the input does not tell (pos, offset)' },
    rule: { type: ANY_RULE, help: 'rule where the input does not tell' },
    game: { type: whole(1, 10_000_000), help: 'only the N-th game, from 1' },
    ply: { type: whole(0, 1000), help: 'only the first N stones' },
    force: { type: SWITCH, help: 'overwrite files that exist' },
  },
  operands: {
    noun: 'file',
    least: 1,
    most: 2,
    expected: 'INPUT and at most one OUTPUT; convert several one by one',
  },
} as const satisfies Syntax;

/** `tengen convert` */
export const COMMAND: Command = {
  name: 'convert',
  summary: 'games and openings from one notation into another: psq, sgf, pos, offset, svg',
  usages: ['INPUT [OUTPUT] [options]'],
  about: [
    'Reads games or openings and writes them in another notation. "-" is stdin or stdout; without OUTPUT: stdout. A folder as OUTPUT gets one file for each game. A file that exists is not overwritten without --force.',
    '',
    'Notations:',
    '  psq         Piskvork, one game a file',
    '  sgf         with size, rule and result',
    '  jsonl       results of tengen match',
    '  pos         moves such as h8i9, one game a line, row 1 at the top',
    '  pos-bottom  the same, row 1 at the bottom',
    '  offset      Gomocup openings: x,y, x,y, ... from the center',
    '  svg         a drawing, one game a file (written only)',
    '  pgn         results for BayesElo (written only)',
  ],
  ...SYNTAX,
  needsArguments: true,
  exits: { 0: 'done', 1: 'the input cannot be read or written so' },
  prepare(args) {
    const options = readOptions(args);
    return () => convert(options);
  },
};

interface Options {
  readonly input: string;
  readonly output: string;
  readonly from: Notation | null;
  readonly to: Notation;
  readonly size: number;
  readonly rule: number | null;
  readonly game: number | null;
  readonly ply: number | null;
  readonly replaces: boolean;
}

function readOptions(args: readonly string[]): Options {
  const { values, operands } = readArguments(SYNTAX, args, 'tengen convert');
  const [input, output = '-'] = operands;
  const to = values.to ?? notationOfName(output);
  if (to === null) throw new UserError(`--to is missing: expected ${NOTATION.expected}`);
  return { ...values, input, output, from: values.from ?? notationOfName(input), to, replaces: values.force };
}

function convert(options: Options): number {
  const games = named(options.input, () => readInput(options));
  save(
    named(options.input, () => textsOf(games, options)),
    options,
  );
  return 0;
}

/** @returns the games asked for, in order */
function readInput(options: Options): SavedGame[] {
  const text = readFileSync(options.input === '-' ? 0 : options.input, 'utf8');
  const all = readGames(text, options.from ?? guessNotation(text), { size: options.size, rule: options.rule });
  if (options.game !== null && options.game > all.length)
    throw new UserError(`--game ${options.game}: there are ${all.length}`);
  const chosen = options.game === null ? all : [all[options.game - 1]];
  const games = options.ply === null ? chosen : chosen.map((game) => shortened(game, options.ply!));
  if (games.length === 0) throw new UserError('no games in it');
  for (const [i, game] of games.entries()) {
    const remark = remarkOn(game);
    if (remark !== null) process.stderr.write(`note: game ${i + 1}: before its end, ${remark}\n`);
  }
  return games;
}

/** @returns the texts of all files to be written: one, or for a folder one for each game */
function textsOf(games: readonly SavedGame[], { output, to }: Options): string[] {
  return isFolder(output) ? games.map((game) => writeGames([game], to)) : [writeGames(games, to)];
}

function save(texts: readonly string[], options: Options): void {
  const { output } = options;
  if (output === '-') process.stdout.write(texts[0]);
  else if (isFolder(output)) saveAll(inFolder(texts, options), options);
  else saveAll(new Map([[output, texts[0]]]), options);
}

/** @param files texts by their paths; all are looked at before the first is written */
function saveAll(files: ReadonlyMap<string, string>, { replaces }: Options): void {
  for (const path of files.keys()) named(path, () => requireReplaceable(path, replaces));
  for (const [path, text] of files) named(path, () => replaceFile(path, text));
}

/** The first stones of a game; it has no result then. */
function shortened(game: SavedGame, plies: number): SavedGame {
  if (plies >= game.moves.length) return game;
  return {
    ...game,
    moves: game.moves.slice(0, plies),
    timesMs: game.timesMs?.slice(0, plies) ?? null,
    scores: game.scores?.slice(0, plies) ?? null,
    openingPlies: Math.min(game.openingPlies, plies),
    result: null,
    reason: null,
  };
}

function isFolder(path: string): boolean {
  if (/[/\\]$/.test(path)) return true;
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** @returns a file for each game, by its path; makes the folder */
function inFolder(texts: readonly string[], { input, output, to }: Options): Map<string, string> {
  named(output, () => mkdirSync(output, { recursive: true }));
  const title = input === '-' ? 'game' : basename(input, extname(input));
  const suffix = isSingle(to) || notationOfName(`x.${to}`) !== null ? to : 'txt';
  const digits = String(texts.length).length;
  return new Map(
    texts.map((text, i) => {
      const number = texts.length === 1 ? '' : `-${String(i + 1).padStart(digits, '0')}`;
      return [join(output, `${title}${number}.${suffix}`), text];
    }),
  );
}
