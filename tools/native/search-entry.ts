/** What the native host uses of the search: what every host does, and the forbidden points. */
export * from '../../src/kernel/index.ts';
export { isForbidden } from '../../src/kernel/patterns/forbidden.ts';
export { tableSize } from '../../src/kernel/search/table-size.ts';
