/**
 * tengen as a library for web pages, with the same names and types as index.ts. Bundlers select it by the condition
 * `browser` of the package's exports; compilers of TypeScript do not, and always read the types of index.ts.
 */
export * from './library.ts';
export { createEngine } from './platform/web/engine.ts';
