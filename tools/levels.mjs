// node tools/levels.mjs [--pairs 10] [--from 1] [--to 10] [--simple] [--win 5]
// Plays neighbouring levels of tengen play against each other, or with --simple each level against players that do not
// search, and prints what docs/play.md shows.
import { runTypeScript } from './run-typescript.mjs';
import { enginePlugins } from './worker-source.mjs';

await runTypeScript('levels.ts', enginePlugins());
