/** The search as C. */
import { fileURLToPath } from 'node:url';
import type { LearnedTables } from '../../src/engine/runtime/learned-weights.ts';
import type { NetworkArrays } from '../../src/engine/runtime/network-weights.ts';
import { SEARCH_HOST, searchScript } from '../bundle/search-form.ts';
import { C_KERNELS } from '../lowering/c-kernels.ts';
import { type CModule, writeC } from '../lowering/c-writer.ts';
import type { ModuleForm } from '../lowering/form.ts';
import { read } from '../lowering/lower.ts';

const ENTRY = fileURLToPath(new URL('search-entry.ts', import.meta.url));

/** Learned weights: the host fills these arrays, and all threads read them. */
export const LEARNED = [
  'hasLearnedValue',
  'hasLearnedMoves',
  'learnedValue',
  'learnedOwn',
  'learnedOther',
  'learnedThreat',
  'hasNetwork',
  'lineWeights',
  'lineBias',
  'hiddenWeights',
  'outputWeights',
] as const satisfies readonly (keyof (LearnedTables & NetworkArrays))[];

/** The transposition table, which threads share without locks: see src/kernel/search/tt.ts. */
const CONTENDED: ReadonlySet<string> = new Set(['words']);

/** The parameters of the search: one form of it is compiled with their default values as constants. */
const SETTLED: ReadonlySet<string> = new Set(['params']);

export interface SearchInC extends CModule {
  readonly form: ModuleForm;
  /** Arrays outside `struct k_state`. */
  readonly shared: ReadonlySet<string>;
}

/** @returns the search for any number of threads, with vector code for the loops of the network */
export async function searchInC(): Promise<SearchInC> {
  const form = read(await searchScript(ENTRY), SEARCH_HOST);
  const shared: ReadonlySet<string> = new Set(LEARNED);
  return { form, shared, ...writeC(form, { handwritten: C_KERNELS, shared, contended: CONTENDED, settled: SETTLED }) };
}
