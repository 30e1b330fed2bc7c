/** The program `gomocup-check`. */
import { readArguments, type Syntax, WRONG_USAGE } from '../../../src/core/command.ts';
import { commandHelp } from '../../../src/core/command-help.ts';
import { faultText } from '../../../src/core/errors.ts';
import { SWITCH } from '../../../src/core/values.ts';
import { endOnBrokenPipe } from '../../../src/platform/node/streams.ts';
import { STEPS } from './check.ts';
import { CHECK_ABOUT, CHECK_EXITS, CHECK_OPERANDS, CHECK_OPTIONS, CHECK_USAGES } from './options.ts';
import { PROFILES } from './profiles.ts';
import { prepareCheck } from './run.ts';
import { BRAIN_SYNTAX, reportManager, runScriptedBrain } from './scripted/command.ts';
import { CHAPTERS, SENTENCES } from './sentences.ts';

/** Set by the build. */
declare const GOMOCUP_CHECK_VERSION: string;

const PROGRAM = 'gomocup-check';
const SYNTAX = {
  options: {
    ...CHECK_OPTIONS,
    list: { type: SWITCH, help: 'list steps, sentences of the protocol and profiles, and exit' },
    version: { type: SWITCH, help: 'print the version and exit' },
  },
  operands: { ...CHECK_OPERANDS, min: 0 },
} as const satisfies Syntax;

const BRAIN_HELP = {
  usages: ['brain [--behavior NAME] [--at N] [--ms N] [--record FILE]'],
  about: [
    'An engine that checks the manager that starts it. It does one thing wrong, and records everything that the manager sends, with times. Afterward, "gomocup-check manager FILE" reports what the manager did. By default it does nothing wrong, and fills the board without a row of five, so that two of them draw.',
  ],
  ...BRAIN_SYNTAX,
  exits: { 0: 'after END or the end of input', 3: 'behavior dies' },
};

const MANAGER_HELP = {
  usages: ['manager RECORD ...'],
  about: [
    'Reports what the manager of each recorded brain did: line ends, the first lines, whether it waited for OK, the number of each request, whether it sent the time left, and how the conversation ended. A RECORD is a file of "gomocup-check brain --record".',
  ],
  options: {},
  exits: { 0: 'reported' },
};

const HELP = {
  usages: [
    ...CHECK_USAGES,
    'brain [options]      plays a brain that checks a manager, see brain --help',
    'manager RECORD ...   reports what the managers of such brains did',
  ],
  about: CHECK_ABOUT,
  options: SYNTAX.options,
  exits: CHECK_EXITS,
};

async function main(args: readonly string[]): Promise<number> {
  if (args[0] === 'brain' && !asksForHelp(args)) return runScriptedBrain(args.slice(1), `${PROGRAM} brain`);
  endOnBrokenPipe();
  if (args[0] === 'manager' && !asksForHelp(args)) return reportManager(args.slice(1), `${PROGRAM} manager`);
  if (args.length === 0 || asksForHelp(args)) {
    const lines = commandHelp(PROGRAM, args[0] === 'brain' ? BRAIN_HELP : args[0] === 'manager' ? MANAGER_HELP : HELP);
    process.stdout.write(`${lines.join('\n')}\n`);
    return args.length === 0 ? WRONG_USAGE : 0;
  }
  const { values, operands } = readArguments(SYNTAX, args, PROGRAM);
  if (values.version || values.list) {
    const lines = values.version ? [`${PROGRAM} ${GOMOCUP_CHECK_VERSION}`] : contents();
    process.stdout.write(`${lines.join('\n')}\n`);
    return 0;
  }
  return prepareCheck(operands, values, PROGRAM)();
}

function asksForHelp(args: readonly string[]): boolean {
  return args.some((word) => /^--?(help|h)$/i.test(word));
}

/** @returns all steps, sentences and profiles as text */
function contents(): string[] {
  return [
    'Steps:',
    ...STEPS.map(
      ({ id, title, sentences }, i) => `${String(i + 1).padStart(3)} ${id}: ${title} (${sentences.join(', ')})`,
    ),
    '',
    'Sentences of the protocol:',
    ...Object.entries(SENTENCES).map(([number, text]) => `${number.padStart(4)} ${text}`),
    '',
    'Chapters:',
    ...Object.entries(CHAPTERS).map(([letter, title]) => `${letter.padStart(4)} ${title}`),
    '',
    'Profiles:',
    ...PROFILES.flatMap(({ name, manager, source, habits }) => [
      `  ${name}: ${manager}`,
      `    ${source}`,
      ...habits.map((habit) => `    - ${habit}`),
    ]),
  ];
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    process.stderr.write(`${PROGRAM}: ${faultText(error)}\n`);
    process.exitCode = WRONG_USAGE;
  },
);
