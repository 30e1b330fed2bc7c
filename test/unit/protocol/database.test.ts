import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Steps } from '../../../src/core/steps.ts';
import { PROTOCOL_COMMANDS } from '../../../src/protocol/commands.ts';
import type { Files } from '../../../src/protocol/database.ts';
import { FOLLOWED_BY_FILE } from '../../../src/protocol/ignored-input.ts';
import { MAX_LINE_LENGTH } from '../../../src/protocol/lines.ts';
import { Session } from '../../../src/protocol/session.ts';
import { ByteReader } from '../../../src/records/book/bytes.ts';
import { readLz4 } from '../../../src/records/book/formats/lz4.ts';
import { type FakeEngine, fakeEngine } from './fake-engine.ts';

let disk: Map<string, Uint8Array>;
let said: string[];
let engine: FakeEngine;
let session: Session;
let ended: number;
/** Milliseconds that pass with each piece of a file. */
let delay: number;
let isFull: boolean;
/** Called once when the next file has been written and is about to get its name. */
let meanwhile: () => void;

function* written(pieces: Iterable<Uint8Array>): Steps<Uint8Array> {
  if (isFull) throw new Error('ENOSPC: no space left');
  const parts: Uint8Array[] = [];
  for (const piece of pieces) {
    parts.push(piece);
    engine.time += delay;
    yield;
  }
  const happens = meanwhile;
  meanwhile = () => {};
  happens();
  return Buffer.concat(parts);
}

const files: Files = {
  *read(name) {
    const bytes = disk.get(name);
    if (bytes === undefined) throw new Error(`ENOENT: no such file, open '${name}'`);
    engine.time += delay;
    yield bytes;
  },
  *write(name, pieces, state) {
    const bytes = yield* written(pieces);
    if (files.stateOf(name) !== state) return false;
    disk.set(name, bytes);
    return true;
  },
  has: (name) => disk.has(name),
  stateOf: (name) => (disk.has(name) ? stateOf(disk.get(name)!) : null),
  lock(name) {
    if (locks.has(name)) throw new Error(`${name} is being written by process 7`);
    locks.add(name);
    return () => locks.delete(name);
  },
};
/** Each content that was written has a different state. */
const states = new WeakMap<Uint8Array, string>();
let stateCount = 0;
function stateOf(bytes: Uint8Array): string {
  const known = states.get(bytes) ?? String(++stateCount);
  states.set(bytes, known);
  return known;
}
let locks: Set<string>;

function open(): void {
  engine = fakeEngine();
  said = [];
  ended = 0;
  delay = 0;
  isFull = false;
  meanwhile = () => {};
  session = new Session({ engine, write: (line) => said.push(line), onEnd: () => ended++, files });
}

function send(...lines: string[]): string[] {
  for (const line of lines) session.receive(line);
  return said.splice(0);
}

beforeEach(() => {
  disk = new Map();
  locks = new Set();
  open();
});

describe('a database', () => {
  test('is written at END, not before, and can be read again', () => {
    send('START 15', 'YXSETDATABASE', 'a.db');
    const empty = disk.get('a.db')!;
    send('YXEDITLABELDATABASE 7,7 A', 'DONE');
    expect(disk.get('a.db')).toBe(empty);
    send('END');
    expect(ended).toBe(1);
    open();
    expect(send('START 15', 'YXSETDATABASE a.db', 'YXQUERYDATABASEALL DONE')).toContain(
      'MESSAGE DATABASE 7 7 -1 0 0 0 0 A',
    );
  });

  test('keeps records of every rule and size when it is written', () => {
    send('START 15', 'YXSETDATABASE a.db', 'YXEDITLABELDATABASE 7,7 A', 'DONE');
    send('START 20', 'INFO rule 4', 'YXEDITLABELDATABASE 9,9 B', 'DONE', 'END');
    open();
    send('YXSETDATABASE a.db', 'START 15', 'YXEDITLABELDATABASE 0,0 C', 'DONE', 'END');
    open();
    send('YXSETDATABASE a.db', 'START 20', 'INFO rule 4');
    expect(send('YXQUERYDATABASEALL DONE')).toContain('MESSAGE DATABASE 9 9 -1 0 0 0 0 B');
  });

  test('keeps records of boards that tengen does not play', () => {
    // An empty record of a board of 30 by 20 without a stone.
    const record = [3, 0, 0, 30, 20, 5, 0, 255, 0, 0, 0, 0];
    disk.set('big.db', Uint8Array.from([1, 0, 0, 0, ...record]));
    expect(send('START 15', 'YXSETDATABASE big.db').at(-1)).toBe('MESSAGE "big.db": 0 positions');
    send('YXEDITLABELDATABASE 7,7 A', 'DONE', 'END');
    const bytes = Buffer.concat([...readLz4(new ByteReader([disk.get('big.db')!]))]);
    expect(bytes.includes(Buffer.from(record))).toBe(true);
  });

  test('stays open if it cannot be written, which END reports as well', () => {
    send('START 15', 'YXSETDATABASE a.db', 'YXEDITLABELDATABASE 7,7 A', 'DONE');
    isFull = true;
    expect(send('YXSETDATABASE b.db')).toEqual([
      'MESSAGE "a.db": cannot be written, so this database stays open: ENOSPC: no space left',
    ]);
    expect(send('YXSAVEDATABASE')).toEqual([
      'MESSAGE DATABASE SAVE START a.db',
      'MESSAGE DATABASE SAVE DONE',
      'MESSAGE "a.db": ENOSPC: no space left',
    ]);
    expect(send('END')).toEqual(['MESSAGE "a.db": ENOSPC: no space left']);
  });

  test('that could not be written in time is written later', async () => {
    vi.useFakeTimers();
    try {
      send('START 15', 'YXSETDATABASE a.db', 'YXEDITLABELDATABASE 7,7 A', 'DONE');
      const empty = disk.get('a.db');
      isFull = true;
      await vi.advanceTimersByTimeAsync(100_000);
      expect(said.splice(0)).toContain('MESSAGE "a.db": ENOSPC: no space left');
      expect(disk.get('a.db')).toBe(empty);
      isFull = false;
      await vi.advanceTimersByTimeAsync(100_000);
      expect(said).toEqual([]);
      expect(disk.get('a.db')).not.toBe(empty);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a letter as a tag replaces the one before, and no tag removes it; a text of the user stays', () => {
    send('START 15', 'YXSETDATABASE a.db', 'YXEDITLABELDATABASE 8,8 text', 'DONE');
    const textAt = (point: string) => {
      const lines = send('YXQUERYDATABASEALL DONE');
      return lines.find((line) => line.startsWith(`MESSAGE DATABASE ${point} `))?.split(' ')[9] ?? '';
    };
    const tag = (point: string, code: number) => send(`YXEDITTVDDATABASE 1 ${code} 0 0`, point, 'DONE');
    tag('7,7', 65);
    tag('7,7', 66);
    tag('8,8', 65);
    expect([textAt('7 7'), textAt('8 8')]).toEqual(['B', 'text/A']);
    tag('7,7', -1);
    tag('8,8', -1);
    expect([textAt('7 7'), textAt('8 8')]).toEqual(['', 'text/A']);
  });

  test('takes no text book of a rule that databases do not have', () => {
    send('START 15', 'YXSETDATABASE a.db');
    disk.set('caro.txt', Buffer.from('tengen-book 1 rule=caro size=15\nh8\n'));
    expect(send('YXTXTTODB caro.txt').join()).toMatch(/databases support freestyle, standard and renju/);
    disk.set('renju.txt', Buffer.from('tengen-book 1 rule=renju size=15\nh8\n'));
    expect(send('YXTXTTODB renju.txt').join()).toMatch(/new/);
  });

  test('keeps empty lines and marks of a text', () => {
    const text = ['YXEDITTEXTDATABASE "one \\"two\\" \\\\', '', '  END', 'four"', '7,7', 'DONE'];
    send('START 15', 'YXSETDATABASE a.db', ...text);
    const [, ...lines] = text;
    expect(send('YXQUERYDATABASETEXT 7,7 DONE')).toEqual([
      'MESSAGE DATABASE TEXT "one \\"two\\" \\\\',
      ...lines.slice(0, 3),
    ]);
    expect(ended).toBe(0);
  });

  test('does not accept a truncated text', () => {
    send('START 15', 'YXSETDATABASE a.db');
    const line = `YXEDITTEXTDATABASE "${'a'.repeat(MAX_LINE_LENGTH)}`.slice(0, MAX_LINE_LENGTH);
    expect(send(line, '8,8', 'DONE')).toEqual([
      'ERROR the text has a line of 16384 characters or more: split it into shorter lines',
    ]);
    expect(send('YXQUERYDATABASEONE 8,8 DONE')).toEqual(['MESSAGE DATABASE ONE 0 0 0 0']);
  });

  test('is not changed by a rejected text, whose lines are not taken for commands', () => {
    expect(send('YXEDITTEXTDATABASE "a', 'START 15', 'END', 'z"7,7', 'DONE')).toEqual([
      'ERROR YXEDITTEXTDATABASE before START: send START <size> first',
    ]);
    expect(ended).toBe(0);
  });
});

describe('a database that other programs use, too', () => {
  const edit = (point: string, text: string): string[] => [`YXEDITLABELDATABASE ${point} ${text}`, 'DONE'];

  test('is read-only while another program has it open', () => {
    send('START 15', 'YXSETDATABASE a.db', ...edit('7,7', 'A'), 'YXSAVEDATABASE');
    const first = session;
    open();
    expect(send('START 15', 'YXSETDATABASE a.db').at(-1)).toBe(
      'MESSAGE "a.db": 2 positions, read-only: a.db is being written by process 7',
    );
    expect(send(...edit('8,8', 'B'))[0]).toMatch(/^ERROR the database is read-only: a.db is being written/);
    first.receive('END');
    expect(send('YXSETDATABASE a.db').at(-1)).toBe('MESSAGE "a.db": 2 positions');
    expect(send(...edit('8,8', 'B'))).toEqual([]);
    send('END');
    expect(locks.size).toBe(0);
  });

  test('stays locked if it is opened again; if another one cannot be opened, nothing is open', () => {
    send('START 15', 'YXSETDATABASE a.db', 'YXSETDATABASE a.db');
    expect([...locks]).toEqual(['a.db']);
    disk.set('broken.db', Uint8Array.of(1, 2));
    send('YXSETDATABASE broken.db');
    expect([...locks]).toEqual([]);
    const before = disk.get('a.db');
    expect(send(...edit('7,7', 'A'), 'YXSAVEDATABASE').join()).toContain(
      'no database is open: send YXSETDATABASE first',
    );
    expect(disk.get('a.db')).toBe(before);
    send('YXSETDATABASE b.db');
    expect([...locks]).toEqual(['b.db']);
  });

  test('is not overwritten after they have changed it: ours goes to another file from then on', () => {
    send('START 15', 'YXSETDATABASE a.db', ...edit('7,7', 'A'), 'YXSAVEDATABASE');
    const theirs = Uint8Array.from(disk.get('a.db')!);
    disk.set('a.db', theirs);
    send(...edit('8,8', 'B'));
    const told = 'MESSAGE "a.db": changed by another program and left as it is; your database is now "a.edits.db"';
    expect(send('YXSAVEDATABASE')).toContain(told);
    expect(disk.get('a.db')).toBe(theirs);
    send(...edit('9,9', 'C'));
    expect(send('END')).toEqual([]);
    expect(disk.get('a.db')).toBe(theirs);
    open();
    const found = send('START 15', 'YXSETDATABASE a.edits.db', 'YXQUERYDATABASEALL DONE');
    for (const text of ['7 7 -1 0 0 0 0 A', '8 8 -1 0 0 0 0 B', '9 9 -1 0 0 0 0 C']) {
      expect(found).toContain(`MESSAGE DATABASE ${text}`);
    }
  });

  test('goes to another file with a message, even if its first write there fails', () => {
    send('START 15', 'YXSETDATABASE a.db', ...edit('7,7', 'A'), 'YXSAVEDATABASE');
    disk.set('a.db', Uint8Array.from(disk.get('a.db')!));
    send(...edit('8,8', 'B'));
    isFull = true;
    expect(send('YXSAVEDATABASE')).toContain('MESSAGE "a.db": ENOSPC: no space left');
    isFull = false;
    const moved = 'MESSAGE "a.db": changed by another program and left as it is; your database is now "a.edits.db"';
    expect(send('YXSAVEDATABASE')).toContain(moved);
    send(...edit('9,9', 'C'));
    expect(send('YXSAVEDATABASE')).not.toContain(moved);
    expect(disk.has('a.edits.db')).toBe(true);
  });

  test('is backed up before it is written for the first time, and an existing backup is not replaced', () => {
    send('START 15', 'YXSETDATABASE a.db', ...edit('7,7', 'A'), 'END');
    expect([...disk.keys()]).toEqual(['a.db']);
    const backups: Uint8Array[] = [];
    for (const name of ['a.db.bak', 'a.db.tengen.bak', 'a.db.tengen.bak']) {
      const before = disk.get('a.db')!;
      open();
      send('START 15', 'YXSETDATABASE a.db', ...edit('8,8', `B${name}`), 'YXSAVEDATABASE', ...edit('9,9', name), 'END');
      expect(Buffer.from(disk.get(name)!)).toEqual(Buffer.from(before));
      backups.push(disk.get('a.db.bak')!);
    }
    expect(new Set(backups).size).toBe(1);
    expect(disk.size).toBe(3);
  });
});

describe('a file that another program creates while tengen writes one of the same name', () => {
  const theirs = Uint8Array.of(1, 2, 3);
  const appears = (name: string) => () => void disk.set(name, theirs);
  const edited = ['YXEDITLABELDATABASE 7,7 A', 'DONE'];

  test.each([
    ['YXDBTOTXT', 'b.txt'],
    ['YXDBTOTXTALL', 'b.txt'],
    ['YXDBTOLIB', 'b.lib'],
    ['YXDBTOPOS', 'b.pos'],
    ['YXDBSPLIT', 'b.db'],
    ['YXSETDATABASE', 'b.db'],
  ])('is kept by %s, which says so', (command, name) => {
    send('START 15', 'YXSETDATABASE a.db', ...edited, 'YXSAVEDATABASE');
    meanwhile = appears(name);
    expect(send(`${command} ${name}`).at(-1)).toBe(`MESSAGE "${name}": the file already exists; nothing was written`);
    expect(disk.get(name)).toBe(theirs);
    expect([...disk.keys()].sort()).toEqual(['a.db', name]);
    const isOpen = command !== 'YXSETDATABASE';
    expect([...locks]).toEqual(isOpen ? ['a.db'] : []);
    const kept = send('YXQUERYDATABASEALL DONE').includes('MESSAGE DATABASE 7 7 -1 0 0 0 0 A');
    expect(kept).toBe(isOpen);
  });

  test('is kept in place of a database that was deleted, which goes to another file', () => {
    send('START 15', 'YXSETDATABASE a.db', ...edited);
    disk.delete('a.db');
    meanwhile = appears('a.db');
    expect(send('YXSAVEDATABASE').at(-1)).toBe(
      'MESSAGE "a.db": changed by another program and left as it is; your database is now "a.edits.db"',
    );
    expect(disk.get('a.db')).toBe(theirs);
    expect([...locks]).toEqual(['a.edits.db']);
    expect(send('YXSETDATABASE a.edits.db').at(-1)).toBe('MESSAGE "a.edits.db": 2 positions');
  });

  test('is kept in place of the opened one, also if that is replaced', () => {
    send('START 15', 'YXSETDATABASE a.db', ...edited);
    meanwhile = appears('a.db');
    expect(send('YXSAVEDATABASE').at(-1)).toMatch(/your database is now "a.edits.db"$/);
    expect(disk.get('a.db')).toBe(theirs);
  });

  test('is kept as a backup: ours has another name', () => {
    send('START 15', 'YXSETDATABASE a.db', ...edited, 'END');
    const before = disk.get('a.db')!;
    open();
    send('START 15', 'YXSETDATABASE a.db', 'YXEDITLABELDATABASE 8,8 B', 'DONE');
    meanwhile = appears('a.db.bak');
    send('END');
    expect(disk.get('a.db.bak')).toBe(theirs);
    expect(Buffer.from(disk.get('a.db.tengen.bak')!)).toEqual(Buffer.from(before));
    expect(disk.get('a.db')).not.toBe(before);
  });
});

describe('file operations that take long', () => {
  /** Opens a database whose file takes longer than a slice. */
  function openSlowly(): void {
    send('START 15', 'YXSETDATABASE a.db', 'YXEDITLABELDATABASE 7,7 A', 'DONE');
    delay = 1000;
    expect(send('YXSAVEDATABASE')).toEqual(['MESSAGE DATABASE SAVE START a.db']);
  }

  test('commands wait for them, in their order', async () => {
    openSlowly();
    expect(send('YXQUERYDATABASEALL DONE', 'ABOUT')).toEqual([]);
    await expect.poll(() => said.length).toBe(5);
    expect(said[0]).toBe('MESSAGE DATABASE SAVE DONE');
    expect(said.at(-1)).toMatch(/^name=/);
  });

  test('a search continues, and can be stopped', async () => {
    send('START 15', 'YXSETDATABASE a.db', 'YXEDITLABELDATABASE 7,7 A', 'DONE', 'BEGIN');
    delay = 1000;
    send('YXSAVEDATABASE', 'YXSTOP');
    expect(engine.calls).toContain('stop');
    await engine.thinks.at(-1)!.finish({ x: 7, y: 7 });
    expect(said).toContain('7,7');
    await expect.poll(() => said.at(-1)).toBe('MESSAGE DATABASE SAVE DONE');
  });

  test('END does not wait for reading a file that no command needs', async () => {
    // Endless records of the same position.
    let asked = 0;
    const endless: Files = {
      ...files,
      *read() {
        yield Uint8Array.of(255, 255, 255, 255);
        for (;;) {
          asked++;
          engine.time += 5;
          yield Uint8Array.from({ length: 7 * 1024 }, (_, i) => [3, 0, 0, 15, 15, 0, 0][i % 7]);
        }
      },
      has: () => true,
    };
    session = new Session({ engine, write: (line) => said.push(line), onEnd: () => ended++, files: endless });
    send('START 15', 'YXSETDATABASE a.db');
    const before = asked;
    send('END');
    expect(ended).toBe(1);
    expect(asked).toBe(before);
    expect(locks.size).toBe(0);
  });

  test('END completes them first, and the commands that waited', () => {
    openSlowly();
    send('YXSETDATABASE', 'b.db', 'YXEDITLABELDATABASE 3,3 B', 'DONE', 'END');
    expect(ended).toBe(1);
    expect(disk.has('b.db')).toBe(true);
    expect(disk.get('b.db')!.length).toBeGreaterThan(40);
  });

  test('the end of input waits for them', async () => {
    openSlowly();
    session.brain.endOfInput();
    expect(ended).toBe(0);
    await expect.poll(() => ended).toBe(1);
  });

  test('the end of input waits for the commands after one that ends at once, too', async () => {
    openSlowly();
    // Nothing has changed, so there is nothing to save.
    send('YXSAVEDATABASE', 'YXEDITLABELDATABASE 3,3 B', 'DONE');
    session.brain.endOfInput();
    await expect.poll(() => ended).toBe(1);
    open();
    const answers = send('START 15', 'YXSETDATABASE a.db', 'YXQUERYDATABASEALL DONE');
    expect(answers).toContain('MESSAGE DATABASE 3 3 -1 0 0 0 0 B');
  });
});

describe('without files', () => {
  beforeEach(() => {
    session = new Session({ engine, write: (line) => said.push(line), onEnd: () => ended++ });
    disk.set('a.db', new Uint8Array(0));
  });
  const OFF = 'files are disabled by --no-files or TENGEN_NO_FILES';
  const withFile = [...PROTOCOL_COMMANDS].flatMap(([name, command]) =>
    'takesFile' in command && command.takesFile === true ? [name] : [],
  );

  test.each(withFile)('%s is rejected with one line, wherever the name of its file is', (name) => {
    expect(send(`${name} a.db`)).toEqual([`ERROR ${name}: ${OFF}`]);
    send('START 15');
    expect(send(`${name} a.db`)).toEqual([`ERROR ${name}: ${OFF}`]);
    expect(send(name, 'END.db', 'ABOUT')).toEqual([`ERROR ${name}: ${OFF}`, expect.stringMatching(/^name=/)]);
    expect(ended).toBe(0);
  });

  test('those are all the commands that name a file', () => {
    expect(withFile).toHaveLength(9);
    expect([...FOLLOWED_BY_FILE].filter((name) => !withFile.includes(name)).sort()).toEqual([
      'YXHASHDUMP',
      'YXHASHLOAD',
    ]);
    expect(send('YXHASHDUMP', 'a.db', 'YXHASHLOAD a.db')).toEqual([
      'MESSAGE the transposition table is not written to files',
      'MESSAGE the transposition table is not read from files',
    ]);
  });

  test('INFO book says why nothing is read; 0 is not a file', () => {
    expect(send('INFO book a.tbook')).toEqual([`MESSAGE book "a.tbook": ${OFF}`]);
    expect(send('INFO book 0')).toEqual([]);
  });

  test.each(['YXSAVEDATABASE', 'YXDBCHECK', 'YXDBFIX', 'YXEDITLABELDATABASE 7,7 A\nDONE'])(
    '%s reports that files are disabled',
    (lines) => {
      send('START 15');
      expect(send(...lines.split('\n'))).toEqual([`ERROR ${OFF}`]);
    },
  );

  test('lookups by front ends are answered, and a game continues', () => {
    send('START 15');
    expect(send('YXQUERYDATABASEALL DONE', 'INFO database_readonly 1').join()).not.toContain('ERROR');
    send('BEGIN');
    expect(engine.thinks).toHaveLength(1);
  });
});
