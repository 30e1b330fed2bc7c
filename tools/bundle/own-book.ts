/** The book whose wins tengen plays by default. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';
import { BOOK_OF_WINS } from '../../src/page/shelf/book/own-books.ts';
import { generatedModule } from './generated-module.ts';

const FILE = `books/${BOOK_OF_WINS.file}`;

/** @returns source of the module 'tengen:own-book', see src/generated/own-book.d.ts */
export async function ownBookModule(): Promise<string> {
  const text = readFileSync(new URL(`../../${FILE}`, import.meta.url), 'utf8');
  return `export default () => ${JSON.stringify(text)};`;
}

/** The same module for a program that has the folder books/ next to its own. */
const SEPARATE = `import { readFileSync } from 'node:fs';
const { url } = import.meta;
export default () => readFileSync(new URL('../${FILE}', url), 'utf8');
`;

/**
 * esbuild plugin that resolves `import read from 'tengen:own-book'`.
 * @param where the book is: inside the program, or next to it
 */
export function ownBookPlugin(where: 'inside' | 'separate'): Plugin {
  return generatedModule('tengen:own-book', where === 'inside' ? ownBookModule : async () => SEPARATE, 'js');
}
