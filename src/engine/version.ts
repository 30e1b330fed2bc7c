/** Put in by the build; tests and tools that run the sources do without. */
declare const TENGEN_VERSION: string | undefined;

/** Of the package. */
export const VERSION: string = typeof TENGEN_VERSION === 'undefined' ? '0.0.0' : TENGEN_VERSION;
