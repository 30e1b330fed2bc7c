/** Commands that a player can type during a game. */
import { UserError } from '../../core/errors.ts';
import { suggestion } from '../../core/near.ts';
import { ON_OFF, readValue } from '../../core/values.ts';
import { LEVEL } from '../../play/opponent/levels.ts';
import { type BoardSize, type Ply, readPoint, readRecord } from '../../play/state/notation.ts';
import { SECONDS } from './settings.ts';

export type PlayCommand =
  /** Turns to play from the current position. */
  | { readonly name: 'play'; readonly plies: readonly Ply[] }
  /** A game to replace this one; null: print the record. */
  | { readonly name: 'moves'; readonly plies: readonly Ply[] | null }
  | { readonly name: 'black' | 'white'; readonly points: readonly Ply[] }
  | { readonly name: 'forbidden'; readonly always: boolean | null }
  | { readonly name: 'save' | 'load'; readonly path: string }
  | { readonly name: 'level'; readonly level: number }
  | { readonly name: 'time'; readonly timeMs: number | null }
  | { readonly name: SimpleName };

type SimpleName = 'undo' | 'redo' | 'hint' | 'why' | 'board' | 'swap' | 'resign' | 'new' | 'help' | 'quit';

interface Entry {
  /** Begins with its name. */
  readonly usage: string;
  readonly help: string;
  /** @throws UserError */
  read(args: string, size: BoardSize): PlayCommand;
}

const LIST: readonly Entry[] = [
  simple('undo', 'undoes your last move and the reply'),
  simple('redo', 'redoes what was undone'),
  simple('hint', 'shows what the engine would play'),
  simple('why', 'shows the best line, its score, and what both sides threaten'),
  {
    usage: 'forbidden [on|off]',
    help: 'shows the forbidden points of renju and omok, and why',
    read: (args) => ({ name: 'forbidden', always: args === '' ? null : readValue(ON_OFF, 'forbidden', args) }),
  },
  {
    usage: 'moves [H8 J10 ...]',
    help: 'prints the record on one line; with points: replaces the game by these moves',
    read: (args, size) => ({ name: 'moves', plies: args === '' ? null : requireRecord('moves', args, size) }),
  },
  {
    usage: 'black H8 J10 ...',
    help: 'sets up these black stones on an empty board; white likewise',
    read: stones('black'),
  },
  { usage: 'white H8 J10 ...', help: '', read: stones('white') },
  { usage: 'save game.psq|.sgf', help: 'saves the game to a file', read: file('save') },
  { usage: 'load game.psq|.sgf', help: 'resumes a game from a file', read: file('load') },
  {
    usage: 'level 1-10',
    help: 'sets how strongly the engine plays',
    read: (args) => ({ name: 'level', level: readValue(LEVEL, 'level', args) }),
  },
  {
    usage: 'time 2|off',
    help: 'sets the engine time per move, in seconds',
    read: (args) => ({ name: 'time', timeMs: readValue(SECONDS, 'time', args) }),
  },
  simple('swap', 'swaps sides with the engine'),
  simple('board', 'shows the board again'),
  simple('resign', 'resigns'),
  simple('new', 'starts a new game'),
  simple('quit', 'quits'),
  simple('help', 'shows this list'),
];

const ENTRIES: ReadonlyMap<string, Entry> = new Map(LIST.map((entry) => [entry.usage.split(' ', 1)[0], entry]));

const ALIASES: ReadonlyMap<string, string> = new Map([
  ['exit', 'quit'],
  ['q', 'quit'],
  ['?', 'help'],
  ['record', 'moves'],
]);

/** What a player may type instead of a command. */
export interface Expected {
  /** In a few words. */
  readonly what: string;
  /** Fixed words that are accepted. */
  readonly words: readonly string[];
}

const A_POINT: Expected = { what: 'a point such as H8 or 8 8', words: [] };

/**
 * Reads what was typed.
 * @param expected for an error: what else is accepted
 * @throws UserError if the text is neither a command nor a point
 */
export function readCommand(text: string, size: BoardSize, expected = A_POINT): PlayCommand {
  const [, typed, args] = /^(\S+)\s*(.*)$/s.exec(text.trim()) ?? ['', '', ''];
  const word = typed.toLowerCase();
  const entry = ENTRIES.get(ALIASES.get(word) ?? word);
  if (entry !== undefined) return entry.read(args, size);
  const point = readPoint(text, size);
  const plies = point === null ? readRecord(text, size) : [point];
  if (plies !== null) return { name: 'play', plies };
  const near = suggestion(word, [...expected.words, ...ENTRIES.keys(), ...ALIASES.keys()]);
  throw new UserError(`"${text.trim().slice(0, 40)}": expected ${expected.what}, or a command; help lists them${near}`);
}

/** @returns what can be typed, one command per line */
export function playHelpLines(): string[] {
  const entries = [...ENTRIES.values()].filter(({ help }) => help !== '');
  const width = Math.max(...entries.map(({ usage }) => usage.length));
  const line = (usage: string, help: string) => `  ${usage.padEnd(width)}  ${help}`;
  return [
    line('H8  or  8 8', 'plays there: column, then row from the bottom'),
    line('H8 J10 ...', 'plays these moves from the current position'),
    ...entries.map(({ usage, help }) => line(usage, help)),
    'In an opening, the prompt says what to type: points, a number, or swap, keep, add, one, ten.',
    'While the engine is thinking, press Enter to make it move at once.',
  ];
}

function simple(name: SimpleName, help: string): Entry {
  const read = (args: string): PlayCommand => {
    if (args !== '') throw new UserError(`"${name} ${args.slice(0, 40)}": expected ${name} without arguments`);
    return { name };
  };
  return { usage: name, help, read };
}

function stones(name: 'black' | 'white'): Entry['read'] {
  return (args, size) => ({ name, points: requireRecord(name, args, size) });
}

function requireRecord(name: string, args: string, size: BoardSize): Ply[] {
  const plies = readRecord(args, size);
  if (plies === null) throw new UserError(`"${name} ${args.slice(0, 40)}": expected points such as ${name} H8 J10`);
  return plies;
}

function file(name: 'save' | 'load'): Entry['read'] {
  return (args) => {
    if (/\.(psq|sgf)$/i.test(args)) return { name, path: args };
    throw new UserError(`"${name} ${args}": expected a file name that ends in .psq or .sgf`);
  };
}
