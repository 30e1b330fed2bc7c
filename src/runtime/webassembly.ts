/** What is used of WebAssembly, with its types: Node's type declarations leave it out. */

export interface WasmMemory {
  readonly buffer: SharedArrayBuffer;
  /** @returns pages before @throws RangeError if there is no more */
  grow(pages: number): number;
}

/** Memory of one thread. */
export interface PlainMemory {
  readonly buffer: ArrayBuffer;
}

export type WasmExports = Record<string, (...numbers: number[]) => number>;

interface WebAssemblyApi {
  /** Sizes in pages. @throws RangeError if there is no room for it */
  readonly Memory: {
    new (descriptor: { initial: number; maximum: number; shared: true }): WasmMemory;
    new (descriptor: { initial: number; maximum: number }): PlainMemory;
  };
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: Record<string, Record<string, unknown>>,
  ) => { readonly exports: WasmExports };
}

export const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi };
