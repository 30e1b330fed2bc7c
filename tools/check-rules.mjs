// npm run check:rules [-- --positions 20000]
// Prints how far rules/ and patterns/ agree with recorded facts and with each other; exit 1 if they do not.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('check-rules.ts');
