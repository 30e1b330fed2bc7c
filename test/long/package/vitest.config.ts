/** A separate run for the executables: `npm run package`, then `npm run test:exe`. Nothing is built here. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/long/package/**/*.exe.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
  },
});
