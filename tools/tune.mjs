// node tools/tune.mjs --out <log> [--table tools/tuning/parameters.json] [--nodes 20000] [--iterations 3000] [--pairs 1]
//                     [--rate 0.01] [--seed 1] [--concurrency 1]
// Tunes search parameters by games of the engine against itself, by simultaneous perturbation (SPSA): in each iteration
// every parameter is moved a step up or down at random, the values so made play pairs of games against those with all
// steps reversed, and every parameter goes a little towards the side that won. A pair of games at 20,000 nodes a move
// takes about a second.
//
// --table holds the games (rule, size, file in test/data/openings), taken in turn pair by pair, and the parameters of
// src/kernel/search/params.ts: the range, the step of the last iteration (the first is about twice as large), the rules that
// know the parameter if not all do, and a start other than the engine's value. --pairs is how many pairs an iteration
// plays, --concurrency how many of them at a time. --rate is how far a parameter goes in the end, in steps per game won.
//
// The log has a line for the settings and one for each iteration. A run that was stopped is taken up by the same command
// and goes on as it would have, whatever the concurrency.
import { runTypeScript } from './run-typescript.mjs';
import { scriptPlugin } from './tuning/script-plugin.mjs';

await runTypeScript('tune.ts', [scriptPlugin]);
