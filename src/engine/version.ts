/** Defined by the build; tests and tools that run the sources lack it. */
declare const TENGEN_VERSION: string | undefined;

/** Version of the package. */
export const VERSION: string = typeof TENGEN_VERSION === 'undefined' ? '0.0.0' : TENGEN_VERSION;
