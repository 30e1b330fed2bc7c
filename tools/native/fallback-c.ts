/** The move without a search in C, the same that the engine plays. */
import { fileURLToPath } from 'node:url';
import { searchScript } from '../bundle/search-form.ts';
import { writeC } from '../lowering/c-writer.ts';
import { read } from '../lowering/lower.ts';

const ENTRY = fileURLToPath(new URL('fallback-entry.ts', import.meta.url));

/** @returns a header, to be included once: one board for all threads, and functions whose names begin with `plain_` */
export async function fallbackInC(): Promise<string> {
  const form = read(await searchScript(ENTRY), { arrayParameters: { setBoard: ['Uint8Array'] } });
  const { declarations, code } = writeC(form, { prefix: 'plain_' });
  // Its C has parentheses and names that nobody would write: the compiler warns of nothing in a header of the system.
  return `#pragma GCC system_header\n#define TENGEN_ARRAY static\n${declarations}${code}#undef TENGEN_ARRAY\n`;
}
