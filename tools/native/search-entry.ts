/** What the native host calls: the seam that all hosts use, the kind of a search, and the sizes of tables. */
export * from '../../src/kernel/index.ts';
export { isExhaustive } from '../../src/kernel/search/root.ts';
export { tableSize } from '../../src/kernel/search/table-size.ts';
