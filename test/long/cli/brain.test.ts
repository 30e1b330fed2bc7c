import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { KERNEL_VARIABLE } from '../../../src/core/environment.ts';
import { integersBelow, seededRandom } from '../../../src/core/random.ts';
import { Book } from '../../../src/records/book/book.ts';
import { ByteReader } from '../../../src/records/book/bytes.ts';
import { addDb, formatDb } from '../../../src/records/book/formats/db.ts';
import { Line } from '../../../src/records/book/key.ts';
import { addonName } from '../../../tools/addon/targets.ts';
import { temporaryFolder } from '../../folder.ts';
import { PROGRAM, ROOT } from '../../processes.ts';
import { Brain, MOVE, residentMegabytes } from '../../program/brain.ts';

const onUnix = test.skipIf(process.platform === 'win32');

/** The forms of the search that the built program has. */
const FORMS = ['native', 'wasm', 'js'].filter(
  (form) => form !== 'native' || existsSync(join(ROOT, 'dist', 'native', addonName())),
);

describe.each(FORMS)('memory, as %s', (form) => {
  const env = { ...process.env, [KERNEL_VARIABLE]: form };

  test.runIf(process.platform === 'linux')('threads that come and go retain no memory', async () => {
    const brain = new Brain(undefined, { env });
    brain.send('INFO max_memory 367001600', 'INFO max_node 2000');
    for (let i = 0; i < 5; i++) {
      for (const threads of [4, 1]) {
        expect(await brain.ask('START 15')).toBe('OK');
        expect(await brain.ask(`INFO thread_num ${threads}`, 'BEGIN')).toMatch(MOVE);
        expect(await brain.ask('TURN 5,5')).toMatch(MOVE);
        expect(residentMegabytes(brain.child.pid)).toBeLessThan(350);
      }
    }
    await brain.leave();
  });

  test.runIf(process.platform === 'linux')('a lowered limit soon applies', async () => {
    const brain = new Brain(undefined, { env });
    brain.send('INFO max_memory 367001600', 'INFO max_node 2000');
    for (let i = 0; i < 2; i++) {
      expect(await brain.ask('START 15')).toBe('OK');
      expect(await brain.ask('BEGIN')).toMatch(MOVE);
    }
    expect(await brain.ask('INFO max_memory 94371840', 'TURN 5,5')).toMatch(MOVE);
    // The table of 175 MB is gone. Some versions of Node need more than the 90 MB for themselves.
    await vi.waitFor(() => expect(residentMegabytes(brain.child.pid)).toBeLessThan(150), { timeout: 600_000 });
    await brain.leave();
  });

  test.runIf(process.platform === 'linux').each([160, 217, 245, 260])(
    'a system limit of %i MB of data, as some managers set it: a smaller table',
    async (megabytes) => {
      const brain = new Brain(
        ['/bin/sh', '-c', `ulimit -d ${1000 * megabytes}; exec "$0" "$1"`, process.execPath, PROGRAM],
        { env },
      );
      for (const threads of [1, 2]) {
        expect(await brain.ask('START 15')).toBe('OK');
        brain.send(`INFO thread_num ${threads}`, 'INFO max_node 10000');
        expect(await brain.ask('BEGIN')).toMatch(MOVE);
        expect(await brain.ask('TURN 3,3')).toMatch(MOVE);
      }
      await brain.leave();
    },
  );
});

describe.each(FORMS)('short times, as %s', (form) => {
  const env = { ...process.env, [KERNEL_VARIABLE]: form };

  test.each([0, 20, 50, 300])('turns of %d ms', async (turn) => {
    const brain = new Brain(undefined, { env });
    expect(await brain.ask('START 15', `INFO timeout_turn ${turn}`)).toBe('OK');
    expect(await brain.ask('BEGIN')).toMatch(MOVE);
    for (let move = 0; move < 5; move++) expect(await brain.ask(`TURN ${move},0`)).toMatch(/^(\d+,\d+|ERROR point.*)$/);
    await brain.leave();
  });

  test('a match of two seconds', async () => {
    const brain = new Brain(undefined, { env });
    expect(await brain.ask('START 15', 'INFO timeout_turn 30000', 'INFO timeout_match 2000')).toBe('OK');
    expect(await brain.ask('BEGIN')).toMatch(MOVE);
    for (let move = 0; move < 12; move++) await brain.ask(`TURN ${move},${move % 2 === 0 ? 0 : 14}`);
    await brain.leave();
  });
});

describe('edits of a database are in its file, however the brain ends', () => {
  const EDIT = ['YXEDITLABELDATABASE 7,7 A', 'DONE'];
  const idle = async (brain: Brain): Promise<void> => {
    brain.send('YXSETDATABASE a.db', ...EDIT, 'ABOUT');
    await brain.reply();
  };
  const thinking = async (brain: Brain): Promise<void> => {
    brain.send('YXSETDATABASE a.db', 'INFO timeout_turn 100000', 'BEGIN', ...EDIT, 'ABOUT');
    await brain.reply();
  };
  const asked = async (brain: Brain): Promise<void> => {
    brain.send('YXSETDATABASE a.db', 'INFO timeout_turn 100000', 'BEGIN', 'ABOUT');
    await brain.reply();
    brain.send('YXSTOP', ...EDIT);
  };
  const opening = async (brain: Brain): Promise<void> => {
    brain.send('YXSETDATABASE a.db', ...EDIT);
    await brain.told(/LOAD START/);
  };
  const checking = async (brain: Brain): Promise<void> => {
    brain.send('YXSETDATABASE a.db', ...EDIT, 'YXDBCHECK');
    await brain.told(/LOAD DONE/);
  };
  const states = { idle, thinking, asked, opening, checking };
  const ways: Readonly<Record<string, (brain: Brain) => void>> = {
    END: (brain) => brain.send('END'),
    'end of input': (brain) => void brain.child.stdin.end(),
    'broken pipe': (brain) => {
      brain.child.stdout.destroy();
      brain.send('YXSTOP', 'ABOUT', 'ABOUT');
    },
    SIGINT: (brain) => void brain.child.kill('SIGINT'),
    SIGTERM: (brain) => void brain.child.kill('SIGTERM'),
    SIGHUP: (brain) => void brain.child.kill('SIGHUP'),
  };
  const codes: Readonly<Record<string, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
  const cases = Object.keys(ways).flatMap((way) => Object.keys(states).map((state) => [way, state] as const));
  // A file that takes so long to read that the brain ends while reading it.
  const large = onceMade(() => {
    const book = new Book(0, 15);
    const below = integersBelow(seededRandom(1));
    while (book.count < 10_000) {
      const cells = Array.from({ length: 225 }, (_, cell) => cell);
      const moves = Array.from({ length: 12 }, (_, i) => {
        const at = i + below(225 - i);
        [cells[i], cells[at]] = [cells[at], cells[i]];
        return cells[i];
      });
      book.ensure(new Line(0, 15, moves));
    }
    return Buffer.concat([...formatDb([book], false, () => {})]);
  });

  test.each(cases)('%s, %s', async (way, state) => {
    if (process.platform === 'win32' && way.startsWith('SIG')) return;
    const folder = temporaryFolder();
    if (state === 'opening' || state === 'checking') writeFileSync(join(folder, 'a.db'), large());
    const brain = new Brain(undefined, { cwd: folder });
    expect(await brain.ask('START 15')).toBe('OK');
    await states[state as 'idle'](brain);
    ways[way](brain);
    expect(await brain.exit).toBe(codes[way] ?? 0);
    expect(brain.stderr).toBe('');
    expect(labels(join(folder, 'a.db'))).toContain('A');
  });

  onUnix(
    'two brains on one database: the second can only read it, and may change it once the first has ended',
    async () => {
      const folder = temporaryFolder();
      const [one, two, three] = Array.from({ length: 3 }, () => new Brain(undefined, { cwd: folder }));
      for (const brain of [one, two, three]) expect(await brain.ask('START 15')).toBe('OK');
      await idle(one);
      two.send('YXSETDATABASE a.db', ...EDIT);
      expect(await two.reply()).toMatch(/^ERROR the database is read-only: .*is being written by process \d+/);
      one.send('YXSAVEDATABASE', 'ABOUT');
      await one.reply();
      one.child.kill('SIGKILL');
      await one.exit;
      three.send('YXSETDATABASE a.db', 'YXEDITLABELDATABASE 8,8 B', 'DONE');
      await three.leave();
      await two.leave();
      expect(labels(join(folder, 'a.db'))).toEqual(expect.arrayContaining(['A', 'B']));
      expect(readdirSync(folder).sort()).toEqual(['a.db', 'a.db.bak']);
    },
  );

  function labels(file: string): string[] {
    const book = new Book(0, 15);
    addDb(book, new ByteReader([readFileSync(file)]), 'utf-8');
    return Array.from({ length: book.count }, (_, index) => book.info(index).label);
  }
});

function onceMade<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
