/**
 * Measures large books:
 *   npm run tool -- book-load [--positions 1200000] [--seed 1] [--folder DIR]
 *
 * Makes a random book of renju on 15 by 15, with a comment on every tenth position and a value on every second one. The
 * built program then writes it as text, library, databases and compact book, and reads each of them again. Prints CPU
 * time, positions per second and peak memory of each process, and whether every conversion back has all positions. The
 * files remain in DIR if it is given.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { integersBelow, seededRandom } from '../src/core/random.ts';
import { RENJU } from '../src/core/rule-code.ts';
import { runToEnd } from '../src/core/steps.ts';
import { text, whole } from '../src/core/values.ts';
import { writeWhole } from '../src/platform/node/files.ts';
import { Book } from '../src/records/book/book.ts';
import { Line } from '../src/records/book/key.ts';
import { formatBook } from '../src/records/book/text.ts';
import { type ToolSyntax, toolArguments } from './common/options.ts';

const PROGRAM = fileURLToPath(new URL('../dist/tengen.js', import.meta.url));
const SIZE = 15;
const MAX_LINE = 40;
/** Most new moves of a line, which branches off from the line before. */
const MAX_NEW = 5;
/** Makes a process print its CPU time and peak memory when it ends. */
const REPORT_USAGE = `data:text/javascript,${encodeURIComponent(
  "import { writeSync } from 'node:fs'; process.on('exit', () => writeSync(3, JSON.stringify(process.resourceUsage())));",
)}`;

const SYNTAX = {
  options: {
    positions: { type: whole(1), default: 1_200_000 },
    seed: { type: whole(0), default: 1 },
    folder: { type: text('FOLDER') },
  },
} as const satisfies ToolSyntax;

/** Runs the tool. @returns exit code */
export function main(args: readonly string[]): number {
  const { values } = toolArguments(SYNTAX, args, 'book-load');
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'tengen-book-load-'));
  mkdirSync(folder, { recursive: true });
  const at = (name: string) => join(folder, name);
  try {
    const book = grown(values.positions, seededRandom(values.seed));
    runToEnd(writeWhole(at('big.tbook'), encoded(book)));
    console.log(`${book.count} positions, ${megabytes(at('big.tbook'))} MB as text`);
    let isWhole = true;
    const measure = (from: string, to: string, options: readonly string[] = []): void => {
      const { seconds, peakMb, count } = build(at(from), at(to), options);
      isWhole &&= count === book.count;
      const rate = Math.round(count / seconds / 100) * 100;
      console.log(
        `${from} to ${to}: ${megabytes(at(to))} MB, ${count} positions, ${seconds.toFixed(1)} s of CPU time, ` +
          `${rate} positions per second, ${peakMb} MB peak`,
      );
    };
    measure('big.tbook', 'big.tbk');
    measure('big.tbook', 'again.tbook');
    measure('big.tbook', 'big.lib');
    measure('big.lib', 'lib.tbk');
    measure('big.tbook', 'big.db');
    measure('big.db', 'db.tbk');
    measure('big.tbook', 'raw.db', ['--raw']);
    measure('raw.db', 'raw.tbk');
    return isWhole ? 0 : 1;
  } finally {
    if (values.folder === null) rmSync(folder, { recursive: true });
  }
}

function grown(positions: number, random: () => number): Book {
  const book = new Book(RENJU, SIZE);
  const line = new Line(RENJU, SIZE, [(SIZE * SIZE) >> 1]);
  book.ensure(line);
  const below = integersBelow(random);
  while (book.count < positions) {
    line.cutTo(1 + below(line.plies.length));
    for (let left = 1 + below(MAX_NEW); left > 0 && line.plies.length < MAX_LINE; left--) {
      const cell = below(SIZE * SIZE);
      if (line.has(cell)) continue;
      line.push(cell);
      const index = book.ensure(line);
      if (index % 10 === 0) book.set(index, { comment: `position ${index}` });
      if (index % 2 === 0) book.set(index, { value: below(400) - 200, depth: 10 + below(10) });
    }
  }
  return book;
}

function* encoded(book: Book): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const text of formatBook(book)) yield encoder.encode(text);
}

function megabytes(file: string): string {
  return (statSync(file).size / 1e6).toFixed(1);
}

interface Used {
  readonly seconds: number;
  readonly peakMb: number;
  /** Positions, as reported by the program. */
  readonly count: number;
}

/** Makes the program convert one file to another. @throws {Error} with its output if it fails */
function build(from: string, to: string, options: readonly string[]): Used {
  const words = ['--import', REPORT_USAGE, PROGRAM, 'book', 'build', from, '--out', to, '--force', ...options];
  const ran = spawnSync(process.execPath, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const count = /: (\d+) positions of /.exec(ran.stdout)?.[1];
  if (ran.status !== 0 || count === undefined) throw new Error(`${from} to ${to}: ${ran.stderr}${ran.stdout}`);
  const usage = JSON.parse(String(ran.output[3])) as NodeJS.ResourceUsage;
  return {
    seconds: (usage.userCPUTime + usage.systemCPUTime) / 1e6,
    peakMb: Math.round((usage.maxRSS * 1024) / 1e6),
    count: Number(count),
  };
}
