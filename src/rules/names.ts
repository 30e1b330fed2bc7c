/**
 * What the rules are called: the one table that every command reads names by, shows them by, and makes its help of.
 */
import { CARO, CARO_EXACT, FREESTYLE, RENJU, ruleFromCode, STANDARD } from './rule.ts';

export interface RuleName {
  /** As sent by INFO rule. */
  readonly code: number;
  /** The name shown. */
  readonly name: string;
  /** Other names that are understood. */
  readonly aliases: readonly string[];
  /** For people and for game files. */
  readonly title: string;
  /** What wins, in a few words. */
  readonly wins: string;
}

/**
 * `caro` is code 8: a five must not be shut in at both ends, six or more win always. So the game is described where it is
 * known by that name, in Vietnam and as gomoku+; 8 is the bit that the protocol calls caro, what the test program of
 * Gomocup's judge sends for its caro league, and the one code of caro that qpiskvork has. The game in which six do not win
 * either, as Gomocup's organisers have also described their league, is `caro-exact`, code 9.
 */
export const RULE_NAMES: readonly RuleName[] = [
  { code: FREESTYLE, name: 'freestyle', aliases: [], title: 'Freestyle', wins: 'five or more' },
  { code: STANDARD, name: 'standard', aliases: ['exact', 'exact-five'], title: 'Standard', wins: 'exactly five' },
  {
    code: RENJU,
    name: 'renju',
    aliases: [],
    title: 'Renju',
    wins: 'Black: exactly five, and some points are forbidden; White: five or more',
  },
  {
    code: CARO,
    name: 'caro',
    aliases: ['gomoku+'],
    title: 'Caro with overlines',
    wins: 'five not shut in at both ends, or six or more',
  },
  {
    code: CARO_EXACT,
    name: 'caro-exact',
    aliases: [],
    title: 'Caro with exactly five',
    wins: 'exactly five, not shut in at both ends',
  },
];

/** What to write in place of a rule that nobody knows. */
export const RULE_CHOICES = `${RULE_NAMES.map(({ name }) => name).join(', ')} or code ${listed(
  RULE_NAMES.map(({ code }) => String(code)),
)}`;

/** @returns `0, 1 or 4` */
function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

/** @returns the code of a name, an alias, a title or a code of the table in any case, or null */
export function ruleCodeOf(text: string): number | null {
  const word = text.trim().toLowerCase().replaceAll(' ', '-');
  const found = RULE_NAMES.find(({ code, name, aliases, title }) =>
    [String(code), name, ...aliases, title.toLowerCase().replaceAll(' ', '-')].includes(word),
  );
  return found?.code ?? null;
}

/** As {@link ruleCodeOf}, and takes every other number that means a rule, as those of continuous games. */
export function anyRuleCodeOf(text: string): number | null {
  const code = /^\d{1,2}$/.test(text.trim()) ? Number(text) : -1;
  return ruleCodeOf(text) ?? (ruleFromCode(code) === null ? null : code);
}

/** @returns the name shown for a code, for instance `renju` */
export function ruleNameOf(code: number): string {
  return RULE_NAMES.find((rule) => rule.code === code)?.name ?? `rule ${code}`;
}

/** @returns the table as lines of a help text, without a line end */
export function ruleHelp(): string[] {
  const width = Math.max(...RULE_NAMES.map(({ name }) => name.length));
  return [
    'Rules, by name or by the code of INFO rule, and what wins:',
    ...RULE_NAMES.map(({ code, name, aliases, wins }) => {
      const others = aliases.length === 0 ? '' : ` (also called ${aliases.join(', ')})`;
      return `  ${name.padEnd(width)}  ${code}  ${wins}${others}`;
    }),
  ];
}
