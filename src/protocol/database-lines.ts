/** Database answers about a position, in the lines that Yixin-Board reads. */
import { pointOfCell } from '../core/point.ts';
import { infoAt, movesFrom } from '../records/book/book.ts';
import { dbNumbersOf } from '../records/book/formats/db.ts';
import { EXACT, LOST, MIN_WIN, type PositionInfo, WIN_VALUE, WON } from '../records/book/info.ts';
import { PASS } from '../records/book/key.ts';
import type { Place } from './database-session.ts';
import type { Reply } from './reply.ts';
import { expectedScore } from './report.ts';
import type { CodedTexts } from './texts.ts';

/** Maximum length of a tag, which is sent as one 32-bit number. */
const MAX_TAG = 4;

/** Answer when no database is open: it clears the marks of the last search from Yixin-Board's board. */
export const NOTHING_FOUND: Reply = ['MESSAGE DATABASE REFRESH', 'MESSAGE DATABASE DONE'];

/** @returns one line for each move known to the database: its tag, figures and label */
export function movesLines({ book, line }: Place, texts: CodedTexts): Reply {
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
export function oneLine({ book, line }: Place): Reply {
  const index = book.at(line);
  if (index < 0) return ['MESSAGE DATABASE ONE 0 0 0 0'];
  const info = book.info(index);
  const { label, value, depth, bound } = dbNumbersOf(info);
  return [`MESSAGE DATABASE ONE ${label} ${value} ${depth} ${bound} ${tagOf(info)}`.trimEnd()];
}

/** @returns the comment of the position in quotation marks, on as many lines as it has */
export function textLines({ book, line }: Place, texts: CodedTexts): Reply {
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
