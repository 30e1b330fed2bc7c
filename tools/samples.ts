/**
 * Writes labeled positions from the search's trees:
 *   npm run -s tool -- samples --out FILE [--seed N] [--rule 0] [--sizes 15,15,20] [--nodes 3000] [--label-nodes 1000]
 *                              [--period 100] [--games 100000] [--playouts 0] [--network FILE] [--threads N]
 *                              [--fleet redis://HOST] [--range N]
 *
 * `tengen selfplay --label-nodes` with other defaults. Plays games of the engine against itself and writes the positions
 * that its searches asked the static evaluation about, one in so many, each labeled by a search of its own with an empty
 * table; see src/selfplay/sample-record.ts for the format. With playouts so many positions of each game are played on
 * from, label-nodes a move, and all positions of those games are labeled by how they went on. An existing file of the
 * same rule, seed and nodes a label is taken up after its last whole game. With a fleet its workers play and label.
 */
import { fileURLToPath } from 'node:url';
import { runCommand } from '../src/cli/run.ts';
import { selfPlayCommand } from '../src/cli/selfplay.ts';

/** What threads and a fleet start. */
const PROGRAM = fileURLToPath(new URL('../dist/tengen.js', import.meta.url));
const DEFAULTS = ['--sizes', '15,15,20', '--nodes', '3000', '--label-nodes', '1000', '--games', '100000'];

/** @returns exit status */
export function main(args: readonly string[]): Promise<number> {
  return runCommand(selfPlayCommand(PROGRAM), [...DEFAULTS, ...args]);
}
