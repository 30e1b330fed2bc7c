/** An opening in words: prompts, typed answers, and the engine's answers. */
import { BLACK, colorAt, opponentOf, WHITE } from '../../core/color.ts';
import { UserError } from '../../core/errors.ts';
import { counted, listed } from '../../core/text.ts';
import type { OpeningStep } from '../../play/opening/rules.ts';
import { type OpeningAnswer, type OpeningState, offerCount } from '../../play/opening/state.ts';
import { colorName, labelOf, readPoint, readRecord } from '../../play/state/notation.ts';
import type { Variant } from '../../play/state/variant.ts';
import type { Expected } from './commands.ts';

/** The ways to continue, by the first word of their name, as a prompt shows them. */
const WAYS: Readonly<Record<string, string>> = {
  add: 'add (you place two more stones, then the other side chooses)',
  one: 'one (one fifth move; either side may swap before and after it)',
  ten: 'ten (you offer ten fifth moves, the other side chooses one)',
};

/** The same for a side that has chosen one; the word in brackets is what to type for it. */
const WAYS_TAKEN: Readonly<Record<string, string>> = {
  add: 'adds two stones (add)',
  one: 'continues with one fifth move (one)',
  ten: 'offers ten fifth moves (ten)',
};

/** @returns a one-line prompt that says what can be typed now */
export function openingPrompt(opening: OpeningState, { height }: Variant, plies: number): string {
  const [step] = opening.steps;
  const name = step.by === 'black' ? 'Black' : 'White';
  const other = step.by === 'black' ? 'White' : 'Black';
  switch (step.kind) {
    case 'place': {
      const color = colorName(colorAt(plies));
      const left = step.stones - opening.placed;
      const what =
        left === 1 ? `stone ${plies + 1} (${color})` : `stones ${plies + 1} to ${plies + left} (${color} first)`;
      return `${name} places ${what}${whereText(step.within)}: `;
    }
    case 'swap':
      return `${name}: swap (take ${other}) or keep? `;
    case 'say':
      return `${name} chooses how many fifth moves to offer, ${step.min} to ${step.max}: `;
    case 'offer':
      return `${name} offers ${offerText(offerCount(step, opening))}: `;
    case 'choose':
      return `${name} chooses one of ${listed(opening.offers.map((point) => labelOf(point, height)))}: `;
    case 'ways':
      return `${name}: ${listed(step.ways.flatMap((way) => wordsOf(way.name).map((word) => meaning(word, other))))}? `;
  }
}

/** @returns in a few words who is to do what */
export function openingState({ rule, steps }: OpeningState): string {
  const [step] = steps;
  const does = {
    place: 'places stones',
    swap: 'chooses a color',
    say: 'chooses the number of fifth moves',
    offer: 'offers fifth moves',
    choose: 'chooses the fifth move',
    ways: 'chooses how to continue',
  };
  return `Opening ${rule.name}: ${step.by === 'black' ? 'Black' : 'White'} ${does[step.kind]}`;
}

/**
 * Reads an answer to the first step.
 * @returns the answers in the line, in order; null if it is no answer, but perhaps a command
 * @throws UserError for points or words that would answer a different step
 */
export function readAnswers(text: string, opening: OpeningState, variant: Variant): OpeningAnswer[] | null {
  const [step] = opening.steps;
  const word = text.trim().toLowerCase();
  if (step.kind === 'say' && /^\d{1,3}$/.test(word)) return [{ kind: 'say', count: Number(word) }];
  if (step.kind === 'swap' && isChoice(word)) return [{ kind: 'swap', isSwap: ['swap', 'y', 'yes'].includes(word) }];
  if (step.kind === 'ways') {
    const way = step.ways.findIndex(({ name }) => wordsOf(name).includes(word));
    const isColor = isChoice(word);
    if (way >= 0)
      return [{ kind: 'ways', way }, ...(isColor ? [{ kind: 'swap', isSwap: word === 'swap' } as const] : [])];
  }
  const point = readPoint(text, variant);
  const plies = point === null ? readRecord(text, variant) : [point];
  const isWord = isChoice(word) || Object.hasOwn(WAYS, word) || /^\d+$/.test(word);
  if (plies === null && !isWord) return null;
  const points = (plies ?? []).filter((ply) => ply !== null);
  if (points.length > 0 && points.length === plies?.length) {
    if (step.kind === 'place') return points.map((at) => ({ kind: 'place', points: [at] }));
    if (step.kind === 'offer') return [{ kind: 'offer', points }];
    if (step.kind === 'choose' && points.length === 1) return [{ kind: 'choose', point: points[0] }];
  }
  throw new UserError(`"${text.trim().slice(0, 40)}": expected ${expectedText(step, opening)}`);
}

/** @returns for instance `swaps and now plays Black` */
export function answerLine(answer: OpeningAnswer, opening: OpeningState, height: number): string {
  const [step] = opening.steps;
  const color = step.by === 'black' ? BLACK : WHITE;
  const names = (points: readonly { readonly x: number; readonly y: number }[]) =>
    points.map((at) => labelOf(at, height));
  switch (answer.kind) {
    case 'place':
      return `places ${listed(names(answer.points), 'and')}`;
    case 'swap':
      return answer.isSwap ? `swaps and now plays ${colorName(opponentOf(color))}` : `keeps ${colorName(color)}`;
    case 'say':
      return `requests ${counted(answer.count, 'fifth move')}`;
    case 'offer':
      return `offers ${listed(names(answer.points), 'and')}`;
    case 'choose':
      return `chooses ${names([answer.point])[0]}`;
    case 'ways': {
      const name = step.kind === 'ways' ? step.ways[answer.way]?.name : undefined;
      const [word] = wordsOf(name ?? '');
      return WAYS_TAKEN[word] ?? 'places no further stones (swap or keep)';
    }
  }
}

/** What can be typed now. */
export function expectedAnswer(opening: OpeningState): Expected {
  const [step] = opening.steps;
  const words =
    step.kind === 'swap'
      ? ['swap', 'keep']
      : step.kind === 'ways'
        ? step.ways.flatMap(({ name }) => wordsOf(name))
        : [];
  return { what: expectedText(step, opening), words };
}

function whereText(within: number | null): string {
  if (within === null) return ', anywhere';
  return within === 1 ? ', on the center point' : `, within the central ${within}x${within} points`;
}

function offerText(count: number): string {
  if (count === 1) return 'one fifth move';
  return `${count} fifth moves, no two of them symmetric`;
}

function expectedText(step: OpeningStep, opening: OpeningState): string {
  switch (step.kind) {
    case 'place':
      return 'a point such as H8';
    case 'swap':
      return 'swap or keep';
    case 'say':
      return `a number from ${step.min} to ${step.max}`;
    case 'offer':
      return offerText(offerCount(step, opening));
    case 'choose':
      return 'one of the moves offered';
    case 'ways':
      return listed(step.ways.flatMap(({ name }) => wordsOf(name)));
  }
}

/** @returns the words to type for a way: `keep or swap` is answered directly, others by their first word */
function wordsOf(name: string): string[] {
  return name === 'keep or swap' ? ['swap', 'keep'] : [name.split(' ')[0]];
}

function meaning(word: string, other: string): string {
  return word === 'swap' ? `swap (take ${other})` : (WAYS[word] ?? word);
}

function isChoice(word: string): boolean {
  return ['swap', 'keep', 'y', 'yes', 'n', 'no'].includes(word);
}
