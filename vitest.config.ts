import { defineConfig } from 'vitest/config';
// @ts-expect-error plain JavaScript, shared with the build
import { workerSource } from './tools/worker-source.mjs';

export default defineConfig({
  plugins: [
    {
      name: 'tengen-worker-source',
      resolveId: (id) => (id === 'tengen:worker-source' ? '\0tengen:worker-source' : undefined),
      load: async (id) =>
        id === '\0tengen:worker-source' ? `export default ${JSON.stringify(await workerSource())};` : undefined,
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
