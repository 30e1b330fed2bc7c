// node tools/samples.mjs --out FILE --seed N [--rule 0] [--sizes 15,15,20] [--nodes 3000] [--label-nodes 1000] [--period 60]
//                        [--games 100000]
// Plays games of the engine against itself and writes the positions that its searches asked the static evaluation about,
// one in so many, each labeled by a search of its own with an empty table; see src/selfplay/sample-record.ts for the format. An
// existing file of the same rule, seed and nodes a label is taken up after its last whole game.
import { runTypeScript } from './run-typescript.mjs';
import { enginePlugins } from './worker-source.mjs';

await runTypeScript('samples.ts', enginePlugins());
