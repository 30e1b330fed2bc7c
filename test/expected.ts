/**
 * Programs that some tests need and a machine may lack. Those tests are skipped there, unless TENGEN_EXPECT names the program:
 * then their files fail, so that CI notices what it no longer runs.
 */
const PROGRAMS = ['redis', 'chromium', 'firefox', 'gcc', 'wine', 'pytest'] as const;

export type Program = (typeof PROGRAMS)[number];

/** @param text names separated by commas @throws {Error} for a name of no program */
export function expectedPrograms(text = ''): ReadonlySet<string> {
  const names = text.split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !PROGRAMS.some((program) => program === name));
  if (unknown !== undefined)
    throw new Error(`TENGEN_EXPECT "${unknown}": expected names from ${PROGRAMS.join(', ')}, with commas between them`);
  return new Set(names);
}

/**
 * @param problem why the tests cannot run, such as "gcc is not installed"; null if they can
 * @param what what the tests cover @returns whether they can run
 * @throws {Error} if TENGEN_EXPECT requires them to run
 */
export function canTest(
  program: Program,
  what: string,
  problem: string | null,
  expected = process.env.TENGEN_EXPECT,
): boolean {
  const isExpected = expectedPrograms(expected).has(program);
  if (problem === null) return true;
  if (isExpected) throw new Error(`${what}: ${problem}, and TENGEN_EXPECT says that ${program} is there`);
  console.log(`skipped: ${what}, as ${problem}`);
  return false;
}
