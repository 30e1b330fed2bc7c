/**
 * Makes the problems of the page from self-play games:
 *   npm run -s tool -- problems find --games FILE --out FILE.jsonl [--first N] [--last N] [--nodes 3000] \
 *     [--kind fours|threes|foul|defense]
 *   npm run -s tool -- problems recheck --games FILE --out FILE.jsonl [--first N] [--last N] [--nodes 3000]
 *   npm run -s tool -- problems pack --out src/play/problems/problems.txt [--each 200] FILE ...
 *
 * `find` goes through the games of `tengen selfplay` and searches the last positions of each, and those after plausible
 * mistakes, for problems (src/play/problems/check.ts): at most four a game. It writes one line a game, and continues an existing
 * file after its last whole line. The same games and nodes give the same problems. `pack` selects up to --each of every
 * rule and kind, spread over all strengths, no two of them mirror images, and writes them sorted. It reads what `find`
 * and `pack` write, so that problems can be added. `recheck` checks the problems of such a file again, after the search
 * has changed, and writes those that remain as `find` does.
 */
import { oneOf, text, whole } from '../src/core/values.ts';
import { CHECK_NODES } from '../src/play/problems/check.ts';
import { KINDS } from '../src/play/problems/problem.ts';
import { fail, type ToolSyntax, toolArguments } from './common/options.ts';
import { findProblems } from './problems/find.ts';
import { packProblems } from './problems/pack.ts';
import { recheckProblems } from './problems/recheck.ts';

const MOST = 999_999_999;
const EACH = 200;

const SYNTAX = {
  operands: {
    noun: 'word',
    min: 1,
    max: Number.POSITIVE_INFINITY,
    expected: 'find, recheck, or pack and its files',
  },
  options: {
    games: { type: text('FILE') },
    out: { type: text('FILE') },
    first: { type: whole(0, MOST), default: 0 },
    last: { type: whole(0, MOST), default: MOST },
    nodes: { type: whole(500, MOST), default: CHECK_NODES },
    kind: { type: oneOf(KINDS) },
    each: { type: whole(1, MOST), default: EACH },
  },
} as const satisfies ToolSyntax;

export async function main(args: readonly string[]): Promise<number> {
  const { values, operands } = toolArguments(SYNTAX, args, 'problems');
  const [command, ...files] = operands;
  const { games, out, first, last, nodes, kind, each } = values;
  if (out === null) return fail('--out: expected a file');
  if (command === 'find' && games !== null) await findProblems({ games, out, first, last, nodes, kind });
  else if (command === 'recheck' && games !== null) await recheckProblems({ file: games, out, first, last, nodes });
  else if (command === 'pack' && files.length > 0) packProblems(files, out, each);
  else return fail('expected "find" or "recheck" with --games FILE --out FILE, or "pack --out FILE FILE ..."');
  return 0;
}
