// node tools/network.mjs --out FILE [--channels 32] [--hidden 32] [--epochs 8] [--batch 2048] [--rate 0.002] SAMPLES ...
// Trains the network on files of samples (tools/samples.mjs) and writes its parameters as floats.
import { runTypeScript } from './run-typescript.mjs';

/** Too large to bundle, and it loads a file of its own. */
const binaryen = {
  name: 'binaryen',
  setup: (build) =>
    build.onResolve({ filter: /^binaryen$/ }, () => ({ path: import.meta.resolve('binaryen'), external: true })),
};

await runTypeScript('network.ts', [binaryen]);
