/** The search in C. */
import { fileURLToPath } from 'node:url';
import { SEARCH_HOST, searchScript } from '../bundle/search-form.ts';
import { C_KERNELS } from '../lowering/c-kernels.ts';
import { type CModule, writeC } from '../lowering/c-writer.ts';
import type { ModuleForm } from '../lowering/form.ts';
import { read } from '../lowering/lower.ts';

const ENTRY = fileURLToPath(new URL('search-entry.ts', import.meta.url));

export interface SearchInC extends CModule {
  readonly form: ModuleForm;
}

/** @returns the search, with vector code for the loops of its network */
export async function searchInC(): Promise<SearchInC> {
  const form = read(await searchScript(ENTRY), SEARCH_HOST);
  return { form, ...writeC(form, { handwritten: C_KERNELS }) };
}
