/**
 * The book of the package whose wins tengen plays by default (see tools/bundle/own-book.ts), filled in by the build and
 * by the test runner.
 */
declare module 'tengen:own-book' {
  /** @returns its text; throws if the file is missing */
  export default function read(): string;
}
