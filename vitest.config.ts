import { defineConfig } from 'vitest/config';
import { GENERATED } from './tools/bundle/generated.ts';

/** A suite: the files in test/NAME. @param setup what runs once before them */
const suite = (name: string, setup: readonly string[], include = `test/${name}/**/*.test.ts`) => ({
  extends: true as const,
  test: { name, include: [include], globalSetup: [...setup] },
});

const BUILT = ['test/build-once.ts'];

export default defineConfig({
  plugins: [
    {
      name: 'tengen-generated-sources',
      resolveId: (id) => (id in GENERATED ? `\0${id}` : undefined),
      load: (id) => GENERATED[id.slice(1)]?.(),
    },
  ],
  test: {
    projects: [
      suite('unit', []),
      suite('program', BUILT),
      suite('browser', BUILT),
      suite('fleet', BUILT),
      suite('long', BUILT),
      // The executables that `npm run package` has made; nothing is built here.
      suite('executables', [], 'test/long/package/**/*.exe.ts'),
    ],
    // `npm run tool -- test-times` asks for the times.
    setupFiles: process.env.TENGEN_TEST_TIMES === undefined ? [] : ['test/cpu-times.ts'],
    // No verdict: what takes seconds on a quiet machine takes minutes on a busy one, and only a hang takes longer.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // What a test waits for comes when it comes.
    expect: { poll: { timeout: 600_000 } },
    // One more than the cores of a small machine: tests of child processes spend half of their time waiting.
    maxWorkers: 3,
  },
});
