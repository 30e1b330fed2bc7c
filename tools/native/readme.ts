/** The text file in the zip of the native program. */
import type { NativeTarget } from './targets.ts';

const FIRST_STEPS = {
  windows: `Piskvork: Players / Settings..., Computer, the button next to the name, pbrain-tengen.exe. Leave the file where you
unpacked it; it needs no other files. Windows 7 or newer, 64 bits.
At the first start Windows may warn about a program from the internet: More info / Run anyway.`,
  linux: 'Make it executable if unzip has not: chmod +x pbrain-tengen. It needs nothing but a Linux kernel, x64.',
} as const;

export function nativeReadme({ zippedAs }: NativeTarget, version: string): string {
  return `tengen ${version} - gomoku and renju engine, the native program for tournaments

${zippedAs} is a brain for the Gomocup/Piskvork protocol: freestyle, exact five, renju, caro and omok, boards from 3
to 22. It is one file, needs no installation and no network, and writes no files. It searches in one thread,
or in as many as INFO thread_num sets, and uses AVX2 if the processor has it.

${FIRST_STEPS[zippedAs.endsWith('.exe') ? 'windows' : 'linux']}

In a terminal:
  ${zippedAs} --version
  ${zippedAs} bench
  ${zippedAs}            then START 15, BEGIN, TURN 7,7, ... END

Matches, analysis and conversions are commands of the larger tengen program, which includes Node.js.

tengen is under the MIT license (LICENSE.txt).
`;
}
