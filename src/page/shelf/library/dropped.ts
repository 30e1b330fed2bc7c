/** Files that are dropped on the page, with those of folders. */

/** Endings of the files in a folder that are read as games. */
export const GAME_ENDINGS: readonly string[] = ['.psq', '.sgf', '.pos', '.rif', '.xml', '.jsonl'];

export function isGameFile({ name }: Pick<File, 'name'>): boolean {
  return GAME_ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));
}

export interface Dropped {
  /** The files, and those files of the folders that are read as games. */
  readonly files: readonly File[];
  readonly hasFolder: boolean;
}

/** Reads at once, while the browser still gives access. @throws DOMException for a folder that cannot be read */
export async function droppedFiles({ items, files }: Pick<DataTransfer, 'items' | 'files'>): Promise<Dropped> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const hasFolder = entries.some((entry) => entry.isDirectory);
  if (!hasFolder) return { files: [...files], hasFolder };
  const all: File[] = [];
  for (const entry of entries) await collect(entry, all);
  return { files: all, hasFolder };
}

async function collect(entry: FileSystemEntry, into: File[]): Promise<void> {
  if (!entry.isDirectory) {
    into.push(await new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // It gives some entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const one of some) if (one.isDirectory || isGameFile(one)) await collect(one, into);
  }
}
