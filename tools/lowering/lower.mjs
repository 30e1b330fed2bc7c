// Lowers portable TypeScript to WebAssembly, mechanically: numbers are 32-bit integers, typed arrays are places in one
// memory, functions are functions. The search is at full speed at once that way (docs/performance.md) and counts the same
// nodes.
import { parse } from 'acorn';
import binaryen from 'binaryen';
import { CodeWriter, START } from './code.mjs';
import { readTopLevel } from './declarations.mjs';

const PAGE = 65536;
/** Most a memory can have: four gigabytes. */
const MOST_PAGES = 65536;

/**
 * @param {string} source one module of JavaScript: bundled, types removed
 * @param {{
 *   imports?: Record<string, { result: boolean }>,
 *   arrayParameters?: Record<string, (string | null)[]>,
 *   isMovable?: boolean, isChecked?: boolean, isOptimized?: boolean,
 * }} [options] see {@link readTopLevel} and {@link CodeWriter}
 * @returns {{ bytes: Uint8Array, arrays: Record<string, { type: string, offset: number, length: number }>, pointers: string[],
 * end: number }} the module; where its exported arrays lie; the arrays that the host gives room to, in the order in which
 * `allocate(number, bytes)` names them; the first byte behind the arrays. It imports `host.memory` (shared),
 * `host.allocate`, `host.base` if it is movable, and the given functions; it exports its functions and `$start`, which has
 * to be called first.
 * @throws Error with the line of what is not portable
 */
export function lower(source, options = {}) {
  const { imports = {}, arrayParameters = {}, isMovable = false, isChecked = false, isOptimized = true } = options;
  const fail = (node, why) => {
    const line = source.slice(0, node.start).split('\n').length;
    throw new Error(`line ${line}: ${why}: ${source.slice(node.start, node.end).split('\n', 1)[0]}`);
  };
  const program = parse(source, { ecmaVersion: 2022, sourceType: 'module' });
  const topLevel = readTopLevel(program, fail, imports, arrayParameters);
  const m = new binaryen.Module();
  try {
    const { Features } = binaryen;
    m.setFeatures(
      Features.BulkMemory |
        Features.BulkMemoryOpt |
        Features.Atomics |
        Features.MutableGlobals |
        Features.SignExt |
        Features.SIMD128,
    );
    m.setMemory(Math.ceil(topLevel.end / PAGE), MOST_PAGES, null, [], true);
    m.addMemoryImport('0', 'host', 'memory');
    const writer = new CodeWriter(m, topLevel, fail, { isMovable, isChecked });
    writer.declareVariables();
    for (const declared of topLevel.functions) writer.writeFunction(declared);
    writer.writeStart(topLevel.start);
    m.addFunctionExport(START, START);
    const arrays = {};
    for (const name of topLevel.exported) {
      const { kind, element, offset, length } = topLevel.names.get(name);
      if (kind === 'function') m.addFunctionExport(name, name);
      if (kind === 'array') arrays[name] = { type: element.array, offset, length };
    }
    if (!m.validate()) throw new Error('the lowered module is not valid');
    if (isOptimized) optimize(m);
    return { bytes: m.emitBinary(), arrays, pointers: writer.pointers, end: topLevel.end };
  } finally {
    m.dispose();
  }
}

function optimize(m) {
  binaryen.setOptimizeLevel(3);
  binaryen.setShrinkLevel(0);
  m.optimize();
}
