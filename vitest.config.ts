import { defineConfig } from 'vitest/config';
// @ts-expect-error plain JavaScript, shared with the build
import { reportScript } from './tools/report-script.mjs';
// @ts-expect-error plain JavaScript, shared with the build
import { searchWasmModule } from './tools/search-wasm.mjs';
// @ts-expect-error plain JavaScript, shared with the build
import { workerSource } from './tools/worker-source.mjs';

/** Modules that are made, not written, by name. */
const GENERATED: Record<string, () => Promise<string>> = {
  'tengen:worker-source': async () => `export default ${JSON.stringify(await workerSource())};`,
  'tengen:report-script': async () => `export default ${JSON.stringify(await reportScript())};`,
  'tengen:search-wasm': () => searchWasmModule(),
};

export default defineConfig({
  plugins: [
    {
      name: 'tengen-generated-sources',
      resolveId: (id) => (id in GENERATED ? `\0${id}` : undefined),
      load: (id) => GENERATED[id.slice(1)]?.(),
    },
  ],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/build-once.ts'],
    testTimeout: 60_000,
    // One file after another would waste a core; more workers than cores would disturb the child-process tests.
    maxWorkers: 2,
  },
});
