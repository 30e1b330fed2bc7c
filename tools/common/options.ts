/** What the tools that take options share: one line and the end for what cannot be used. */

/** Ends the process with one line. */
export function fail(line: string): never {
  console.error(line);
  process.exit(2);
}

/** @returns the whole number given for an option */
export function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least) fail(`--${name} ${text}: expected a whole number from ${least}`);
  return value;
}
