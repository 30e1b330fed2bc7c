// node tools/factors.mjs --out <log> [--table tools/tuning/factors.json] [--nodes 50000] [--pairs 1000]
//                        [--seed 1] [--concurrency 1]
// What is each of many changes of the search worth? One factorial match answers for all of them at once: for every pair
// of games each change is given to one side or the other at random, and what a change was worth is what the sides that
// had it won more than those that had it not. A thousand pairs tell every change as closely as a thousand pairs played
// for it alone would, as long as the changes do not depend much on one another.
//
// --table holds the games (rule, size, file in test/data/openings), taken in turn pair by pair, and the factors: a name,
// and the parameters of src/kernel/search/params.ts that are one number without the change and another one with it.
//
// The log has a line for the settings and one for each pair. A run that was stopped is taken up by the same command, and
// --pairs may grow.
import { runTypeScript } from './run-typescript.mjs';
import { scriptPlugin } from './tuning/script-plugin.mjs';

await runTypeScript('factors.ts', [scriptPlugin]);
