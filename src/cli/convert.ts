/** `tengen convert`: converts games and openings from one notation to another, or to a drawing. */
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { type Command, readArguments, type Syntax } from '../core/command.ts';
import { named, UserError } from '../core/errors.ts';
import { ANY_RULE } from '../core/rule.ts';
import { counted } from '../core/text.ts';
import { oneOf, SWITCH, whole } from '../core/values.ts';
import { requireReplaceable, saveFile } from '../platform/node/files.ts';
import { complain } from '../platform/node/streams.ts';
import {
  guessNotation,
  isSingle,
  NOTATIONS,
  notationOfName,
  readGames,
  remarkOn,
  writeGames,
} from '../records/notation/convert.ts';
import { textOfFile } from '../records/notation/file-text.ts';
import { mainLineOf, skippedOf } from '../records/notation/game-tree.ts';
import type { SavedGame } from '../records/notation/saved-game.ts';
import { formatSgf, formatTree, readSgf } from '../records/notation/sgf.ts';

const NOTATION = oneOf(NOTATIONS, 'NOTATION');

const SYNTAX = {
  options: {
    from: { type: NOTATION, help: 'notation of INPUT', usual: 'from its name, else from its content' },
    to: { type: NOTATION, help: 'notation of OUTPUT', usual: 'from its name' },
    size: { type: whole(5, 26), default: 15, help: 'board side of pos and offset, which do not contain it' },
    rule: { type: ANY_RULE, help: 'rule if the input does not contain it' },
    game: { type: whole(1, 10_000_000), help: 'convert only the N-th game, from 1' },
    ply: { type: whole(0, 1000), help: 'convert only the first N stones' },
    force: { type: SWITCH, help: 'overwrite existing files' },
  },
  operands: {
    noun: 'file',
    min: 1,
    max: 2,
    expected: 'INPUT and at most one OUTPUT; convert files one by one',
  },
} as const satisfies Syntax;

export const COMMAND: Command = {
  name: 'convert',
  summary: 'converts games and openings between notations: psq, sgf, pos, offset, svg',
  usages: ['INPUT [OUTPUT] [options]'],
  about: [
    'Reads games or openings and writes them in another notation. "-" means stdin or stdout; OUTPUT defaults to stdout. If OUTPUT is a folder, each game is written to a file in it. Existing files are only overwritten with --force.',
    '',
    'Notations:',
    '  psq         Piskvork, one game per file',
    '  sgf         with size, rule and result',
    '  jsonl       results of tengen match',
    '  pos         moves such as h8i9, one game per line, row 1 at the top',
    '  pos-bottom  the same, row 1 at the bottom',
    '  offset      Gomocup openings: x,y, x,y, ... from the center',
    '  svg         a drawing, one game per file (output only)',
    '  pgn         results for BayesElo (output only)',
  ],
  ...SYNTAX,
  needsArguments: true,
  exits: { 0: 'done', 1: 'failed to read, convert or write' },
  prepare(args) {
    const options = readOptions(args);
    return () => convert(options);
  },
};

type Options = ReturnType<typeof readOptions>;

function readOptions(args: readonly string[]) {
  const { values, operands } = readArguments(SYNTAX, args, 'tengen convert');
  const [input, output = '-'] = operands;
  const to = values.to ?? notationOfName(output);
  if (to === null) throw new UserError(`--to is missing: expected ${NOTATION.expected}`);
  return { ...values, input, output, from: values.from ?? notationOfName(input), to };
}

function convert(options: Options): number {
  const games = named(options.input, () => readInput(options));
  save(
    named(options.input, () => textsOf(games, options)),
    options,
  );
  return 0;
}

type Chosen = ReturnType<typeof readInput>[number];

function readInput(options: Options) {
  const { size, rule, to, ply } = options;
  const text = textOfFile(readFileSync(options.input === '-' ? 0 : options.input));
  const from = options.from ?? guessNotation(text);
  const trees = from === 'sgf' ? readSgf(text, { size, rule }) : null;
  const all = trees?.map(mainLineOf) ?? readGames(text, from, { size, rule });
  if (options.game !== null && options.game > all.length)
    throw new UserError(`--game ${options.game}: the input has ${counted(all.length, 'game')}`);
  if (all.length === 0) throw new UserError('contains no games');
  if (all.every(({ moves }) => moves.length === 0)) throw new UserError('contains no moves');
  const indices = options.game === null ? [...all.keys()] : [options.game - 1];
  return indices.map((i) => {
    const note = (text: string) => complain(`note: game ${i + 1}: ${text}`);
    const game = { ...all[i], rule: all[i].rule ?? rule };
    const tree = trees?.[i] ?? null;
    const isWhole = to === 'sgf' && ply === null;
    const notes = tree === null ? [] : [...tree.losses, ...tree.notes, ...(isWhole ? [] : skippedOf(tree))];
    for (const text of notes) note(text);
    const shown = ply === null ? game : shortened(game, ply);
    const remark = remarkOn(shown);
    if (remark !== null) note(`${remark}, but the game continues`);
    // The whole of a game that is written as it was read, in SGF.
    return { game: shown, tree: isWhole && tree ? { ...tree, facts: { ...tree.facts, rule: game.rule } } : null };
  });
}

/** @returns the contents of the files to write: one, or for a folder one per game */
function textsOf(games: readonly Chosen[], { output, to }: Options): string[] {
  const write = (some: readonly Chosen[]): string => {
    if (to === 'sgf')
      return some.map(({ game, tree }) => (tree === null ? formatSgf(game) : formatTree(tree))).join('');
    const plain = some.map(({ game }) => game);
    return writeGames(plain, to);
  };
  return isFolder(output) ? games.map((game) => write([game])) : [write(games)];
}

function save(texts: readonly string[], options: Options): void {
  const { output } = options;
  if (output === '-') process.stdout.write(texts[0]);
  else if (isFolder(output)) saveAll(inFolder(texts, options), options);
  else saveAll(new Map([[output, texts[0]]]), options);
}

/** Checks all paths before writing the first file. @param files contents by path */
function saveAll(files: ReadonlyMap<string, string>, { force }: Options): void {
  for (const path of files.keys()) named(path, () => requireReplaceable(path, force));
  for (const [path, text] of files) named(path, () => saveFile(path, text, force));
}

/** @returns the first stones of a game, without its result */
function shortened(game: SavedGame, plies: number): SavedGame {
  if (plies >= game.moves.length) return game;
  return {
    ...game,
    moves: game.moves.slice(0, plies),
    timesMs: game.timesMs?.slice(0, plies) ?? null,
    scores: game.scores?.slice(0, plies) ?? null,
    openingPlies: Math.min(game.openingPlies, plies),
    ...(game.setupPlies === undefined ? {} : { setupPlies: Math.min(game.setupPlies, plies) }),
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

/** Creates the folder. @returns contents of a file for each game, by path */
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
