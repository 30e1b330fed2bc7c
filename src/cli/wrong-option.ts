/** Options of a command, read by `parseArgs` of Node, and what to say about those it refuses. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { MatchError } from '../core/errors.ts';
import { suggestion } from '../core/near.ts';

/** @returns the arguments, records that begin with a passed turn (`- H8`) made text: no option has a blank behind its dash */
function withRecords(args: readonly string[]): string[] {
  return args.map((arg) => (/^-\s/.test(arg) ? ` ${arg}` : arg));
}

/**
 * @param error as thrown by `parseArgs` @param names of the options there are @param command for instance `tengen play`
 * @returns one line: what came, what was expected, and the option that was meant where one is near
 */
export function wrongOption(error: TypeError, names: readonly string[], command: string): string {
  const [first] = error.message.split(/\.\s/);
  const ambiguous = /^Option '(.+)' argument is ambiguous/.exec(first)?.[1];
  const what =
    ambiguous === undefined
      ? first
      : `Option '${ambiguous}' without a value (one that begins with a dash is written ${ambiguous}=-1)`;
  const unknown = /^Unknown option '-*([^'=]+)/.exec(what)?.[1];
  const near =
    unknown === undefined
      ? ''
      : suggestion(
          `--${unknown}`,
          names.map((name) => `--${name}`),
        );
  return `${what}: expected the options of ${command} --help${near}`;
}

/**
 * @param config as `parseArgs` takes it, arguments and options
 * @param command for instance `tengen play`
 * @returns what `parseArgs` returns
 * @throws MatchError with one line where it refuses an argument
 */
export function parsedOptions<T extends ParseArgsConfig & { options: object }>(
  config: T,
  command: string,
): ReturnType<typeof parseArgs<T>> {
  const plain: T = { ...config, args: withRecords(config.args ?? []) };
  try {
    return parseArgs(plain);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new MatchError(wrongOption(error, Object.keys(config.options), command));
  }
}
