// node tools/record-play.mjs
// Plays a won, a lost and a drawn game of tengen play on a pseudo-terminal and prints the screens, for docs/play.md.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('record-play.ts');
