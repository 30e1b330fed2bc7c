/** The form of a commit message; CONTRIBUTING.md gives the reasons. */

/** Characters of a subject. */
const MAX_SUBJECT = 72;
const LAST_LINE = /^(Bench: \d+|No functional change)$/;

/** @param message as Git stores it; lines that begin with # are comments @returns the faults, one per line */
export function messageFaults(message: string): string[] {
  const lines = message
    .replace(/^#.*$\n?/gm, '')
    .trimEnd()
    .split('\n');
  const [subject = '', second = ''] = lines;
  const faults: string[] = [];
  if (subject.trim() === '') return ['no subject: say in one line what changes'];
  if (subject.length > MAX_SUBJECT) faults.push(`subject of ${subject.length} characters: at most ${MAX_SUBJECT}`);
  if (second.trim() !== '') faults.push(`second line "${second}": leave it empty, the body follows`);
  const last = lines.at(-1) ?? '';
  if (lines.length < 3 || !LAST_LINE.test(last))
    faults.push(`last line "${last}": expected "Bench: <nodes>" or "No functional change"`);
  return faults;
}
