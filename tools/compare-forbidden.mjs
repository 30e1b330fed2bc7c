// node tools/compare-forbidden.mjs [--positions 1000] [--seed 1] [--cwd <folder>] -- <engine command>
// Asks an engine for the forbidden points of random positions (YXBOARD, YXSHOWFORBID) and compares them with rules/.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('compare-forbidden.ts');
