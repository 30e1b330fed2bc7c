/**
 * Writes labeled positions from the search's trees:
 *   npm run -s tool -- samples --out FILE [--seed N] [--rule 0] [--sizes 15,15,20] [--nodes 3000] [--label-nodes 1000]
 *                              [--period 100] [--games 100000] [--playouts 0] [--network FILE] [--threads N]
 *                              [--fleet redis://HOST] [--range N]
 *
 * `tengen selfplay --label-nodes` with other defaults. Plays games of the engine against itself and samples positions
 * that its searches evaluated statically, one in --period, each labeled by a separate search with an empty table; see
 * src/measure/selfplay/sample-record.ts for the format. With --playouts, that many positions of each game are continued as
 * games with --label-nodes per move, and all positions of those games are labeled by their course. An existing file
 * that was begun with the same options is resumed after its last whole game. With a fleet, its workers play and label.
 */
import { fileURLToPath } from 'node:url';
import { runCommand } from '../src/cli/run.ts';
import { selfPlayCommand } from '../src/cli/selfplay.ts';

/** The program that threads and a fleet start. */
const PROGRAM = fileURLToPath(new URL('../dist/tengen.js', import.meta.url));
const DEFAULTS = ['--sizes', '15,15,20', '--nodes', '3000', '--label-nodes', '1000', '--games', '100000'];

export function main(args: readonly string[]): Promise<number> {
  return runCommand(selfPlayCommand(PROGRAM), [...DEFAULTS, ...args]);
}
