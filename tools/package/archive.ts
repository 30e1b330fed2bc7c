/** The zip of a release, with the layout that Gomocup and Piskvork expect: the executable at the top, with a README. */
import { readFileSync } from 'node:fs';
import { type ZippableFile, zipSync } from 'fflate';
import { NOTICES } from '../bundle/notices.ts';
import { NODE_VERSION, type Target } from './targets.ts';

const UNIX = 3;
const FILE_MODE = 0o100644;
const PROGRAM_MODE = 0o100755;
/** A fixed date, so that the same contents give the same bytes; dates in a zip begin in 1980. */
const DATE = new Date(1980, 0, 1);

/** Contents of the zip of one system. */
export interface Release {
  readonly target: Target;
  readonly version: string;
  readonly executable: Uint8Array;
  readonly nodeLicense: string;
  /** As in thirdPartyNotices(). */
  readonly notices: string;
}

/** @returns zip, deflate */
export function zipRelease({ target, version, executable, nodeLicense, notices }: Release): Uint8Array {
  return zipProgram(target, executable, {
    'README.txt': readme(target, version),
    'LICENSE.txt': readFileSync('LICENSE', 'utf8'),
    'LICENSE-node.txt': nodeLicense,
    [NOTICES]: notices,
  });
}

/** @param texts by file name; those for Windows get its line ends @returns zip, deflate */
export function zipProgram(
  { zippedAs }: { readonly zippedAs: string },
  executable: Uint8Array,
  texts: Readonly<Record<string, string>>,
): Uint8Array {
  const entry = (contents: Uint8Array, mode: number): ZippableFile => [
    contents,
    { level: 9, mtime: DATE, os: UNIX, attrs: mode << 16 },
  ];
  const lineEnds = (text: string) => (zippedAs.endsWith('.exe') ? text.replace(/\r?\n/g, '\r\n') : text);
  const files = Object.entries(texts).map(([name, text]) => [name, entry(Buffer.from(lineEnds(text)), FILE_MODE)]);
  return zipSync({ [zippedAs]: entry(executable, PROGRAM_MODE), ...Object.fromEntries(files) });
}

/** How each system allows a downloaded program to run. */
const FIRST_STEPS: Readonly<Record<string, string>> = {
  win: `Piskvork: Players / Settings..., Computer, the button next to the name, pbrain-tengen.exe. Leave the file where it is
unpacked; it needs no others.
Windows may ask about a program from the internet at the first start: More info / Run anyway.`,
  linux: `Make it executable if your unzip has not: chmod +x pbrain-tengen
It needs glibc 2.28 or newer.`,
  macos: `The program is not signed. Once, in a terminal in this folder:
  xattr -d com.apple.quarantine pbrain-tengen
  codesign --force --sign - pbrain-tengen
On Apple silicon it runs by Rosetta.`,
};

function readme(target: Target, version: string): string {
  return `tengen ${version} - gomoku and renju engine (${target.name})

${target.zippedAs} is a brain for the Gomocup/Piskvork protocol: freestyle, exact five, renju, caro and omok, boards from 3
to 22. It is one file, needs no installation and no network, writes no files, and searches in one process.

${FIRST_STEPS[target.name.split('-')[0]]}

In a terminal:
  ${target.zippedAs} --version
  ${target.zippedAs} --help
  ${target.zippedAs}            then START 15, BEGIN, TURN 7,7, ... END

tengen is under the MIT license (LICENSE.txt). The file contains Node.js ${NODE_VERSION} (LICENSE-node.txt), its language
data removed, and code of other packages (${NOTICES}).
`;
}
