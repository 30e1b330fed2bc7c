/** The suite without its slow files (test/slow-tests.ts): `npm run test:fast`. */
import { configDefaults, defineConfig } from 'vitest/config';
import { SLOW_TESTS } from './test/slow-tests.ts';
import whole from './vitest.config.ts';

export default defineConfig({
  ...whole,
  test: {
    ...whole.test,
    exclude: [...configDefaults.exclude, ...Object.keys(SLOW_TESTS)],
    // None of what is left starts the built program.
    globalSetup: [],
  },
});
