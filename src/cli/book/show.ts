/** A book's entry of a position, as text. */
import { UserError } from '../../core/errors.ts';
import { readNames } from '../../core/point.ts';
import { columns } from '../../core/text.ts';
import { type BookView, markText, type PositionInfo, valueText } from '../../records/book/info.ts';
import { Line } from '../../records/book/key.ts';
import { gamesOf, type Shown } from '../../records/book/look-up.ts';

/** @returns the line of moves such as `h8 i9` @throws UserError if they cannot be played */
export function lineOfMoves(book: BookView, text: string): Line {
  const points = readNames(text.replaceAll(',', ' '), (row) => book.size - row);
  const line = new Line(book.rule, book.size);
  if (points === null) throw new UserError(`moves "${text}": expected a list such as "h8 i9"`);
  for (const { x, y } of points) {
    const cell = y * book.size + x;
    const isOn = x < book.size && y >= 0 && y < book.size;
    if (!isOn || line.has(cell)) {
      throw new UserError(`moves "${text}", move ${line.plies.length + 1}: expected an empty point on the board`);
    }
    line.push(cell);
  }
  return line;
}

/** @returns the entry, and a table of its moves, as lines */
export function shownLines(shown: Shown): string[] {
  const head = shown.moves.length === 0 ? 'The empty board' : shown.moves.join(' ');
  const lines = [`${head}${shown.isKnown ? '' : ': not in the book'}`];
  const own = infoWords(shown.info);
  if (own !== '') lines.push(`  ${own}`);
  const { comment } = shown.info;
  if (comment !== '') lines.push(...comment.split(/[\n\b]/).map((line) => `  ${line}`.trimEnd()));
  const rows = shown.next.map(({ move, images, info }) => [
    move,
    markText(info.mark),
    info.weight === 0 ? '' : String(info.weight),
    info.value === null ? '' : valueWords(info),
    info.depth === 0 ? '' : String(info.depth),
    gamesOf(info) === 0 ? '' : `${info.black}/${info.draws}/${info.white}`,
    [info.label, images.length > 1 ? `also ${images.slice(1).join(' ')}` : '', info.comment.split(/[\n\b]/)[0]]
      .filter((word) => word !== '')
      .join('; '),
  ]);
  if (rows.length === 0) return [...lines, '  No moves in the book.'];
  const titles = ['move', 'mark', 'weight', 'value', 'depth', 'B/draw/W', ''];
  return [...lines, ...columns([titles, ...rows], () => true).map((line) => `  ${line}`)];
}

function valueWords({ value, bound }: PositionInfo): string {
  return `${bound === 1 ? '>=' : bound === 2 ? '<=' : ''}${valueText(value!)}`;
}

function infoWords(info: PositionInfo): string {
  return [
    info.value === null
      ? ''
      : `value ${valueWords(info)} for the side that moved${info.depth > 0 ? `, depth ${info.depth}` : ''}`,
    gamesOf(info) === 0 ? '' : `games ${info.black}/${info.draws}/${info.white}`,
    info.mark === 0 ? '' : `marks ${markText(info.mark)}`,
  ]
    .filter((word) => word !== '')
    .join('; ');
}
