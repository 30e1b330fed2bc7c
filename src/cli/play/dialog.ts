/** The questions before a game that was started without game options. */
import { UserError } from '../../core/errors.ts';
import { RULE_NAMES, WIN_LENGTH } from '../../core/rule.ts';
import { FREESTYLE, RENJU } from '../../core/rule-code.ts';
import { readValue } from '../../core/values.ts';
import { OPENING_RULES, openingRuleOf } from '../../play/opening/rules.ts';
import { openingRuleFault } from '../../play/opening/state.ts';
import { levelRange, readLevel } from '../../play/opponent/levels.ts';
import { readRule, readSize, usualWinLength, variantOf } from '../../play/state/variant.ts';
import { readCommand } from './commands.ts';
import { BEGINNER, type PlaySettings, SECONDS, SEED } from './settings.ts';

/** Answers so far, not yet checked against each other. */
interface Draft extends Omit<PlaySettings, 'variant'> {
  readonly rule: number;
  readonly width: number;
  readonly height: number;
  readonly winLength: number | null;
}

interface Question {
  text(draft: Draft): string;
  /** The default, for Enter. */
  usual(draft: Draft): string;
  isAsked?(draft: Draft): boolean;
  /** @throws UserError */
  read(answer: string, draft: Draft): Draft;
}

const QUESTIONS: readonly Question[] = [
  {
    text: () => `Rule: ${RULE_NAMES.map(({ name }) => name).join(', ')}`,
    usual: () => 'freestyle',
    read: (answer, draft) => ({ ...draft, rule: readRule(answer) }),
  },
  {
    text: () => 'Board size: 3 to 22, or width and height such as 15x10',
    usual: ({ width }) => String(width),
    read: (answer, draft) => {
      const size = readSize(answer);
      variantOf(draft.rule, size.width, size.height, null);
      return { ...draft, ...size };
    },
  },
  {
    text: () => 'Stones in a row that win: 3 to 6',
    usual: ({ width, height }) => String(usualWinLength(width, height)),
    isAsked: ({ rule }) => rule === FREESTYLE,
    read: (answer, draft) => {
      const winLength = readValue(WIN_LENGTH, 'win', answer);
      variantOf(draft.rule, draft.width, draft.height, winLength);
      return { ...draft, winLength };
    },
  },
  {
    text: () => `Opening: ${OPENING_RULES.map(({ name }) => name).join(', ')} or none`,
    usual: () => 'none',
    isAsked: ({ rule, width, height }) =>
      rule === RENJU &&
      OPENING_RULES.every((opening) => openingRuleFault(opening, variantOf(rule, width, height, null)) === null),
    read: (answer, draft) => ({ ...draft, opening: /^(none|no|off)$/i.test(answer) ? null : openingRuleOf(answer) }),
  },
  {
    text: () => 'Who plays Black: human, engine or random',
    usual: ({ begins }) => begins,
    read: (answer, draft) => ({ ...draft, begins: readValue(BEGINNER, 'begins', answer) }),
  },
  {
    text: () => `Level: ${levelRange()}`,
    usual: ({ level }) => String(level),
    read: (answer, draft) => ({ ...draft, level: readLevel(answer) }),
  },
  {
    text: () => 'Engine time per move, in seconds',
    usual: () => 'off',
    read: (answer, draft) => ({ ...draft, timeMs: readValue(SECONDS, 'time', answer) }),
  },
  {
    text: () => 'Random seed: the same seed makes the same game',
    usual: ({ seed }) => String(seed),
    read: (answer, draft) => ({ ...draft, seed: readValue(SEED, 'seed', answer) }),
  },
];

/** Asks the questions in order. A move or a command instead of an answer starts the game with the answers so far. */
export class SetupDialog {
  private draft: Draft;
  private at = 0;
  /** What was typed instead of an answer: the first line of the game. */
  leftover: string | null = null;

  constructor({ variant, ...others }: PlaySettings) {
    const { rule, width, height } = variant;
    this.draft = { ...others, opening: null, rule: rule.code, width, height, winLength: null };
  }

  /** The current question, null when there is none left. */
  get question(): string | null {
    const question = this.current();
    return question === undefined ? null : `${question.text(this.draft)} [${question.usual(this.draft)}] `;
  }

  /** Takes an answer; an empty one means the default. @throws UserError for an invalid answer; the question remains */
  answer(line: string): void {
    const question = this.current();
    if (question === undefined) return;
    const text = line.trim();
    try {
      this.draft = question.read(text === '' ? question.usual(this.draft) : text, this.draft);
      this.at++;
    } catch (error) {
      if (!isForTheGame(text, this.settings)) throw error;
      this.leftover = text;
      this.at = QUESTIONS.length;
    }
  }

  /** The game according to the answers so far. */
  get settings(): PlaySettings {
    const { rule, width, height, winLength, ...others } = this.draft;
    return { ...others, variant: variantOf(rule, width, height, winLength) };
  }

  private current(): Question | undefined {
    while (QUESTIONS[this.at]?.isAsked?.(this.draft) === false) this.at++;
    return QUESTIONS[this.at];
  }
}

function isForTheGame(text: string, { variant }: PlaySettings): boolean {
  try {
    readCommand(text, variant);
    return true;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}
