/** A search in the calling thread, in the form that this process runs. */
import type { Kernel, KernelHost } from '../../engine/runtime/kernel.ts';
import { openJsKernel, openKernel } from '../../engine/runtime/open-kernel.ts';
import { kernelChoice } from './kernel-choice.ts';

/** The parameters are those of openKernel(). */
export function openChosenKernel(tableBytes: number, host?: KernelHost): Kernel {
  const { form, addon } = kernelChoice();
  return form === 'js' ? openJsKernel(tableBytes, host) : openKernel(tableBytes, host, addon?.exports);
}
