/** `tengen convert`: games and openings from one notation into another, or into a drawing. */
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { MatchError, messageOf, named } from '../core/errors.ts';
import { suggestion } from '../core/near.ts';
import { anyRuleCodeOf, RULE_CHOICES, ruleHelp } from '../core/rule.ts';
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

const USAGE = `Usage: tengen convert INPUT [OUTPUT] [options]
Reads games or openings and writes them in another notation. "-" is stdin or stdout; without OUTPUT: stdout.
A folder as OUTPUT gets one file for each game. A file that exists is not overwritten without --force.

Notations: psq         Piskvork, one game a file
           sgf         with size, rule and result
           jsonl       results of tengen match
           pos         moves such as h8i9, one game a line, row 1 at the top
           pos-bottom  the same, row 1 at the bottom
           offset      Gomocup openings: x,y, x,y, ... from the centre
           svg         a drawing, one game a file (written only)
           pgn         results for BayesElo (written only)

Options: --from NOTATION  default: by the name of INPUT, else by its text
         --to NOTATION    default: by the name of OUTPUT
         --size N         board side where the input does not tell (pos, offset); default 15
         --rule RULE      rule where the input does not tell, see below
         --game N         only the N-th game, from 1
         --ply N          only the first N stones
         --force          overwrite files that exist
${ruleHelp().join('\n')}
Exit: 0 done, 1 the input cannot be read or written so, 2 wrong usage
`;

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

/** Runs `tengen convert`. @returns the exit code */
export async function convertCommand(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args.some((word) => /^--?(help|h)$/.test(word))) {
    process.stdout.write(USAGE);
    return args.length === 0 ? 2 : 0;
  }
  let options: Options;
  try {
    options = readOptions(args);
  } catch (error) {
    process.stderr.write(`tengen convert: ${messageOf(error)}\n`);
    return 2;
  }
  try {
    const games = named(options.input, () => readInput(options));
    save(
      named(options.input, () => textsOf(games, options)),
      options,
    );
    return 0;
  } catch (error) {
    process.stderr.write(`tengen convert: ${messageOf(error)}\n`);
    return 1;
  }
}

function readOptions(args: readonly string[]): Options {
  const files: string[] = [];
  const values = new Map<string, string>();
  const known = ['from', 'to', 'size', 'rule', 'game', 'ply'];
  let replaces = false;
  for (let i = 0; i < args.length; i++) {
    const option = /^--?([a-z]+)(?:=(.*))?$/.exec(args[i]);
    if (option === null) {
      files.push(args[i]);
      continue;
    }
    const [word, name, attached] = option;
    if (name === 'force' && attached === undefined) {
      replaces = true;
      continue;
    }
    const value = attached ?? args[++i];
    if (!known.includes(name) || value === undefined) {
      const near = known.includes(name) ? '' : suggestion(name, [...known, 'force']);
      throw new MatchError(
        `"${word}": expected ${known.map((key) => `--${key}`).join(', ')} with a value, or --force${near}`,
      );
    }
    values.set(name, value);
  }
  const [input, output = '-', ...more] = files;
  if (input === undefined || more.length > 0)
    throw new MatchError(`${files.length} files: expected INPUT and at most one OUTPUT; convert several one by one`);
  const to = notation(values, 'to') ?? notationOfName(output);
  if (to === null) throw new MatchError(`--to is missing: expected one of ${NOTATIONS.join(', ')}`);
  return {
    input,
    output,
    from: notation(values, 'from') ?? notationOfName(input),
    to,
    size: number(values, 'size', 5, 26) ?? 15,
    rule: readRule(values.get('rule')),
    game: number(values, 'game', 1, 10_000_000),
    ply: number(values, 'ply', 0, 1000),
    replaces,
  };
}

function notation(values: ReadonlyMap<string, string>, key: string): Notation | null {
  const text = values.get(key);
  if (text === undefined) return null;
  const found = NOTATIONS.find((one) => one === text.toLowerCase());
  if (found === undefined) throw new MatchError(`--${key} "${text}": expected one of ${NOTATIONS.join(', ')}`);
  return found;
}

function readRule(text: string | undefined): number | null {
  if (text === undefined) return null;
  const code = anyRuleCodeOf(text);
  if (code === null) throw new MatchError(`--rule "${text}": expected ${RULE_CHOICES}`);
  return code;
}

function number(values: ReadonlyMap<string, string>, key: string, least: number, greatest: number): number | null {
  const text = values.get(key);
  if (text === undefined) return null;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > greatest)
    throw new MatchError(`--${key} "${text}": expected ${least} to ${greatest}`);
  return value;
}

/** @returns the games asked for, in order */
function readInput(options: Options): SavedGame[] {
  const text = readFileSync(options.input === '-' ? 0 : options.input, 'utf8');
  const all = readGames(text, options.from ?? guessNotation(text), { size: options.size, rule: options.rule });
  if (options.game !== null && options.game > all.length)
    throw new MatchError(`--game ${options.game}: there are ${all.length}`);
  const chosen = options.game === null ? all : [all[options.game - 1]];
  const games = options.ply === null ? chosen : chosen.map((game) => shortened(game, options.ply!));
  if (games.length === 0) throw new MatchError('no games in it');
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
