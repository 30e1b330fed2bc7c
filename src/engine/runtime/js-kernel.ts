/**
 * The search as JavaScript, for where WebAssembly gets no memory. One search per thread, because its tables are
 * variables of the modules.
 */
import * as search from '../../kernel/index.ts';
import { setHost } from '../../kernel/search/host.ts';
import type { Kernel, KernelHost } from './kernel.ts';

export function jsKernel(host: KernelHost): Kernel {
  setHost(host.now, host.stop, host.info);
  return { ...search, useTable: noSharedMemory, joinSearch: noSharedMemory };
}

function noSharedMemory(): never {
  throw new Error('a table in shared memory: expected the lowered search');
}
