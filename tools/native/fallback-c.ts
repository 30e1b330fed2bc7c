/** The move without a search as C, the same move that the engine plays. */
import { fileURLToPath } from 'node:url';
import { searchScript } from '../bundle/search-form.ts';
import { writeC } from '../lowering/c-writer.ts';
import { read } from '../lowering/lower.ts';

const ENTRY = fileURLToPath(new URL('fallback-entry.ts', import.meta.url));

/** @returns a header to include once: one board for all threads, and functions whose names begin with `plain_` */
export async function fallbackInC(): Promise<string> {
  const form = read(await searchScript(ENTRY), { arrayParameters: { setBoard: ['Uint8Array'] } });
  const { declarations, code } = writeC(form, { prefix: 'plain_' });
  // Generated C triggers warnings, which the compiler suppresses in system headers.
  return `#pragma GCC system_header\n#define TENGEN_ARRAY static\n${declarations}${code}#undef TENGEN_ARRAY\n`;
}
