/** Merges one book into another: nothing is overwritten, and conflicts are reported. */
import { UserError } from '../../core/errors.ts';
import { ruleNameOf } from '../../core/rule.ts';
import type { Steps } from '../../core/steps.ts';
import type { Book } from './book.ts';
import { BAD, DRAWN, GOOD, LOST, type PositionInfo, valueText, WON } from './info.ts';

export interface Conflict {
  /** Place in the book that was merged into. */
  readonly index: number;
  readonly what: 'weight' | 'value' | 'results' | 'marks';
  /** The data that stays, and the data that is dropped. */
  readonly kept: string;
  readonly left: string;
}

export interface MergeOptions {
  /** Which value stays: the existing one, or that of the deeper search. */
  readonly values: 'first' | 'deeper';
  /** Whether to add results, because they come from different games. */
  readonly addsResults: boolean;
  readonly onConflict: (conflict: Conflict) => void;
}

/** Positions per step, less one: a mask. */
const STEP = 0x3ff;

const OPPOSITES: readonly (readonly [number, string])[] = [
  [GOOD | BAD, 'good and bad'],
  [WON | LOST | DRAWN, 'two outcomes'],
];

/** @returns number of new positions @throws UserError for books of different rules or sizes */
export function* mergeSteps(book: Book, other: Book, options: MergeOptions): Steps<number> {
  if (book.rule !== other.rule || book.size !== other.size) {
    throw new UserError(`${bookKind(other)}: expected ${bookKind(book)}, as the book it is merged into`);
  }
  const before = book.count;
  for (let from = 0; from < other.count; from++) {
    if ((from & STEP) === STEP) yield;
    const { high, low } = other.keyOf(from);
    const known = book.find(high, low);
    const index = known >= 0 ? known : book.ensure(other.lineTo(from));
    const info = other.info(from);
    if (index >= before) book.set(index, info);
    else mergeInfo(book, index, info, options);
  }
  if (other.about !== '' && !book.about.includes(other.about)) {
    book.about = book.about === '' ? other.about : `${book.about}\n${other.about}`;
  }
  return book.count - before;
}

/** @returns for instance `renju 15x15` */
export function bookKind({ rule, size }: { readonly rule: number; readonly size: number }): string {
  return `${ruleNameOf(rule)} ${size}x${size}`;
}

function mergeInfo(book: Book, index: number, theirs: PositionInfo, options: MergeOptions): void {
  const { values, addsResults, onConflict } = options;
  const ours = book.info(index);
  const conflict = (what: Conflict['what'], kept: string, left: string): void =>
    onConflict({ index, what, kept, left });
  if (ours.weight === 0) book.set(index, { weight: theirs.weight });
  else if (theirs.weight !== 0 && theirs.weight !== ours.weight) {
    conflict('weight', String(ours.weight), String(theirs.weight));
  }
  const isDecided = ours.value === null || (values === 'deeper' && theirs.depth !== ours.depth);
  const isSame = ours.value === theirs.value && ours.bound === theirs.bound && ours.depth === theirs.depth;
  if (theirs.value !== null && isDecided) {
    const { value, bound, depth } = theirs;
    if (ours.value === null || depth > ours.depth) book.set(index, { value, bound, depth });
  } else if (theirs.value !== null && !isSame) {
    const text = ({ value, depth }: PositionInfo) => `${valueText(value!)} at depth ${depth}`;
    conflict('value', text(ours), text(theirs));
  }
  const [oursText, theirsText] = [resultsText(ours), resultsText(theirs)];
  if (addsResults || oursText === '0/0/0') {
    const { black, draws, white } = theirs;
    book.set(index, { black: ours.black + black, draws: ours.draws + draws, white: ours.white + white });
  } else if (theirsText !== '0/0/0' && theirsText !== oursText) conflict('results', oursText, theirsText);
  let added = theirs.mark;
  for (const [bits, name] of OPPOSITES) {
    const both = (ours.mark | theirs.mark) & bits;
    if ((ours.mark & bits) === 0 || both === (ours.mark & bits)) continue;
    conflict('marks', name, 'the mark of the other book');
    added &= ~bits;
  }
  book.mark(index, added);
  if (theirs.label !== '') book.addLabel(index, theirs.label);
  if (theirs.comment !== '') book.addComment(index, theirs.comment);
}

function resultsText({ black, draws, white }: PositionInfo): string {
  return `${black}/${draws}/${white}`;
}
