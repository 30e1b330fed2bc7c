/**
 * The rules of the game: the meaning of codes, and the one table of names that every command uses to read and show
 * rules, and in its help.
 */
import { BLACK, type Color } from './color.ts';
import {
  CARO,
  CARO_BIT,
  CARO_EXACT,
  CONTINUOUS_BIT,
  EXACT_FIVE_BIT,
  FREESTYLE,
  isRuleCode,
  MAX_WIN_LENGTH,
  MIN_WIN_LENGTH,
  OMOK,
  OMOK_BIT,
  RENJU,
  RENJU_BIT,
  RULE_CODES,
  type RuleCode,
  STANDARD,
} from './rule-code.ts';
import { listed } from './text.ts';
import { type ValueType, whole } from './values.ts';

/** A decoded rule. Immutable. */
export interface Rule {
  /** The sum of bits that this rule was decoded from. */
  readonly code: number;
  /** Stones in a row that win, 3 to 6; 5 except in freestyle m,n,k games. */
  readonly winLength: number;
  /** Longer rows do not win, for either side (codes 1 and 9). In renju this holds for Black only: see {@link renju}. */
  readonly exactFive: boolean;
  /** Black wins with exactly five and has forbidden points; White wins with five or more. */
  readonly renju: boolean;
  /** A row of exactly five between two opposing stones does not win. */
  readonly caro: boolean;
  /** Double-threes are forbidden to both sides. */
  readonly omok: boolean;
  /** Play continues after a win (GUI only). */
  readonly continuous: boolean;
}

/**
 * Decodes the number of INFO rule.
 * @param code sum of 1 exactly five, 2 continuous, 4 renju, 8 caro, 16 omok
 * @param winLength stones in a row that win, 3 to 6; must be 5 unless the rule is freestyle
 * @returns the rule, or null for an invalid code or combination (renju with caro, omok with either of them or
 * with exactly five, bits above 16, a win length with a rule other than freestyle)
 */
export function ruleFromCode(code: number, winLength = 5): Rule | null {
  if (!Number.isInteger(code) || code < 0 || code >= 2 * OMOK_BIT) return null;
  if (!Number.isInteger(winLength) || winLength < MIN_WIN_LENGTH || winLength > MAX_WIN_LENGTH) return null;
  const renju = (code & RENJU_BIT) !== 0;
  const caro = (code & CARO_BIT) !== 0;
  const omok = (code & OMOK_BIT) !== 0;
  const exactFive = !renju && (code & EXACT_FIVE_BIT) !== 0;
  if ((renju && caro) || (omok && (renju || caro || exactFive))) return null;
  if (winLength !== 5 && (renju || caro || omok || exactFive)) return null;
  return { code, winLength, exactFive, renju, caro, omok, continuous: (code & CONTINUOUS_BIT) !== 0 };
}

/** @returns true if the rule has forbidden points, for one side or both */
export function hasForbidden(rule: Rule): boolean {
  return rule.renju || rule.omok;
}

/** @returns true if the rule has forbidden points for `color` */
export function forbidsTo(rule: Rule, color: Color): boolean {
  return rule.omok || (rule.renju && color === BLACK);
}

/** @returns whose forbidden points to show: in omok those of the side to move, in renju always Black's */
export function forbiddenSide(rule: Rule, sideToMove: Color): Color {
  return rule.omok ? sideToMove : BLACK;
}

export interface RuleName {
  readonly name: string;
  readonly aliases: readonly string[];
  /** For people and for game files. */
  readonly title: string;
  readonly wins: string;
}

/**
 * `caro` is code 8: a five must not be blocked at both ends, six or more always wins. That is how the game is described
 * where it goes by that name, in Vietnam, and as gomoku+; 8 is the bit that the protocol calls caro, that the test
 * program of Gomocup's judge sends for its caro league, and qpiskvork's only code of caro. The game in which six does
 * not win, which Gomocup's organizers have also described as their league, is `caro-exact`, code 9.
 */
const NAME_OF_RULE: Readonly<Record<RuleCode, RuleName>> = {
  [FREESTYLE]: { name: 'freestyle', aliases: [], title: 'Freestyle', wins: 'five or more' },
  [STANDARD]: { name: 'standard', aliases: ['exact', 'exact-five'], title: 'Standard', wins: 'exactly five' },
  [RENJU]: {
    name: 'renju',
    aliases: [],
    title: 'Renju',
    wins: 'Black: exactly five, with forbidden points; White: five or more',
  },
  [CARO]: {
    name: 'caro',
    aliases: ['gomoku+'],
    title: 'Caro with overlines',
    wins: 'five that is not blocked at both ends, or six or more',
  },
  [CARO_EXACT]: {
    name: 'caro-exact',
    aliases: [],
    title: 'Caro with exactly five',
    wins: 'exactly five that is not blocked at both ends',
  },
  [OMOK]: { name: 'omok', aliases: [], title: 'Omok', wins: 'five or more; double-threes are forbidden to both sides' },
};

export const RULE_NAMES: readonly (RuleName & { readonly code: RuleCode })[] = RULE_CODES.map((code) => ({
  code,
  ...NAME_OF_RULE[code],
}));

/** What to write instead of an unknown rule. */
export const RULE_CHOICES = `${RULE_NAMES.map(({ name }) => name).join(', ')} or code ${listed(
  RULE_NAMES.map(({ code }) => String(code)),
)}`;

/** @param text name, alias, title or code of the table, in any case @returns its code, or null */
export function ruleCodeOf(text: string): number | null {
  const word = text.trim().toLowerCase().replaceAll(' ', '-');
  const found = RULE_NAMES.find(({ code, name, aliases, title }) =>
    [String(code), name, ...aliases, title.toLowerCase().replaceAll(' ', '-')].includes(word),
  );
  return found?.code ?? null;
}

/** Like {@link ruleCodeOf}, but accepts every number that is a rule, such as those of continuous games. */
export function anyRuleCodeOf(text: string): number | null {
  const code = /^\d{1,2}$/.test(text.trim()) ? Number(text) : -1;
  return ruleCodeOf(text) ?? (ruleFromCode(code) === null ? null : code);
}

/** @returns the name to show for a code, for instance `renju` */
export function ruleNameOf(code: number): string {
  return isRuleCode(code) ? NAME_OF_RULE[code].name : `rule ${code}`;
}

/** @returns the table as lines of a help text, without a line end */
export function ruleHelp(): string[] {
  const width = Math.max(...RULE_NAMES.map(({ name }) => name.length));
  return [
    'Rules, by name or by code of INFO rule, and what wins:',
    ...RULE_NAMES.map(({ code, name, aliases, wins }) => {
      const others = aliases.length === 0 ? '' : ` (also called ${aliases.join(', ')})`;
      return `  ${name.padEnd(width)}  ${code}  ${wins}${others}`;
    }),
  ];
}

export const RULE: ValueType<number> = {
  word: 'RULE',
  expected: RULE_CHOICES,
  range: RULE_NAMES.map(({ name }) => name).join(', '),
  choices: RULE_NAMES.flatMap(({ name, aliases }) => [name, ...aliases]),
  about: ruleHelp(),
  read: (text) => ruleCodeOf(text) ?? undefined,
  show: ruleNameOf,
};

/** The same, plus every other code that is a rule. */
export const ANY_RULE: ValueType<number> = { ...RULE, read: (text) => anyRuleCodeOf(text) ?? undefined };

export const WIN_LENGTH = whole(MIN_WIN_LENGTH, MAX_WIN_LENGTH, 'K');
