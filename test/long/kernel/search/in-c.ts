/**
 * The search in C, driven by a recording of another form of it: the same calls in the same order, with that form's
 * results.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Kernel } from '../../../../src/engine/runtime/kernel.ts';
import { C_TYPES } from '../../../../tools/lowering/c-writer.ts';
import { C_FLAGS, compile, LINUX_COMPILER } from '../../../../tools/native/compiler.ts';
import { LEARNED, searchInC } from '../../../../tools/native/search-c.ts';
import { temporaryFolder } from '../../../folder.ts';

/** Written by the host, so they are recorded when they have changed. */
const WRITTEN = [...LEARNED, 'rootExcluded', 'params'] as const satisfies readonly (keyof Kernel)[];

const CALLS = ['setUp', 'place', 'newGame', 'setTableBytes', 'think'] as const;

/** Records the calls of a search and its results. */
export class Notes {
  readonly calls: string[] = [];
  /** Result of every think. */
  readonly found: string[] = [];
  private readonly known = new Map<string, string>();

  /** @returns a search to use instead */
  of(kernel: Kernel): Kernel {
    const noted: Record<string, unknown> = {};
    for (const [index, name] of CALLS.entries()) {
      noted[name] = (...numbers: number[]) => {
        if (name === 'setUp' || name === 'think') this.noteArrays(kernel);
        this.calls.push([index, ...numbers].join(' '));
        (kernel[name] as (...all: number[]) => void)(...numbers);
        if (name === 'think') this.found.push([...kernel.result, ...kernel.pv, ...kernel.rootState].join(' '));
      };
    }
    return { ...kernel, ...noted };
  }

  private noteArrays(kernel: Kernel): void {
    for (const [index, name] of WRITTEN.entries()) {
      const text = kernel[name].join(' ');
      if (this.known.get(name) === text) continue;
      this.known.set(name, text);
      this.calls.push(`${CALLS.length + index} ${text}`);
    }
  }
}

const HOST = `#include <stdio.h>
#include <stdlib.h>
#define TENGEN_ARRAY static
#include "declarations.h"
static struct k_state state;
void *k_allocate(struct k_state *self, int32_t which, int32_t bytes) {
  static void *rooms[16];
  free(rooms[which]);
  return rooms[which] = calloc((size_t)bytes + 64, 1);
}
int32_t k_hostNow(struct k_state *self) { return 0; }
int32_t k_hostStop(struct k_state *self) { return 0; }
void k_hostInfo(struct k_state *self, int32_t kind) {}
#include "code.h"
static int32_t number(void) {
  int32_t value;
  if (scanf("%d", &value) != 1) exit(0);
  return value;
}
`;

/** A compiled search in C, which reads calls and prints results. */
export interface Replayer {
  /** @returns the results, think by think, for the recorded calls */
  repeat(notes: Notes): string[];
}

/** @param flags for the compiler, in addition to those of the programs */
export async function openReplayer(flags: readonly string[]): Promise<Replayer> {
  const { declarations, code, form, shared } = await searchInC();
  const folder = temporaryFolder();
  const inC = (name: string) => `${shared.has(name) ? '' : 'state.'}k_${name}`;
  const array = (name: string) => form.arrays.find((each) => each.name === name)!;
  const printed = ['result', 'pv', 'rootState']
    .map(array)
    .map(({ name, length }) => `for (int i = 0; i < ${length}; i++) printf("%d ", ${inC(name)}[i]);`);
  const cases = CALLS.map((name, index) => {
    const { parameters } = form.functions.find((each) => each.name === name)!;
    const given = parameters.map((_, i) => `a[${i}]`).join(', ');
    const read = `int32_t a[8]; for (int i = 0; i < ${parameters.length}; i++) a[i] = number();`;
    return `case ${index}: { ${read} search.${name}(${['&state', given].filter((text) => text !== '').join(', ')}); ${name === 'think' ? `${printed.join(' ')} puts("");` : ''} break; }`;
  });
  const writes = WRITTEN.map((name, index) => {
    const { element, length } = array(name);
    const set = `for (int i = 0; i < ${length}; i++) ${inC(name)}[i] = (${C_TYPES[element]})number();`;
    return `case ${CALLS.length + index}: ${set} break;`;
  });
  const main = `int main(void) {
    struct k_functions search = k_functions_made();
    search.start(&state);
    for (;;) switch (number()) { ${[...cases, ...writes].join('\n')} }
  }`;
  writeFileSync(join(folder, 'declarations.h'), declarations);
  writeFileSync(join(folder, 'code.h'), code);
  writeFileSync(join(folder, 'main.c'), HOST + main);
  compile(LINUX_COMPILER, [...C_FLAGS, ...flags, '-Wall', '-Werror', '-Wno-unused', '-o', 'main', 'main.c'], folder);
  const repeat = (notes: Notes): string[] => {
    const input = `${notes.calls.join('\n')}\n`;
    const text = execFileSync(join(folder, 'main'), { input, encoding: 'utf8', maxBuffer: 1 << 28 });
    return text
      .trimEnd()
      .split('\n')
      .map((line) => line.trimEnd());
  };
  return { repeat };
}
