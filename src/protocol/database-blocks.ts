/**
 * Database commands on one position, given by its moves from the empty board, one per line, and DONE; and the answers,
 * in the lines that Yixin-Board reads.
 */
import { pointOfCell, type XY } from '../core/point.ts';
import { counted } from '../core/text.ts';
import { infoAt, movesFrom } from '../records/book/book.ts';
import { type Fate, pruneSteps } from '../records/book/branch.ts';
import { dbNumbersOf, fromDb, fromDbLabel, LABEL_MARKS } from '../records/book/formats/db.ts';
import {
  AT_LEAST,
  DRAWN,
  EXACT,
  isSilent,
  LOST,
  MIN_WIN,
  type PositionInfo,
  WIN_VALUE,
  WON,
} from '../records/book/info.ts';
import { PASS } from '../records/book/key.ts';
import type { Position } from '../rules/position.ts';
import { type Block, type BlockKind, refusedBlock } from './blocks.ts';
import type { Brain } from './brain.ts';
import type { DatabaseSession, Place } from './database-session.ts';
import { MAX_LINE_LENGTH } from './lines.ts';
import { parseFields, parsePoint, quote } from './parse.ts';
import { NOTHING, ProtocolError, type Reply } from './reply.ts';
import { expectedScore } from './report.ts';
import type { CodedTexts } from './texts.ts';

/** Parses what follows the command word. @throws ProtocolError if it is invalid */
type HeadReader<Head> = (text: string, board: Position) => Head;
type Finish<Head> = (brain: Brain, moves: readonly XY[], head: Head) => Reply;

/**
 * A block that gives a position by its moves.
 * @param readHead for commands with arguments; without it all words on the first line are points
 */
function positionBlock<Head = undefined>(finish: Finish<Head>, readHead?: HeadReader<Head>): BlockKind {
  return {
    ...(readHead === undefined ? {} : { readsHead: true }),
    open(name, board, head) {
      const moves: XY[] = [];
      return {
        name,
        line(text) {
          const point = parsePoint(text, board);
          if (moves.some(({ x, y }) => x === point.x && y === point.y)) {
            throw new ProtocolError(`${name} line "${quote(text)}": an earlier line already has this point`);
          }
          moves.push(point);
        },
        done: (brain) => finish(brain, moves, readHead?.(head, board) as Head),
      };
    },
  };
}

/** @throws ProtocolError if no database is open, or databases do not support this rule and board */
function placeOf({ databaseSession: session, engine }: Brain, moves: readonly XY[]): Place {
  return session.place(session.open, engine.position, moves);
}

/** The same for a command that changes the position. */
function changed(
  { databaseSession: session, engine }: Brain,
  moves: readonly XY[],
): Place & { readonly index: number } {
  const place = session.place(session.changeable, engine.position, moves);
  const index = place.book.ensure(place.line);
  session.noteChange();
  return { ...place, index };
}

/**
 * Adds a position that is looked up to the database, as Yixin does: branches grow as the user explores them. This alone
 * does not cause a write; the next write for another reason includes it.
 */
function noteVisit(session: DatabaseSession, { database, book, line }: Place): void {
  const isReadOnly = session.isReadOnly || database.whyReadOnly !== null;
  if (isReadOnly || line.plies.length === 0 || book.at(line) >= 0) return;
  book.ensure(line);
}

function queryAll(withText: boolean): BlockKind {
  return positionBlock((brain, moves) => {
    // Yixin-Board asks at every move, under any rule, and redraws its board on the answer.
    if (brain.databaseSession.database === null || !brain.databaseSession.plays(brain.engine.position))
      return NOTHING_FOUND;
    const place = placeOf(brain, moves);
    const { texts } = brain.databaseSession;
    const lines = [...movesLines(place, texts), ...(withText ? textLines(place, texts) : [])];
    noteVisit(brain.databaseSession, place);
    return lines;
  });
}

/** Maximum length of a tag, which is sent as one 32-bit number. */
const MAX_TAG = 4;

/** Answer when no database is open: it clears the marks of the last search from Yixin-Board's board. */
const NOTHING_FOUND: Reply = ['MESSAGE DATABASE REFRESH', 'MESSAGE DATABASE DONE'];

/** @returns one line for each move known to the database: its tag, figures and label */
function movesLines({ book, line }: Place, texts: CodedTexts): Reply {
  const moves = movesFrom(book, line).filter(({ cell }) => cell !== PASS);
  const lines = moves.map(({ cell, index }) => {
    const info = book.info(index);
    const { value, depth, bound } = dbNumbersOf(info);
    const { x, y } = pointOfCell(cell, book.size);
    const figures = `${tagNumber(tagOf(info))} ${value} ${depth} ${bound} ${Number(info.comment !== '')}`;
    return `MESSAGE DATABASE ${x} ${y} ${figures} ${texts.write(info.label.replace(/[\s\0\b]+/g, ''))}`.trimEnd();
  });
  return ['MESSAGE DATABASE REFRESH', ...lines, 'MESSAGE DATABASE DONE'];
}

/** @returns the line about the position itself */
function oneLine({ book, line }: Place): Reply {
  const index = book.at(line);
  if (index < 0) return ['MESSAGE DATABASE ONE 0 0 0 0'];
  const info = book.info(index);
  const { label, value, depth, bound } = dbNumbersOf(info);
  return [`MESSAGE DATABASE ONE ${label} ${value} ${depth} ${bound} ${tagOf(info)}`.trimEnd()];
}

/** @returns the comment of the position in quotation marks, on as many lines as it has */
function textLines({ book, line }: Place, texts: CodedTexts): Reply {
  const { comment } = infoAt(book, line);
  const plain = comment.replace(/\r\n?|[\b\v\f]/g, '\n').replaceAll('\0', '');
  const quoted = `"${plain.replace(/[\\"]/g, (letter) => `\\${letter}`)}"`;
  return `MESSAGE DATABASE TEXT ${quoted}`.split('\n').map((text) => texts.write(text));
}

/** @returns a mark with the moves to the end, or the win chance; empty if there is neither */
function tagOf(info: PositionInfo): string {
  const { label } = dbNumbersOf(info);
  const { value, bound, mark } = info;
  if (label > 0) {
    const letter = String.fromCharCode(label);
    if ((mark & (WON | LOST)) === 0) return letter;
    const isCounted = value !== null && (mark & WON ? value >= MIN_WIN : value <= -MIN_WIN);
    // The count starts with the move that leads here.
    return letter + (isCounted ? String(WIN_VALUE - Math.abs(value) + 1) : '*');
  }
  if (value === null || bound !== EXACT) return '';
  const percent = Math.abs(value) >= MIN_WIN ? (value > 0 ? 99 : 0) : Math.floor(100 * expectedScore(value));
  return `${Math.min(99, percent)}%`;
}

/** @returns the letters of a tag as the bytes of a number; -1 if it is empty */
function tagNumber(tag: string): number {
  if (tag === '') return -1;
  return [...tag.slice(0, MAX_TAG)].reduce((number, letter) => number * 256 + letter.charCodeAt(0), 0);
}

/** Bits of `<which>`: tag, value and depth are changed. */
const TAG = 1;
const VALUE = 2;
const DEPTH = 4;

function readFigures(text: string) {
  const fields = parseFields(text.split(/[ \t]+/).join(','));
  if (fields === null || fields.length !== 4 || fields[0] < 1 || fields[0] > 7) {
    throw new ProtocolError(
      `YXEDITTVDDATABASE "${quote(text)}": expected <which> <tag> <value> <depth>, with <which> from 1 to 7`,
    );
  }
  const [mask, tag, value, depth] = fields;
  return { mask, tag, value, depth };
}

const editFigures = positionBlock((brain, moves, { mask, tag, value, depth }) => {
  const place = changed(brain, moves);
  const { book, index } = place;
  if ((mask & TAG) !== 0) {
    const { mark, text } = fromDbLabel(tag);
    book.set(index, { mark: (book.info(index).mark & ~LABEL_MARKS) | mark });
    // A single letter is the tag before this one; a longer text is not a tag, and stays.
    if (book.info(index).label.length <= 1) book.set(index, { label: text });
    else if (text !== '') book.addLabel(index, text);
  }
  // The front end sends the value for the side to move; a book stores it for the other side.
  if ((mask & VALUE) !== 0) book.set(index, { value: fromDb(-value), bound: EXACT });
  if ((mask & DEPTH) !== 0) book.set(index, { depth });
  return oneLine(place);
}, readFigures);

function readLabel(text: string, board: Position) {
  const [, point, label] = /^([^ \t]*)[ \t]*(.*)$/.exec(text) ?? [];
  return { point: parsePoint(point ?? '', board), text: label ?? '' };
}

const editLabel = positionBlock((brain, moves, { point, text }) => {
  const { book, line } = changed(brain, moves);
  const cell = point.y * book.size + point.x;
  if (line.has(cell)) throw new ProtocolError(`text on ${point.x},${point.y}: a stone is on this point`);
  line.push(cell);
  const index = book.ensure(line);
  book.set(index, { label: brain.databaseSession.texts.read(text).replace(/[\s\0\b]+/g, '') });
  // A text creates the position after a move there; without a text an empty position is removed.
  const isEmpty = text === '' && isSilent(book.info(index)) && movesFrom(book, line).length === 0;
  if (isEmpty) book.remove(index);
  return NOTHING;
}, readLabel);

/** A text in quotation marks, on any number of lines, then the position. */
const editText: BlockKind = {
  readsHead: true,
  open(name, board, head) {
    const points = positionBlock((brain, moves) => setComment(brain, moves, quoted.text)).open(name, board, '');
    const quoted = quotedText(head, points);
    return quoted.block;
  },
  refused(name, reason, head) {
    return quotedText(head, refusedBlock(name, reason)).block;
  },
};

function setComment(brain: Brain, moves: readonly XY[], text: string | null): Reply {
  if (text === null) throw new ProtocolError('YXEDITTEXTDATABASE: expected a text in quotation marks');
  const { book, index } = changed(brain, moves);
  book.set(index, { comment: brain.databaseSession.texts.read(text).trim() });
  return NOTHING;
}

/** @param block takes the lines after the text */
function quotedText(head: string, block: Block): { readonly text: string | null; readonly block: Block } {
  let text: string | null = null;
  let isCut = false;
  let isOpen = head.startsWith('"');
  return {
    get text() {
      return text;
    },
    block: {
      ...block,
      get isQuoting() {
        return isOpen;
      },
      done(brain) {
        if (isCut) {
          throw new ProtocolError(
            `the text has a line of ${MAX_LINE_LENGTH} characters or more: split it into shorter lines`,
          );
        }
        return block.done(brain);
      },
      quote(line) {
        const isFirst = text === null;
        const { taken, rest } = unquoted(isFirst ? line.slice(1) : line);
        // Longer lines are truncated, which may lose the end of the text.
        isCut = rest === null && line.length + (isFirst ? block.name.length + 1 : 0) >= MAX_LINE_LENGTH;
        text = isFirst ? taken : `${text}\n${taken}`;
        isOpen = rest === null && !isCut;
        return rest ?? '';
      },
    },
  };
}

/** @returns the text up to a quotation mark, and the rest of the line after it; null if there is no quotation mark */
function unquoted(line: string): { readonly taken: string; readonly rest: string | null } {
  let taken = '';
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '"') return { taken, rest: line.slice(i + 1) };
    if (line[i] === '\\') i++;
    taken += line[i] ?? '';
  }
  return { taken, rest: null };
}

const deleteOne = positionBlock((brain, moves) => {
  const { book, index } = changed(brain, moves);
  if (index === 0) book.silence(index);
  else book.remove(index);
  return NOTHING;
});

/** Parses which of the following positions are deleted, each with its branch. */
function readFilter(text: string): (info: PositionInfo) => Fate {
  const [, not, kind, steps, recursive, count] =
    /^(?:(non)?(wld|wl|w|l)(nostep|instep)?(recursive)?[ \t]*(\d{1,4})?)?$/i.exec(text) ?? [];
  if (kind === undefined) {
    if (text === '') return () => 'goes';
    throw new ProtocolError(`YXDELETEDATABASEALL "${quote(text)}": expected a filter such as wl or nonwlrecursive`);
  }
  const bits = { w: WON, l: LOST, wl: WON | LOST, wld: WON | LOST | DRAWN }[kind.toLowerCase() as 'w'] ?? 0;
  const max = count === undefined ? Number.POSITIVE_INFINITY : Number(count);
  const fits = (info: PositionInfo): boolean => {
    const isOfKind = (info.mark & bits) !== 0;
    if (steps === undefined) return isOfKind !== (not !== undefined);
    const moves = movesToEnd(info);
    return isOfKind && (steps.toLowerCase() === 'nostep' ? moves === null : moves !== null && moves <= max);
  };
  return (info) => (fits(info) ? 'goes' : recursive === undefined ? 'stays' : 'look on');
}

/** @returns moves to the win or loss, counted from the move that leads to the position; null if unknown */
function movesToEnd({ value, bound, mark }: PositionInfo): number | null {
  if (value === null || Math.abs(value) < MIN_WIN || bound === AT_LEAST) return null;
  return value > 0 === ((mark & WON) !== 0) ? WIN_VALUE - Math.abs(value) + 1 : null;
}

const deleteAll = positionBlock((brain, moves, fateOf) => {
  const place = changed(brain, moves);
  const { book, line, database } = place;
  return brain.databaseSession.start(
    brain.databaseSession.rawName(database),
    (function* () {
      const count = yield* pruneSteps(book, line, (index) => fateOf(book.info(index)));
      brain.databaseSession.noteChange();
      return [`MESSAGE ${counted(count, 'position')} deleted`, ...movesLines(place, brain.databaseSession.texts)];
    })(),
  );
}, readFilter);

/** By the usage of their commands. */
export const POSITION_BLOCKS: Readonly<Record<string, BlockKind>> = {
  'YXQUERYDATABASEALL <x>,<y> ... DONE': queryAll(false),
  'YXQUERYDATABASEALLT <x>,<y> ... DONE': queryAll(true),
  'YXQUERYDATABASEONE <x>,<y> ... DONE': positionBlock((brain, moves) => oneLine(placeOf(brain, moves))),
  'YXQUERYDATABASETEXT <x>,<y> ... DONE': positionBlock((brain, moves) =>
    textLines(placeOf(brain, moves), brain.databaseSession.texts),
  ),
  'YXEDITTVDDATABASE <which> <tag> <value> <depth> <x>,<y> ... DONE': editFigures,
  'YXEDITTEXTDATABASE "<text>" <x>,<y> ... DONE': editText,
  'YXEDITLABELDATABASE <x>,<y> <text> <x>,<y> ... DONE': editLabel,
  'YXDELETEDATABASEONE <x>,<y> ... DONE': deleteOne,
  'YXDELETEDATABASEALL <which> <x>,<y> ... DONE': deleteAll,
};
