/** A source of a tool, bundled to a classic script (see script-module.ts). */
declare module 'script:*' {
  const source: string;
  export default source;
}
