// node tools/train.mjs value|moves|pack [options]; node tools/train.mjs --help
// Learns weights from the games of `tengen selfplay`; docs/evaluation.md tells the whole story.
import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('train.ts');
