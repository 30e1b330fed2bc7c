/** The JSON Schema of what programs send to `tengen analyze --batch` and `tengen serve`. */
import { expect, test } from 'vitest';
import { OWN_BOUNDS, querySchema } from '../../../src/analysis/query.ts';
import { ACTION, CANCEL } from '../../../src/analysis/request.ts';
import { MAX_SIZE } from '../../../src/core/limits.ts';

const FILE = new URL('../../../docs/reference/batch.schema.json', import.meta.url);

test('docs/reference has the one that requests are read with', async () => {
  const query = querySchema({ width: MAX_SIZE, height: MAX_SIZE }, OWN_BOUNDS);
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A line for tengen analyze --batch or tengen serve',
    anyOf: [query.json, CANCEL.json, ACTION.json],
  };
  // To write the file after a change: vitest run test/unit/cli/request-schema.test.ts --update
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(FILE.pathname);
});
