/** A source of a tool, bundled to a classic script (see script-module.ts). */
declare module 'script:*' {
  const source: string;
  export default source;
}

/** The same, with a search that counts for the census. */
declare module 'traced-script:*' {
  const source: string;
  export default source;
}
