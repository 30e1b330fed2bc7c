/** The part of WebAssembly that tengen uses, with types: Node's type declarations lack it. */

export interface WasmMemory {
  readonly buffer: SharedArrayBuffer;
  /** @returns the previous number of pages @throws RangeError if there is no more memory */
  grow(pages: number): number;
}

export interface PlainMemory {
  readonly buffer: ArrayBuffer;
}

export type WasmExports = Record<string, (...numbers: number[]) => number>;

interface WebAssemblyApi {
  /** Sizes in pages. @throws RangeError if there is not enough memory */
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
