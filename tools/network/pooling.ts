/** Starts the vector loops of pooling-code.ts; separate from their generator, so that a thread contains no compiler. */
import { WebAssembly } from '../../src/engine/runtime/webassembly.ts';

const PAGE = 1 << 16;

export interface Pooling {
  /** The module's memory, which holds all arguments below. */
  readonly buffer: ArrayBuffer;
  /**
   * features[point] = max(0, bias + rows of its four lines), sums += features.
   * @param offsets four byte offsets of rows per point
   */
  pool(offsets: number, points: number, rows: number, bias: number, features: number, sums: number): void;
  /** Adds the gradient of the sums to those of the rows and of the bias, where the features are not 0. */
  unpool(offsets: number, points: number, rows: number, bias: number, features: number, sums: number): void;
}

/** @param code from poolingCode of pooling-code.ts @param bytes of memory */
export function startPooling(code: Uint8Array, bytes: number): Pooling {
  const pages = Math.ceil(bytes / PAGE);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), { host: { memory } });
  const { pool, unpool } = exports as unknown as Pick<Pooling, 'pool' | 'unpool'>;
  return { buffer: memory.buffer, pool, unpool };
}
