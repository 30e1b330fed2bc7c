/**
 * RenjuNet's collections of games, `.rif`: XML with rules, players, tournaments and games. Games are read one by one,
 * as the text comes; of the rest only rules and names are kept. There is no published description of the format: what
 * is read here is what files are known to hold, and anything else is skipped.
 */
import { UserError } from '../../../core/errors.ts';
import { parseMoves } from '../../../core/point.ts';
import { RENJU } from '../../../core/rule-code.ts';
import { bareGame, type SavedGame } from '../../notation/saved-game.ts';

const SIZE = 15;
/** Characters. No element is longer. */
const LONGEST = 1 << 20;
/** Category of a rule that is renju; the others are gomoku of some kind. */
const RENJU_CATEGORY = '1';

export interface RifOptions {
  /** Rule code of games that are not renju. */
  readonly gomokuRule: number;
  /** Called for a game that cannot be read, with its number in the file and the reason. */
  readonly onSkip: (id: string, reason: string) => void;
}

/**
 * Reads the games of a collection from pieces of its text.
 * @returns each with its number in the file, `?` if it has none, and what the file says about it
 * @throws UserError with the offset where it is no XML
 */
export function* readRif(pieces: Iterable<string>, options: RifOptions) {
  const known: Known = { players: new Map(), categories: new Map(), tournaments: new Map() };
  const { players, categories, tournaments } = known;
  let game: ReadonlyMap<string, string> | null = null;
  let moves: string | null = null;
  let comment = '';
  let hasRoot = false;
  for (const { tag, text } of elementsOf(pieces)) {
    if (!hasRoot && !tag.name.startsWith('?')) {
      if (!/^(?:database|rif|renjunet)/i.test(tag.name)) {
        throw new UserError(`<${tag.name.slice(0, 40)}>: expected a collection of RenjuNet, <database>`);
      }
      hasRoot = true;
    }
    if (tag.name === 'player' && !tag.isEnd) {
      const words = [tag.attributes.get('surname'), tag.attributes.get('name')].filter(Boolean);
      players.set(tag.attributes.get('id') ?? '', words.join(' '));
    } else if (tag.name === 'rule' && !tag.isEnd) {
      categories.set(tag.attributes.get('id') ?? '', tag.attributes.get('category') ?? RENJU_CATEGORY);
    } else if (tag.name === 'tournament' && !tag.isEnd) {
      tournaments.set(tag.attributes.get('id') ?? '', tournamentOf(tag.attributes));
    } else if (tag.name === 'game' && !tag.isEnd) {
      game = tag.attributes;
      moves = null;
      comment = '';
    } else if (tag.name === 'move' && tag.isEnd && game !== null) moves = text;
    else if (tag.name === 'info' && tag.isEnd && game !== null) comment = text.trim();
    if (tag.name !== 'game' || !(tag.isEnd || tag.isEmpty) || game === null) continue;
    const made = gameOf(game, moves, known, options);
    const id = game.get('id') ?? '?';
    if (typeof made === 'string') options.onSkip(id, made);
    else yield { ...made, id, comment };
    game = null;
  }
  if (!hasRoot) throw new UserError('offset 0: no XML, expected a collection of RenjuNet');
}

/** What precedes the games of a file, by id. */
interface Known {
  readonly players: Map<string, string>;
  readonly categories: Map<string, string>;
  readonly tournaments: Map<string, ReturnType<typeof tournamentOf>>;
}

function tournamentOf(attributes: ReadonlyMap<string, string>) {
  // ISO 8601, or its year alone.
  const dates = ['start', 'end', 'year'].map((name) => attributes.get(name) ?? '');
  return { name: attributes.get('name') ?? '', date: dates.find((date) => /^\d{4}/.test(date)) ?? null };
}

function gameOf(
  game: ReadonlyMap<string, string>,
  text: string | null,
  { players, categories, tournaments }: Known,
  { gomokuRule }: RifOptions,
): SavedGame | string {
  // A stray word among the moves ends the game there.
  const words = (text ?? '').trim().split(/\s+/).filter(Boolean);
  const end = words.findIndex((word) => parseMoves(word, SIZE) === null);
  if (end === 0 || words.length === 0) return `moves "${(text ?? '').trim().slice(0, 20)}": expected such as h8 i9`;
  const moves = parseMoves(words.slice(0, end < 0 ? words.length : end).join(' '), SIZE) ?? [];
  const points = game.get('bresult') ?? '';
  const result = points === '1' ? 'black' : points === '0.5' ? 'draw' : points === '0' ? 'white' : null;
  const isRenju = (categories.get(game.get('rule') ?? '') ?? RENJU_CATEGORY) === RENJU_CATEGORY;
  const tournament = tournaments.get(game.get('tournament') ?? '');
  return {
    ...bareGame(SIZE, moves, isRenju ? RENJU : gomokuRule),
    black: players.get(game.get('black') ?? '') ?? null,
    white: players.get(game.get('white') ?? '') ?? null,
    ...(tournament === undefined || tournament.name === '' ? {} : { event: tournament.name }),
    date: game.get('date') || tournament?.date || null,
    result,
  };
}

function* elementsOf(pieces: Iterable<string>) {
  let rest = '';
  let offset = 0;
  for (const piece of pieces) {
    rest += piece;
    let at = 0;
    for (;;) {
      const open = rest.indexOf('<', at);
      if (open < 0) break;
      const isComment = rest.startsWith('<!--', open);
      if (!isComment && rest.length - open < 4) break;
      const close = rest.indexOf(isComment ? '-->' : '>', open);
      if (close < 0) break;
      if (!isComment && rest[open + 1] !== '!') {
        yield { tag: tagOf(rest.slice(open + 1, close)), text: plain(rest.slice(at, open)) };
      }
      at = close + (isComment ? 3 : 1);
    }
    offset += at;
    rest = rest.slice(at);
    if (rest.length > LONGEST)
      throw new UserError(`offset ${offset}: ${LONGEST} characters without a tag, expected XML`);
  }
  if (rest.includes('<')) throw new UserError(`offset ${offset + rest.indexOf('<')}: the file ends within a tag`);
}

function tagOf(source: string) {
  const isEnd = source.startsWith('/');
  const name = /^\/?([^\s/>]*)/.exec(source)?.[1].toLowerCase() ?? '';
  const attributes = new Map<string, string>();
  // A word without a value is taken whole, or each of its letters would be tried as the first one of a name.
  for (const [, key, double, single] of source.matchAll(/([\w:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g)) {
    const value = double ?? single;
    if (value !== undefined) attributes.set(key.toLowerCase(), plain(value));
  }
  return { name, attributes, isEnd, isEmpty: source.endsWith('/') };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function plain(text: string): string {
  return text.replace(/&(#x?[0-9a-f]{1,6}|\w{2,4});/gi, (all, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()] ?? all;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
