import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

const folders: string[] = [];
// A file imports this before it registers hooks: hooks run in reverse order, so the folders go last.
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** @returns a new empty folder, removed after the tests of the file */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-'));
  folders.push(folder);
  return folder;
}
