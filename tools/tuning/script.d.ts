/** A source of tools/tuning, bundled to a classic script (see tools/tune.mjs). */
declare module 'script:*' {
  const source: string;
  export default source;
}
