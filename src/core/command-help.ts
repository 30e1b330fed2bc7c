import type { Command } from './command.ts';
import { wrapped } from './text.ts';
import type { DescribedOption } from './values.ts';

const WIDTH = 100;
/** The text of a longer option starts on the next line. */
const WIDEST = 24;

export type OptionText = ReturnType<typeof optionText>;

/** @param written name with its dashes @returns an option as help and docs show it */
export function optionText(written: string, option: DescribedOption) {
  const { type, help, usual, isMany } = option;
  return {
    usage: written.endsWith('=') || type.word === '' ? `${written}${type.word}` : `${written} ${type.word}`,
    help: isMany ? `${help}; may be repeated` : help,
    range: type.range,
    usual: usual ?? (option.default === undefined ? '' : (type.show?.(option.default) ?? String(option.default))),
  };
}

export type Helped = Pick<Command, 'usages' | 'about' | 'options' | 'dash' | 'keys' | 'notes' | 'exits'>;

/** @param program name that usage lines begin with @returns the complete help of a command, as lines */
export function commandHelp(
  program: string,
  { usages, about, options, dash = '--', keys, notes = [], exits }: Helped,
): string[] {
  const keyTexts = Object.entries(keys?.options ?? {}).map(([key, option]) => optionText(`${key}=`, option));
  const sections = [...new Set(Object.values(options).map(({ section }) => section))];
  return [
    ...usageLines(program, usages),
    '',
    ...about.flatMap((text) => wrapped(text, WIDTH)),
    '',
    ...sections.flatMap((section) => [
      section === undefined ? 'Options:' : `${section}:`,
      ...optionLines(
        Object.entries(options)
          .filter(([, option]) => option.section === section)
          .map(([option, described]) => optionText(dash + option, described)),
      ),
      '',
    ]),
    ...(keys === undefined ? [] : [`${keys.title}:`, ...optionLines(keyTexts), '']),
    ...explanations(options),
    ...notes.flatMap((text) => wrapped(text, WIDTH)),
    exitLine(exits),
  ];
}

export function usageLines(program: string, usages: readonly string[]): string[] {
  return usages.map((usage, i) => `${i === 0 ? 'Usage:' : '      '} ${program} ${usage}`);
}

/** @returns explanations of the options' values, followed by an empty line */
export function explanations(options: Command['options']): string[] {
  const lines = [...new Set(Object.values(options).flatMap(({ type }) => type.about ?? []))];
  return lines.length === 0 ? [] : [...lines, ''];
}

export function optionLines(texts: readonly OptionText[]): string[] {
  const width = Math.max(...texts.map(({ usage }) => (usage.length > WIDEST ? 0 : usage.length)));
  return texts.flatMap(({ usage, help, range, usual }) => {
    const more = [range, usual === '' ? '' : `default: ${usual}`].filter((text) => text !== '');
    const text = more.length === 0 ? help : `${help} (${more.join('; ')})`;
    const [first, ...rest] = wrapped(text, WIDTH - width - 4);
    const indent = ' '.repeat(width + 4);
    const head = usage.length > WIDEST ? [`  ${usage}`, indent + first] : [`  ${usage.padEnd(width)}  ${first}`];
    return [...head, ...rest.map((line) => indent + line)];
  });
}

export function exitLine(exits: Command['exits']): string {
  const meanings = Object.entries({ 2: 'wrong usage', ...exits });
  return `Exit: ${meanings.map(([code, meaning]) => `${code} ${meaning}`).join(', ')}`;
}
