/** A source of tools/tuning, bundled to a classic script (see script-plugin.mjs). */
declare module 'script:*' {
  const source: string;
  export default source;
}
