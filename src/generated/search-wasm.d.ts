/** The lowered search (see tools/bundle/search-wasm.ts), filled in by the build and by the test runner. */
declare module 'tengen:search-wasm' {
  /**
   * A WebAssembly module whose arrays have fixed addresses, and one that takes their start as `base`. In hexadecimal,
   * which unlike base64 keeps the boundaries of bytes, so that the package compresses better.
   */
  export const fixed: string;
  export const movable: string;
  /** A name of the kernel that all forms made from it have. */
  export const source: string;
  export const layout: {
    /** Exported arrays by name; offsets in bytes from the base. */
    readonly arrays: Readonly<
      Record<string, { readonly type: string; readonly offset: number; readonly length: number }>
    >;
    /** Arrays that the host allocates, in the order in which `allocate` names them. */
    readonly pointers: readonly string[];
    /** The first byte after the arrays. */
    readonly end: number;
  };
}
