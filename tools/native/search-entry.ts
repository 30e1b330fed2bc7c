/** What the native host uses of the search: what every host does, and how large a table may be. */
export * from '../../src/kernel/index.ts';
export { tableSize } from '../../src/kernel/search/table-size.ts';
