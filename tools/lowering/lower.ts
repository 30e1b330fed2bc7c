/**
 * Lowers portable TypeScript to WebAssembly, mechanically: numbers are 32-bit integers, typed arrays are regions of one
 * memory, functions are functions. The search is then at full speed from the start (docs/internals/performance.md) and
 * counts the same nodes. README.md in this folder explains how.
 */
import { parse } from 'acorn';
import type { ArrayKind, ModuleForm } from './form.ts';
import { readModule } from './reader.ts';
import type { Fail } from './syntax.ts';
import { type HostSide, readTopLevel } from './top-level.ts';
import { type WasmOptions, writeWasm } from './wasm-writer.ts';

export type LoweringOptions = HostSide & Partial<WasmOptions>;

export interface Lowered {
  /**
   * The module. It imports `host.memory` (shared), `host.allocate`, `host.base` if it is movable, and the functions
   * that the host provides; it exports its functions and `$start`, which must be called first.
   */
  readonly bytes: Uint8Array;
  /** Exported arrays: bytes from the start of the arrays, and elements. */
  readonly arrays: Readonly<
    Record<string, { readonly type: ArrayKind; readonly offset: number; readonly length: number }>
  >;
  /** The arrays that the host allocates, in the order in which `allocate(number, bytes)` names them. */
  readonly pointers: readonly string[];
  /** The first byte after the arrays. */
  readonly end: number;
}

/**
 * @param source one module of JavaScript: bundled, types removed
 * @throws {Error} with the line of what is not portable
 */
export function lower(source: string, options: LoweringOptions = {}): Lowered {
  const form = read(source, options);
  const { isMovable = false, isChecked = false, isOptimized = true, handwritten = {} } = options;
  return {
    bytes: writeWasm(form, { isMovable, isChecked, isOptimized, handwritten }),
    arrays: Object.fromEntries(
      form.arrays
        .filter(({ name }) => form.exported.includes(name))
        .map(({ name, element, offset, length }) => [name, { type: element, offset, length }]),
    ),
    pointers: form.pointers.map(({ name }) => name),
    end: form.end,
  };
}

/**
 * The first half of {@link lower}: the meaning of a module, to be written in any language.
 * @throws {Error} with the line of what is not portable
 */
export function read(source: string, host: HostSide = {}): ModuleForm {
  const fail: Fail = (node, why) => {
    const line = source.slice(0, node.start).split('\n').length;
    throw new Error(`line ${line}: ${why}: ${source.slice(node.start, node.end).split('\n', 1)[0]}`);
  };
  const program = parse(source, { ecmaVersion: 2022, sourceType: 'module' });
  return readModule(readTopLevel(program, fail, host), fail);
}
