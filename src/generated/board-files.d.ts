/** The page of `tengen board` by file name (see tools/bundle/web.ts), filled in by the build and by the test runner. */
declare module 'tengen:board-files' {
  const files: Readonly<Record<string, string>>;
  export default files;
}
