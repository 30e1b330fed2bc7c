// node tools/openings.mjs --seed N [--count 100] [--rule 0] [--size 15] [--nodes 100000] [--margin 150]
//                         [--judge "command of a brain"] [--avoid FILE ...] > openings.txt
// Draws balanced openings that nobody has tuned or trained on: random stones near one another, four to seven of them, kept
// if tengen at so many nodes, and the other judge if one is named, both score them within the margin for the side to move.
// No two are images of one another, nor of an opening in a file to avoid. The same seed gives the same openings as long as
// the judges do. Every opening has a line before it with the scores, the other judge's second.
import { runTypeScript } from './run-typescript.mjs';
import { enginePlugins } from './worker-source.mjs';

await runTypeScript('openings.ts', enginePlugins());
