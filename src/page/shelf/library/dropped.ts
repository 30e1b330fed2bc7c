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

/** A file or folder, as browsers describe it. */
interface Entry {
  readonly isDirectory: boolean;
  readonly name: string;
  /** Only of files. */
  file?(give: (file: File) => void, refuse: (error: unknown) => void): void;
  /** Only of folders. A reader gives some entries at a time, and none at the end. */
  createReader?(): { readEntries(give: (entries: readonly Entry[]) => void, refuse: (error: unknown) => void): void };
}

/** The part of `DataTransfer` that is read. */
interface Transfer {
  readonly items: Iterable<{ webkitGetAsEntry?(): Entry | null }>;
  readonly files: Iterable<File>;
}

/** Reads at once, while the browser still gives access. @throws DOMException for a folder that cannot be read */
export async function droppedFiles({ items, files }: Transfer): Promise<Dropped> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  const hasFolder = entries.some((entry) => entry.isDirectory);
  if (!hasFolder) return { files: [...files], hasFolder };
  const all: File[] = [];
  for (const entry of entries) await collect(entry, all);
  return { files: all, hasFolder };
}

async function collect(entry: Entry, into: File[]): Promise<void> {
  if (!entry.isDirectory) {
    into.push(await new Promise<File>((resolve, reject) => entry.file?.(resolve, reject)));
    return;
  }
  const reader = entry.createReader?.();
  for (;;) {
    const some = await new Promise<readonly Entry[]>((resolve, reject) => reader?.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const one of some) if (one.isDirectory || isGameFile(one)) await collect(one, into);
  }
}
