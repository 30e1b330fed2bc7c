/**
 * The bundled script of the report page (see tools/bundle/report-script.ts), filled in by the build and by the test
 * runner.
 */
declare module 'tengen:report-script' {
  const source: string;
  export default source;
}
