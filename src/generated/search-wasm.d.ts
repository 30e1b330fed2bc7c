/** The lowered search (see tools/bundle/search-wasm.ts), put in by the build and by the test runner. */
declare module 'tengen:search-wasm' {
  /**
   * A WebAssembly module whose arrays lie at fixed addresses, and one that takes `base` for where they begin.
   * Hexadecimal: other than with base64, bytes keep their boundaries, so a compressed package of it is smaller. /
   */
  export const fixed: string;
  export const movable: string;
  export const layout: {
    /** Exported arrays by name; offsets in bytes from the base. */
    readonly arrays: Readonly<
      Record<string, { readonly type: string; readonly offset: number; readonly length: number }>
    >;
    /** Arrays that get their room from the host, in the order in which `allocate` names them. */
    readonly pointers: readonly string[];
    /** The first byte behind the arrays. */
    readonly end: number;
  };
}
