/** The generated part of src/kernel/search/params.ts. */
import { FIRST_TIME_ROW, PARAMETER_ROWS } from '../../src/kernel/search/params-table.ts';

const BEGIN = '// Beginning of the part that `npm run tool -- params` writes.\n';
const END = '// End of the part that `npm run tool -- params` writes.\n';
/** Characters of a comment line, without its indent and ` * `. */
const LINE_LENGTH = 117;

/** @returns the text split into lines between words */
function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= LINE_LENGTH) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function comment(text: string): string {
  const [line, ...more] = wrapped(text);
  if (more.length === 0 && line.length <= LINE_LENGTH - 4) return `/** ${line} */`;
  return ['/**', ...[line, ...more].map((part) => ` * ${part}`), ' */'].join('\n');
}

/** @param source of params.ts @returns the same with the constants of the present table */
export function withParameters(source: string): string {
  const begin = source.indexOf(BEGIN) + BEGIN.length;
  const end = source.indexOf(END);
  if (begin < BEGIN.length || end < begin) throw new Error(`params.ts: expected the lines "${BEGIN}" and "${END}"`);
  const constants = PARAMETER_ROWS.map(
    ({ name, about }, index) => `${comment(about)}\nexport const ${name} = ${index};`,
  );
  const defaults = PARAMETER_ROWS.map(({ name, default: value }) => `  params[${name}] = ${value};`);
  const made = `${constants.join('\n')}
/** Number of parameters. */
export const PARAMS = ${PARAMETER_ROWS.length};
/** Index of the first parameter of time management. These apply in a plain search, too. */
export const FIRST_OF_TIME = ${FIRST_TIME_ROW};

/** Values by index. */
export const params = new Int32Array(PARAMS);

/** Sets the values that the engine plays with. */
export function setDefaults(): void {
${defaults.join('\n')}
}
`;
  return source.slice(0, begin) + made + source.slice(end);
}
