/** Refuses to publish a package whose address is still the placeholder; npm publish runs it: see package.json. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { noArguments } from './common/options.ts';

/** Fields of package.json that contain the address of the repository. */
const FIELDS = ['repository', 'homepage', 'bugs'] as const;
/** The owner in the placeholder, which is no name on GitHub. */
const PLACEHOLDER = 'OWNER-TO-BE-NAMED';

/** @param text of package.json @returns one line per field that still has the placeholder, or that is missing */
export function unnamedAddresses(text: string): string[] {
  const manifest = JSON.parse(text) as Readonly<Record<string, unknown>>;
  return FIELDS.filter((field) => {
    const value = JSON.stringify(manifest[field] ?? PLACEHOLDER);
    return value.includes(PLACEHOLDER);
  }).map((field) => `package.json: "${field}" has no address: replace ${PLACEHOLDER} by the owner of the repository`);
}

/** @returns exit status */
export function main(args: readonly string[]): number {
  noArguments(args, 'check-publish');
  const faults = unnamedAddresses(readFileSync(fileURLToPath(new URL('../package.json', import.meta.url)), 'utf8'));
  for (const fault of faults) console.error(fault);
  return faults.length === 0 ? 0 : 1;
}
