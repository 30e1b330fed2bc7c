import { defineConfig } from 'vitest/config';
import { GENERATED } from './tools/bundle/generated.ts';

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
    // Machines are shared: what takes seconds on a quiet one may take minutes.
    testTimeout: 300_000,
    hookTimeout: 180_000,
    // What a page shows comes when it comes.
    expect: { poll: { timeout: 60_000 } },
    // One more than the cores of a small machine: tests of child processes spend half of their time waiting.
    maxWorkers: 3,
  },
});
