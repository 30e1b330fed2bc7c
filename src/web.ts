/**
 * tengen as a library for pages; the same as index.ts otherwise. A bundler takes it by the condition `browser` of the
 * package's exports.
 */
export * from './library.ts';
export { canShareMemory } from './platform/web/browser.ts';
export { createEngine, type WebEngineOptions } from './platform/web/engine.ts';
