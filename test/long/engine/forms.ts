/** The forms of the search that this machine has: tests of what a search does in its threads run in all of them. */
import type { Engine, EngineOptions } from '../../../src/engine/api.ts';
import { createEngineWith } from '../../../src/platform/node/engine.ts';
import { chooseKernel, type KernelForm } from '../../../src/platform/node/kernel-choice.ts';
import { buildAddon, whyNoAddon } from '../../../tools/addon/build-addon.ts';
import { canTest } from '../../expected.ts';

export interface Form {
  readonly form: KernelForm;
  createEngine(options?: EngineOptions): Engine;
}

const hasAddon = canTest('gcc', 'engines with the native form of the search', whyNoAddon());
const addons = hasAddon ? [(await buildAddon()) ?? ''] : [];

function formOf(form: KernelForm): Form {
  const choice = chooseKernel(form, addons);
  if (choice.form !== form) throw new Error(`${form}: got ${choice.text}`);
  return { form, createEngine: (options) => createEngineWith(choice, options) };
}

/** With memory that threads share. */
export const SHARED_FORMS: readonly Form[] = [...(hasAddon ? [formOf('native')] : []), formOf('wasm')];
export const FORMS: readonly Form[] = [...SHARED_FORMS, formOf('js')];
