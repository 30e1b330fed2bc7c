/**
 * tengen as a library for web pages; otherwise the same as index.ts. Bundlers select it by the condition `browser` of
 * the package's exports.
 */
export * from './library.ts';
export { canShareMemory } from './platform/web/browser.ts';
export { createEngine, type WebEngineOptions } from './platform/web/engine.ts';
