/** A database that is read, edited in one place and written: every other record stays the same, byte for byte. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encode } from '../../../src/core/code-page.ts';
import { integersBelow, seededRandom } from '../../../src/core/random.ts';
import { runToEnd } from '../../../src/core/steps.ts';
import type { Files } from '../../../src/protocol/database.ts';
import { Session } from '../../../src/protocol/session.ts';
import { Book } from '../../../src/records/book/book.ts';
import { ByteReader } from '../../../src/records/book/bytes.ts';
import { addDbSteps, formatDb, KeptRecords } from '../../../src/records/book/formats/db.ts';
import { formatLz4, readLz4 } from '../../../src/records/book/formats/lz4.ts';
import { fakeEngine } from './fake-engine.ts';

interface Entry {
  readonly key: readonly number[];
  readonly data: readonly number[];
}

const text = (words: string): number[] => [...new TextEncoder().encode(words)];
const CHARSET: Entry = { key: [0, 0, 0], data: [0, 0, 0, 0, 0, ...text('charset="UTF-8"')] };

function fileOf(entries: readonly Entry[]): Uint8Array {
  const bytes = [entries.length & 255, entries.length >> 8, 0, 0];
  for (const { key, data } of entries) {
    bytes.push(key.length & 255, key.length >> 8, ...key);
    if (key.length > 0) bytes.push(data.length & 255, data.length >> 8, ...data);
  }
  return Uint8Array.from(bytes);
}

function entriesOf(packed: Uint8Array): Entry[] {
  const bytes = Buffer.concat([...readLz4(new ByteReader([packed]))]);
  const entries: Entry[] = [];
  let at = 4;
  const part = (): number[] => {
    const length = bytes.readUInt16LE(at);
    at += 2 + length;
    return [...bytes.subarray(at - length, at)];
  };
  for (let i = bytes.readUInt32LE(0); i > 0; i--) {
    const key = part();
    entries.push({ key, data: key.length === 0 ? [] : part() });
  }
  expect(at).toBe(bytes.length);
  return entries;
}

/** @returns the file after some commands on a database of these bytes */
function written(
  bytes: Uint8Array,
  ...lines: readonly string[]
): { entries: Entry[]; said: string[]; isWritten: boolean } {
  const disk = new Map([['a.db', bytes]]);
  const said: string[] = [];
  const files: Files = {
    *read(name) {
      yield disk.get(name)!;
    },
    *write(name, pieces) {
      const parts: Uint8Array[] = [];
      for (const piece of pieces) {
        parts.push(piece);
        yield;
      }
      disk.set(name, Buffer.concat(parts));
      return true;
    },
    has: (name) => disk.has(name),
    stateOf: (name) => (disk.has(name) ? String(disk.get(name)!.length) : null),
    lock: () => () => {},
  };
  const session = new Session({ engine: fakeEngine(), write: (line) => said.push(line), onEnd: () => {}, files });
  for (const line of ['START 15', 'YXSETDATABASE a.db', ...lines, 'END']) session.receive(line);
  const bytesNow = disk.get('a.db')!;
  const isWritten = bytesNow !== bytes;
  return { entries: isWritten ? entriesOf(bytesNow) : [], said, isWritten };
}

/** Records in any order, with any fields; some are of a board or a form that tengen does not use. */
function randomEntries(seed: number): Entry[] {
  const below = integersBelow(seededRandom(seed));
  const nat = (most: number): number => below(most + 1);
  const entries: Entry[] = nat(1) === 0 ? [CHARSET] : [];
  const ascii = (): number[] =>
    text(['', 'a comment', '@BTXT@00A\n1EBC', '@BTXT@76x\n77y\bwords', '\bbehind a title'][nat(4)]);
  const wild = (): number[] => Array.from({ length: nat(6) }, () => nat(255));
  for (let i = 3 + nat(12); i > 0; i--) {
    const [width, height] = [
      [15, 15],
      [15, 15],
      [20, 20],
      [30, 20],
      [24, 24],
    ][nat(4)];
    const stones = new Set<number>();
    const count = 3 + nat(9);
    while (stones.size < count) stones.add(nat(14) * 256 + nat(14));
    const key = [nat(2), width, height, ...[...stones].flatMap((stone) => [stone >> 8, stone & 255])];
    const head = [nat(255), nat(255), nat(255), nat(255), nat(255)];
    const data = nat(5) === 0 ? head.slice(0, nat(5)) : [...head, ...(nat(2) === 0 ? wild() : ascii())];
    entries.push(nat(9) === 0 ? { key: [], data: [] } : { key: nat(9) === 0 ? [...key, 7] : key, data });
  }
  return entries;
}

/** @returns the stones of a record in playing order */
function lineOf({ key }: Entry): string[] {
  const count = Math.floor((key.length - 3) / 2);
  const at = (i: number): string => `${key[3 + 2 * i]},${key[4 + 2 * i]}`;
  const black = Math.ceil(count / 2);
  return Array.from({ length: count }, (_, ply) => at(ply % 2 === 0 ? ply / 2 : black + (ply - 1) / 2));
}

const isHere = ({ key }: Entry): boolean => key.length > 3 && key[0] === 0 && key[1] === 15 && key[2] === 15;

describe('a file that asks for much more memory than its size is refused', () => {
  function* packedOf(count: number, entry: (i: number) => Entry): Generator<Uint8Array> {
    const head = fileOf([]);
    new DataView(head.buffer).setUint32(0, count, true);
    yield head;
    for (let i = 0; i < count; i++) yield fileOf([entry(i)]).subarray(4);
  }
  const zeros: Entry = { key: [0, 24, 24, 7, 7], data: new Array<number>(60_000).fill(0) };
  const cells = Array.from({ length: 22 * 22 }, (_, cell) => cell);
  const point = (cell: number): [x: number, y: number] => [cell % 22, Math.floor(cell / 22)];
  /** 200 stones, and a text on every other point. */
  const labels = (i: number): Entry => {
    const stones = new Set(
      cells.slice(0, 200).map((cell, at) => (at < 2 ? 300 + ((i >> (7 * at)) & 127) + 20 * at : cell)),
    );
    const texts = cells
      .filter((cell) => !stones.has(cell))
      .map(
        (cell) =>
          `${point(cell)
            .map((at) => at.toString(36))
            .join('')}a`,
      );
    return {
      key: [0, 22, 22, ...[...stones].flatMap(point)],
      data: [0, 0, 0, 0, 0, ...text(`@BTXT@${texts.join('\n')}`)],
    };
  };
  test.each([
    ['records of a board without books', 400, () => zeros],
    ['positions of texts on points', 400, labels],
  ])('%s', (_, count, entry) => {
    const bytes = Buffer.concat([...formatLz4(packedOf(count, entry))]);
    expect(bytes.length).toBeLessThan(200_000);
    const { said } = written(bytes);
    expect(said.join('\n')).toMatch(
      /"a\.db": offset \d+: the first (\d+) bytes unpack to \d+, expected at most 32 times as many plus 16777216/,
    );
    expect(said.join('\n')).not.toMatch(/position/);
  });
});

describe('records that are not edited stay as they are, byte for byte', () => {
  test.each([
    ['depth', ['YXEDITTVDDATABASE 4 0 0 777']],
    ['value', ['YXEDITTVDDATABASE 2 0 123 0']],
    ['mark', ['YXEDITTVDDATABASE 1 119 0 0']],
    ['comment', ['YXEDITTEXTDATABASE "words"']],
    ['nothing left', ['YXDELETEDATABASEONE']],
  ])('edited: %s', (what, command) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (seed) => {
        const entries = randomEntries(seed);
        const edited = entries.findIndex(isHere);
        if (edited < 0) return;
        const { entries: found, said } = written(fileOf(entries), ...command, ...lineOf(entries[edited]), 'DONE');
        expect(said.filter((line) => line.startsWith('ERROR'))).toEqual([]);
        const keyText = entries[edited].key.join();
        const others = (all: readonly Entry[]): Entry[] => all.filter(({ key }) => key.join() !== keyText);
        const [before, now] = [others(entries), others(found)];
        const isMore = now.length > before.length && now[0].key.join() === '0,0,0';
        // A letter that a mark replaces becomes a text on the point, which is stored in the preceding record.
        const isMoved = what === 'mark' && now.length > before.length;
        if (isMoved) for (const entry of before) expect(now).toContainEqual(entry);
        else expect(isMore ? now.slice(1) : now).toEqual(before);
        const own = found.find(({ key }) => key.join() === keyText);
        if (what === 'nothing left') expect(own).toBeUndefined();
        if (what !== 'depth') return;
        const old = entries[edited].data;
        const head = [...old.slice(0, 5), ...(old.length === 0 ? [255] : []), 0, 0, 0, 0, 0].slice(0, 5);
        const depthBound = 777 * 4 + (head[3] & 3);
        expect(own?.data).toEqual([...head.slice(0, 3), depthBound & 255, depthBound >> 8, ...old.slice(5)]);
      }),
      { numRuns: 150 },
    );
  });

  test('a lookup alone writes nothing', () => {
    const entry: Entry = { key: [0, 15, 15, 7, 7, 7, 8, 6, 6], data: [65, 1, 0, 0, 5] };
    const { isWritten } = written(
      fileOf([CHARSET, entry]),
      'YXQUERYDATABASEALLT',
      '3,3',
      'DONE',
      'YXQUERYDATABASEALL 7,7 DONE',
    );
    expect(isWritten).toBe(false);
  });

  test('a text on a point goes into the record of the preceding position, next to the existing ones', () => {
    const entry: Entry = {
      key: [0, 15, 15, 7, 7, 7, 8, 6, 6],
      data: [255, 0, 0, 0, 0, ...text('@BTXT@00A\n11B\bwords')],
    };
    const before = ['7,7', '6,6', '7,8'];
    const { entries } = written(fileOf([CHARSET, entry]), 'YXEDITLABELDATABASE 2,3 new', ...before, 'DONE');
    const own = entries.find(({ key }) => key.join() === entry.key.join())!;
    expect(Buffer.from(own.data.slice(5)).toString()).toBe('@BTXT@00A\n11B\n23new\bwords');
    const gone = written(fileOf([CHARSET, entry]), 'YXEDITLABELDATABASE 0,0', ...before, 'DONE');
    const left = gone.entries.find(({ key }) => key.join() === entry.key.join())!;
    expect(Buffer.from(left.data.slice(5)).toString()).toBe('@BTXT@11B\bwords');
  });

  test('a text on a point that was deleted does not return when its position is visited again', () => {
    const entry: Entry = {
      key: [0, 15, 15, 7, 7, 7, 8, 6, 6],
      data: [255, 0, 0, 0, 0, ...text('@BTXT@00A\n11B\bwords')],
    };
    const before = ['7,7', '6,6', '7,8'];
    const lines = ['YXEDITLABELDATABASE 0,0', ...before, 'DONE', 'YXQUERYDATABASEALL', ...before, '0,0', 'DONE'];
    const { entries } = written(fileOf([CHARSET, entry]), ...lines);
    const left = entries.find(({ key }) => key.join() === entry.key.join())!;
    expect(Buffer.from(left.data.slice(5)).toString()).toBe('@BTXT@11B\bwords');
  });

  test('a file whose texts are all ASCII becomes UTF-8 with the first letter beyond it', () => {
    const entry: Entry = { key: [0, 15, 15, 7, 7], data: [255, 1, 2, 200, 0, ...text('plain')] };
    const [book, kept] = [new Book(0, 15), new KeptRecords()];
    const steps = addDbSteps(
      () => book,
      new ByteReader([fileOf([entry])]),
      'windows-1252',
      () => {},
      kept,
    );
    runToEnd(steps);
    book.forgetChanges();
    book.set(0, { comment: 'p\u00e4\u00e4t\u00f6s' });
    const entries = entriesOf(Buffer.concat([...formatDb([book], true, () => {}, kept)]));
    expect(entries[0]).toEqual(CHARSET);
    expect(entries.some(({ data }) => Buffer.from(data.slice(5)).toString() === 'p\u00e4\u00e4t\u00f6s')).toBe(true);
  });

  test('texts keep their code page, and become UTF-8 only if it lacks a letter', () => {
    const words = '\u0446\u0435\u043d\u0442\u0440 \u0434\u043e\u0441\u043a\u0438';
    const cyrillic = [...encode(words, 'windows-1251').bytes];
    const entry: Entry = { key: [0, 15, 15, 7, 7, 7, 8, 6, 6], data: [255, 0, 0, 0, 0, ...cyrillic] };
    const edit = (comment: string): Entry[] => {
      const [book, kept] = [new Book(0, 15), new KeptRecords()];
      runToEnd(
        addDbSteps(
          () => book,
          new ByteReader([fileOf([entry])]),
          'windows-1251',
          () => {},
          kept,
        ),
      );
      book.forgetChanges();
      book.set(0, { comment });
      return entriesOf(Buffer.concat([...formatDb([book], true, () => {}, kept)]));
    };
    const empty: Entry = { key: [0, 15, 15], data: [255, 0, 0, 0, 0] };
    expect(edit('plain')).toEqual([{ ...empty, data: [...empty.data, ...text('plain')] }, entry]);
    expect(edit('\u0434\u0430')).toEqual([{ ...empty, data: [...empty.data, 0xe4, 0xe0] }, entry]);
    expect(edit('\u767d')).toEqual([
      CHARSET,
      { ...empty, data: [...empty.data, ...text('\u767d')] },
      { ...entry, data: [...entry.data.slice(0, 5), ...text(words)] },
    ]);
  });
});
