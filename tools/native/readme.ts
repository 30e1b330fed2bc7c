/** What stands beside the native program in its zip. */
import type { NativeTarget } from './targets.ts';

const FIRST_STEPS = {
  windows: `Piskvork: Players / Settings..., Computer, the button beside the name, pbrain-tengen.exe. Leave the file where it is
unpacked; it needs no others. Windows 7 or newer, 64 bits.
Windows may ask about a program from the internet at the first start: More info / Run anyway.`,
  linux:
    'Make it executable if your unzip has not: chmod +x pbrain-tengen. It needs nothing but a kernel of Linux, x64.',
} as const;

export function nativeReadme({ zippedAs }: NativeTarget, version: string): string {
  return `tengen ${version} - gomoku and renju engine, the native program for tournaments

${zippedAs} is a brain for the Gomocup/Piskvork protocol: freestyle, exact five, renju and caro, boards from 3
to 22. It is one file, needs no installation and no network, and writes no files. It searches in one thread,
or in as many as INFO thread_num says; a processor with AVX2 is used if there is one.

${FIRST_STEPS[zippedAs.endsWith('.exe') ? 'windows' : 'linux']}

In a terminal:
  ${zippedAs} --version
  ${zippedAs} bench
  ${zippedAs}            then START 15, BEGIN, TURN 7,7, ... END

Matches, analysis and conversions are commands of the other program of tengen, which carries Node.js.

tengen is under the MIT license (LICENSE.txt).
`;
}
