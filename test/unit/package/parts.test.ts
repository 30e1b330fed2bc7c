import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { NOTICES } from '../../../tools/bundle/notices.ts';
import { zipRelease } from '../../../tools/package/archive.ts';
import { dropLanguageData, isNeeded } from '../../../tools/package/language-data.ts';
import { makeByPkg } from '../../../tools/package/pkg.ts';
import { programSource } from '../../../tools/package/program.ts';
import { unsignWindows } from '../../../tools/package/signature.ts';
import { chooseTargets, TARGETS } from '../../../tools/package/targets.ts';
import { temporaryFolder } from '../../folder.ts';

/** A binary that contains an ICU package: header of 32 bytes, table of contents, names, contents. */
function binaryWith(files: Readonly<Record<string, string>>): Buffer {
  const names = Object.keys(files);
  const table = Buffer.alloc(4 + 8 * names.length);
  table.writeUInt32LE(names.length, 0);
  const nameBytes = Buffer.from(names.map((name) => `icudt78l/${name}\0`).join(''));
  let nameAt = table.length;
  let dataAt = table.length + nameBytes.length;
  names.forEach((name, index) => {
    table.writeUInt32LE(nameAt, 4 + 8 * index);
    table.writeUInt32LE(dataAt, 8 + 8 * index);
    nameAt += `icudt78l/${name}\0`.length;
    dataAt += files[name].length;
  });
  const header = Buffer.alloc(32);
  header.writeUInt16LE(32, 0);
  header.writeUInt16LE(0x27da, 2);
  header.write('CmnD', 12);
  const decoy = Buffer.from([0xda, 0x27, 1, 2, 3]);
  const contents = Buffer.from(names.map((name) => files[name]).join(''));
  return Buffer.concat([Buffer.from('before'), decoy, header, table, nameBytes, contents, Buffer.from('after')]);
}

describe('language data', () => {
  const FILES = {
    'cnvalias.icu': 'ALIAS',
    'de.res': 'GERMAN',
    'en.res': 'ENGLISH',
    'lang/fr.res': 'FRENCH',
    'root.res': 'ROOT',
  };

  test('removed data is cleared, the table finds the remaining data, and the length does not change', () => {
    const binary = binaryWith(FILES);
    const length = binary.length;
    expect(dropLanguageData(binary)).toEqual({ dropped: 2, kept: 3, clearedBytes: 'GERMANFRENCH'.length });
    expect(binary.length).toBe(length);
    expect(binary.includes('GERMAN')).toBe(false);
    expect(binary.includes('FRENCH')).toBe(false);
    expect(binary.toString('latin1', length - 5)).toBe('after');
    const base = binary.indexOf('CmnD') + 20;
    expect(binary.readUInt32LE(base)).toBe(3);
    const found = [0, 1, 2].map((index) => {
      const nameAt = base + binary.readUInt32LE(base + 4 + 8 * index);
      const dataAt = base + binary.readUInt32LE(base + 8 + 8 * index);
      return [
        binary.toString('latin1', nameAt, binary.indexOf(0, nameAt)),
        binary.toString('latin1', dataAt, dataAt + 4),
      ];
    });
    expect(found).toEqual([
      ['icudt78l/cnvalias.icu', 'ALIA'],
      ['icudt78l/en.res', 'ENGL'],
      ['icudt78l/root.res', 'ROOT'],
    ]);
  });

  test('a binary without the data is rejected', () => {
    expect(() => dropLanguageData(Buffer.from('no data here, \xda\x27 neither', 'latin1'))).toThrow('no ICU data');
  });

  test.each([
    ['icudt78l/nfkc.nrm', true],
    ['icudt78l/uprops.icu', true],
    ['icudt78l/pool.res', true],
    ['icudt78l/likelySubtags.res', true],
    ['icudt78l/en_US.res', true],
    ['icudt78l/coll/root.res', true],
    ['icudt78l/en_GB.res', false],
    ['icudt78l/zh_Hant_TW.res', false],
    ['icudt78l/coll/zh.res', false],
    ['icudt78l/ibm-1250_P100-1995.cnv', false],
    ['icudt78l/gb18030-2022.cnv', true],
    ['icudt78l/brkitr/cjdict.dict', false],
    ['icudt78l/translit/root.res', false],
  ])('%s stays: %s', (path, stays) => {
    expect(isNeeded(path)).toBe(stays);
  });
});

describe('signatures', () => {
  test('the Windows certificates at the end are removed, with the reference to them', () => {
    const binary = Buffer.alloc(0x400);
    binary.writeUInt32LE(0x80, 0x3c);
    binary.write('PE\0\0', 0x80, 'latin1');
    binary.writeUInt16LE(0x20b, 0x98);
    const directory = 0x98 + 112 + 4 * 8;
    binary.writeUInt32LE(0x300, directory);
    binary.writeUInt32LE(0x100, directory + 4);
    const bare = unsignWindows(binary);
    expect(bare.length).toBe(0x300);
    expect(bare.readBigUInt64LE(directory)).toBe(0n);
    expect(unsignWindows(bare).length).toBe(0x300);
  });
});

describe('the zip', () => {
  test.each(TARGETS)('$name', (target) => {
    const release = {
      target,
      version: '1.2.3',
      executable: Buffer.from('program'),
      nodeLicense: 'license\n',
      notices: 'n\n',
    };
    const zip = zipRelease(release);
    const files = unzipSync(zip);
    expect(Object.keys(files).sort()).toEqual(
      ['LICENSE-node.txt', 'LICENSE.txt', 'README.txt', NOTICES, target.zippedAs].sort(),
    );
    expect(Buffer.from(files[target.zippedAs]).toString()).toBe('program');
    // Managers recognize a brain by this prefix, and Gomocup allows no other characters.
    expect(target.zippedAs).toMatch(/^pbrain-[A-Za-z0-9._-]+$/);
    const readme = Buffer.from(files['README.txt']).toString();
    expect(readme).toContain('tengen 1.2.3');
    if (target.name.startsWith('win')) expect(readme).toContain('Piskvork: Players / Settings...');
    expect(readme.includes('\r\n')).toBe(target.name.startsWith('win'));
    expect(Buffer.compare(Buffer.from(zipRelease(release)), Buffer.from(zip))).toBe(0);
  });
});

test('systems are chosen by name or by its first part', () => {
  const names = (words: string[]) => chooseTargets(words).map(({ name }) => name);
  expect(names(['win', 'linux-x64'])).toEqual(['win-x64', 'linux-x64']);
  expect(names([])).toEqual(['win-x64', 'linux-x64', 'macos-x64']);
  expect(() => chooseTargets(['amiga'])).toThrow('unknown system "amiga"');
});

test("the program is one script that imports only Node's own modules", async () => {
  const source = await programSource();
  const modules = [...source.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);
  expect(modules.length).toBeGreaterThan(0);
  expect(modules.filter((name) => !name.startsWith('node:'))).toEqual([]);
  expect(() => new Function('require', 'module', 'exports', source.replace(/^#!.*/, ''))).not.toThrow();
});

// pkg ignores that, and the resulting executable hangs at the start.
test('an executable that does not contain the program is rejected', async () => {
  const folder = temporaryFolder();
  const file = (name: string) => join(folder, name);
  writeFileSync(file('program.cjs'), '0;');
  writeFileSync(file('base'), 'no Node');
  const job = {
    target: TARGETS[1],
    script: 'program.cjs',
    assets: {},
    base: file('base'),
    output: file('made'),
    folder,
  };
  const cwd = process.cwd();
  await expect(makeByPkg({ ...job, node: process.execPath })).rejects.toThrow('the program is not in it');
  expect(process.cwd()).toBe(cwd);
});
