/**
 * Removes the language data from a Node binary.
 *
 * Nearly half of a stock Node is ICU's common data: names of languages, currencies, time zones and units in some 700
 * locales, sorting orders, character set converters, dictionaries for word breaks. A brain uses ASCII, and reads the
 * code pages of Windows in names and texts. The files are dropped from the package's table of contents, so that ICU
 * finds them missing and falls back to its root locale, and their bytes are cleared, so that they take no space in a
 * zip and are never read from disk. The binary keeps its length, because other parts follow the data. Normalization,
 * character properties, English and the root locale stay.
 */

/** Magic bytes of a data file, at byte 2 of its header (ICU: unicode/udata.h, struct UDataInfo). */
const MAGIC = Buffer.from([0xda, 0x27]);
const MAGIC_AT = 2;
const FORMAT_AT = 12;
const COMMON_DATA = 'CmnD';
const ENTRY_BYTES = 8;
/** More files than ICU has ever had; a larger count means that the bytes only look like a package. */
const MAX_ENTRIES = 20_000;

/** A file of the package: its contents are from `from` up to but excluding `to`, as offsets in the binary. */
interface Entry {
  readonly name: string;
  /** From the start of the table of contents. */
  readonly nameOffset: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Clears the language data in place.
 * @param binary little-endian executable
 * @returns number of files and bytes
 * @throws {Error} if the binary contains no ICU package
 */
export function dropLanguageData(binary: Buffer): { dropped: number; kept: number; clearedBytes: number } {
  const start = findPackage(binary);
  const base = start + binary.readUInt16LE(start);
  const entries = readEntries(binary, base);
  const kept = entries.filter(({ name }) => isNeeded(name));
  let clearedBytes = 0;
  for (const { name, from, to } of entries) {
    if (isNeeded(name)) continue;
    binary.fill(0, from, to);
    clearedBytes += to - from;
  }
  // The entries stay in the order of their names, in which ICU searches them.
  binary.writeUInt32LE(kept.length, base);
  const table = base + 4;
  binary.fill(0, table, table + entries.length * ENTRY_BYTES);
  kept.forEach(({ nameOffset, from }, index) => {
    binary.writeUInt32LE(nameOffset, table + index * ENTRY_BYTES);
    binary.writeUInt32LE(from - base, table + index * ENTRY_BYTES + 4);
  });
  return { dropped: entries.length - kept.length, kept: kept.length, clearedBytes };
}

/** @returns offset of the package's header */
function findPackage(binary: Buffer): number {
  for (let at = binary.indexOf(MAGIC); at >= 0; at = binary.indexOf(MAGIC, at + 1)) {
    const start = at - MAGIC_AT;
    if (start < 0 || binary.toString('latin1', start + FORMAT_AT, start + FORMAT_AT + 4) !== COMMON_DATA) continue;
    const count = binary.readUInt32LE(start + binary.readUInt16LE(start));
    if (count > 0 && count < MAX_ENTRIES) return start;
  }
  throw new Error('no ICU data found in the Node binary');
}

/**
 * The table of contents: a count, then pairs of offsets (name, contents), both from the table's start. The length of
 * the last file is not recorded; it is assumed to be empty.
 */
function readEntries(binary: Buffer, base: number): Entry[] {
  const count = binary.readUInt32LE(base);
  const offsets = Array.from({ length: count }, (_, index) => {
    const at = base + 4 + index * ENTRY_BYTES;
    return { nameOffset: binary.readUInt32LE(at), from: base + binary.readUInt32LE(at + 4) };
  });
  return offsets.map(({ nameOffset, from }, index) => {
    const nameAt = base + nameOffset;
    const name = binary.toString('latin1', nameAt, binary.indexOf(0, nameAt));
    return { name, nameOffset, from, to: offsets[index + 1]?.from ?? from };
  });
}

/** Folders with one resource file per locale. */
const LOCALE_FOLDERS = new Set(['', 'coll', 'curr', 'lang', 'region', 'unit', 'zone']);
/**
 * A locale's file, such as `de.res` or `sr_Latn_ME.res`; `root.res`, `pool.res` and tables common to all are not
 * locales.
 */
const LOCALE_FILE = /^[a-z]{2,3}(_\w+)?\.res$/;

/** Converters of the code pages that names and texts may have (src/core/code-page.ts), under Node's names. */
const CONVERTERS = new Set([
  'ibm-5346_P100-1998.cnv', // windows-1250
  'ibm-5347_P100-1998.cnv', // windows-1251
  'ibm-5348_P100-1997.cnv', // windows-1252
  'ibm-943_P15A-2003.cnv', // shift_jis
  'gb18030-2022.cnv', // gbk
  'ibm-970_P110_P110-2006_U2.cnv', // euc-kr
  'ibm-1373_P100-2002.cnv', // big5
]);

/** @param path as in the table: `icudt78l/lang/de.res` */
export function isNeeded(path: string): boolean {
  const parts = path.split('/').slice(1);
  const file = parts.pop() ?? '';
  const folder = parts.join('/');
  if (file.endsWith('.cnv')) return CONVERTERS.has(file);
  if (!LOCALE_FOLDERS.has(folder) || /\.(cfu|spp|dict|brk)$/.test(file)) return false;
  return !LOCALE_FILE.test(file) || /^en(_US)?\.res$/.test(file);
}
