/** A second name for a book whose file another program has changed. */

/** @returns NAME.edits.EXT for NAME.EXT, or NAME.edits-2.EXT and so on if that exists */
export function nameAside(name: string, exists: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const aside = name.replace(/(\.[^./\\]*)?$/, `.edits${number === 1 ? '' : `-${number}`}$1`);
    if (!exists(aside)) return aside;
  }
}
