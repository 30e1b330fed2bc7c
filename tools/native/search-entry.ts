/** What the native host calls: the seam that all hosts use, and the sizes of tables. */
export * from '../../src/kernel/index.ts';
export { tableSize } from '../../src/kernel/search/table-size.ts';
