/** What to say about options that `parseArgs` of Node refuses. */
import { suggestion } from '../core/near.ts';

/**
 * @param error as thrown by `parseArgs` @param names of the options there are @param command for instance `tengen play`
 * @returns one line: what came, what was expected, and the option that was meant where one is near
 */
export function wrongOption(error: TypeError, names: readonly string[], command: string): string {
  const [what] = error.message.split('. ');
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
