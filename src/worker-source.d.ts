/** The bundled search worker (see tools/worker-source.mjs), put in by the build and by the test runner. */
declare module 'tengen:worker-source' {
  const source: string;
  export default source;
}
