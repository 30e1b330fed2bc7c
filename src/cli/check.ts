/** `tengen check`: the command line around packages/gomocup-check. */
import {
  CHECK_ABOUT,
  CHECK_EXITS,
  CHECK_OPERANDS,
  CHECK_OPTIONS,
  CHECK_USAGES,
} from '../../packages/gomocup-check/src/options.ts';
import { prepareCheck } from '../../packages/gomocup-check/src/run.ts';
import { type Command, readArguments, type Syntax } from '../core/command.ts';

const SYNTAX = { options: CHECK_OPTIONS, operands: CHECK_OPERANDS } as const satisfies Syntax;

export const COMMAND: Command = {
  name: 'check',
  summary: 'tests a brain: answers, moves, rules, time, memory, END',
  usages: CHECK_USAGES,
  about: CHECK_ABOUT,
  ...SYNTAX,
  needsArguments: true,
  exits: CHECK_EXITS,
  prepare(args) {
    const { values, operands } = readArguments(SYNTAX, args, 'tengen check');
    return prepareCheck(operands, values, 'tengen check');
  },
};
