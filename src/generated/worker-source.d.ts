/** The bundled search worker (see tools/bundle/worker-source.ts), filled in by the build and by the test runner. */
declare module 'tengen:worker-source' {
  const source: string;
  export default source;
}
