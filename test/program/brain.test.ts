import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { KERNEL_VARIABLE } from '../../src/core/environment.ts';
import { integersBelow, seededRandom } from '../../src/core/random.ts';
import { PROTOCOL_COMMANDS } from '../../src/protocol/commands.ts';
import { Book } from '../../src/records/book/book.ts';
import { ByteReader } from '../../src/records/book/bytes.ts';
import { addDb, formatDb } from '../../src/records/book/formats/db.ts';
import { Line } from '../../src/records/book/key.ts';
import { addonName } from '../../tools/addon/targets.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = join(ROOT, 'dist', 'tengen.js');
const onUnix = test.skipIf(process.platform === 'win32');
const onLinux = test.skipIf(process.platform !== 'linux');

const running: Brain[] = [];
const folders: string[] = [];

afterEach(() => {
  for (const brain of running.splice(0)) brain.child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A brain in a child process, with a method that waits for its lines. */
class Brain {
  readonly child: ChildProcessWithoutNullStreams;
  readonly exit: Promise<number | string>;
  stderr = '';
  /** MESSAGE and DEBUG lines that {@link reply} has skipped. */
  readonly messages: string[] = [];
  private lines: string[] = [];
  private rest = '';
  private wake: () => void = () => {};

  constructor(command = [process.execPath, PROGRAM], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
    this.child = spawn(command[0], command.slice(1), options);
    this.exit = new Promise((done) => this.child.on('close', (code, signal) => done(signal ?? code ?? -1)));
    this.child.stdin.on('error', () => {});
    this.child.stdout.setEncoding('latin1').on('data', (chunk: string) => {
      const parts = (this.rest + chunk).split('\n');
      this.rest = parts.pop() ?? '';
      this.lines.push(...parts);
      this.wake();
    });
    this.child.stderr.on('data', (chunk) => {
      this.stderr += chunk;
    });
    running.push(this);
  }

  send(...lines: string[]): void {
    this.child.stdin.write(lines.map((line) => `${line}\n`).join(''), 'latin1');
  }

  /** @returns the next line that is neither MESSAGE nor DEBUG */
  async reply(): Promise<string> {
    for (;;) {
      const line = this.lines.shift();
      if (line === undefined) {
        await new Promise<void>((done) => {
          this.wake = done;
        });
      } else if (!/^(MESSAGE|DEBUG) ./.test(line)) return line;
      else this.messages.push(line);
    }
  }

  /** Waits for a line, which may be a MESSAGE. */
  async told(line: RegExp): Promise<void> {
    while (!this.lines.some((text) => line.test(text))) {
      await new Promise<void>((done) => {
        this.wake = done;
      });
    }
  }

  async ask(...lines: string[]): Promise<string> {
    this.send(...lines);
    return this.reply();
  }

  async leave(): Promise<void> {
    this.send('END');
    expect(await this.exit).toBe(0);
    expect(this.stderr).toBe('');
    expect(this.lines.concat(this.rest).filter((line) => !/^(MESSAGE .*)?$/.test(line))).toEqual([]);
  }
}

const MOVE = /^\d+,\d+$/;

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tengen-'));
  folders.push(folder);
  return folder;
}

describe('any input', () => {
  test('a line of a megabyte, and then a game', async () => {
    const brain = new Brain();
    expect(await brain.ask('x'.repeat(1 << 20))).toBe(`UNKNOWN ${'x'.repeat(80)}`);
    expect(await brain.ask(`TURN ${'7'.repeat(1 << 20)}`)).toMatch(/^ERROR /);
    brain.send(`INFO folder ${'y'.repeat(1 << 20)}`);
    expect(await brain.ask('START 15')).toBe('OK');
    expect(await brain.ask('INFO timeout_turn 50', 'BEGIN')).toMatch(MOVE);
    await brain.leave();
  });

  test('megabytes of garbage without a line end use no memory', async () => {
    const brain = new Brain();
    expect(await brain.ask('START 15')).toBe('OK');
    for (let i = 0; i < 64; i++) {
      if (!brain.child.stdin.write(Buffer.alloc(1 << 20, 0x80 + i)))
        await new Promise((done) => brain.child.stdin.once('drain', done));
    }
    expect(await brain.ask('')).toMatch(/^UNKNOWN \?{80}$/);
    if (process.platform === 'linux') expect(residentMegabytes(brain.child.pid)).toBeLessThan(200);
    await brain.leave();
  });

  test('every byte value', async () => {
    const brain = new Brain();
    brain.child.stdin.write(Buffer.from(Array.from({ length: 256 }, (_, code) => code)));
    expect(await brain.ask('')).toMatch(/^UNKNOWN [ -~]+$/);
    expect(await brain.reply()).toMatch(/^UNKNOWN [ -~]+$/);
    expect(await brain.reply()).toMatch(/^UNKNOWN [ -~]+$/);
    expect(await brain.ask('START 15')).toBe('OK');
    await brain.leave();
  });
});

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

describe.each(FORMS)('time, measured generously, as %s', (form) => {
  const env = { ...process.env, [KERNEL_VARIABLE]: form };

  test.each([0, 20, 50, 300])('turns of %d ms', async (turn) => {
    const brain = new Brain(undefined, { env });
    expect(await brain.ask('START 15', `INFO timeout_turn ${turn}`)).toBe('OK');
    expect(await brain.ask('BEGIN')).toMatch(MOVE);
    for (let move = 0; move < 5; move++) expect(await brain.ask(`TURN ${move},0`)).toMatch(/^(\d+,\d+|ERROR point.*)$/);
    await brain.leave();
  });

  test('a match of two seconds is never exceeded', async () => {
    const brain = new Brain(undefined, { env });
    expect(await brain.ask('START 15', 'INFO timeout_turn 30000', 'INFO timeout_match 2000')).toBe('OK');
    const asked = performance.now();
    expect(await brain.ask('BEGIN')).toMatch(MOVE);
    for (let move = 0; move < 12; move++) await brain.ask(`TURN ${move},${move % 2 === 0 ? 0 : 14}`);
    expect(performance.now() - asked).toBeLessThan(2000 + 5000);
    await brain.leave();
  });
});

describe('the environment', () => {
  test('warnings that Node was asked to print are suppressed', async () => {
    const env = { ...process.env, NODE_OPTIONS: '--pending-deprecation --trace-warnings', NODE_DEBUG: '' };
    const brain = new Brain(undefined, { env });
    expect(await brain.ask('START 15')).toBe('OK');
    expect(await brain.ask('INFO timeout_turn 100', 'BEGIN')).toMatch(MOVE);
    await brain.leave();
  });

  test('nothing is written next to the program or into the working directory', async () => {
    const folder = temporaryFolder();
    const brain = new Brain(undefined, { cwd: folder });
    expect(await brain.ask(`INFO folder ${folder}`, 'START 15')).toBe('OK');
    expect(await brain.ask('INFO timeout_turn 100', 'BEGIN')).toMatch(MOVE);
    await brain.leave();
    expect(readdirSync(folder)).toEqual([]);
  });

  onLinux('plays on where the system has no room for the memory of WebAssembly', async () => {
    // The memory asks for more address space than that; the runtime does not.
    const limited = `ulimit -v 8000000; exec "${process.execPath}" --no-warnings "${PROGRAM}"`;
    const brain = new Brain(['bash', '-c', limited]);
    expect(await brain.ask('START 15')).toBe('OK');
    brain.send('INFO max_node 2000', 'INFO thread_num 2', 'INFO max_memory 94371840');
    expect(await brain.ask('TURN 7,7')).toMatch(/^\d+,\d+$/);
    // A corner: whatever the first answer was, it is free.
    expect(await brain.ask('TURN 0,0')).toMatch(/^\d+,\d+$/);
    expect(brain.messages.at(-1)).toMatch(/^MESSAGE depth \d+-\d+ ev -?\d+ n [1-9]/);
    await brain.leave();
    expect(brain.stderr).toBe('');
  });

  onUnix('the start file finds the program from anywhere, through links', async () => {
    const folder = temporaryFolder();
    symlinkSync(join(ROOT, 'bin', 'pbrain-tengen'), join(folder, 'first'));
    symlinkSync('first', join(folder, 'second'));
    const brain = new Brain([join(folder, 'second')], { cwd: '/' });
    expect(await brain.ask('ABOUT')).toMatch(/^name="tengen"/);
    await brain.leave();
  });

  onUnix('the start file for Windows names the same program', () => {
    const bat = readFileSync(join(ROOT, 'bin', 'pbrain-tengen.bat'), 'latin1');
    expect(bat).toContain('"%~dp0..\\dist\\tengen.js" %*');
    expect(bat.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  onUnix('a broken output ends it quietly', async () => {
    const brain = new Brain();
    expect(await brain.ask('START 15')).toBe('OK');
    brain.child.stdout.destroy();
    brain.send('ABOUT', 'ABOUT');
    expect(await brain.exit).toBe(0);
    expect(brain.stderr).toBe('');
  });

  onUnix('an output that is not read for a while loses nothing', async () => {
    const brain = new Brain();
    brain.child.stdout.pause();
    brain.send(...Array.from({ length: 3000 }, () => 'ABOUT'), 'START 15');
    await new Promise((done) => setTimeout(done, 300));
    brain.child.stdout.resume();
    for (let i = 0; i < 3000; i++) expect(await brain.reply()).toMatch(/^name="tengen"/);
    expect(await brain.reply()).toBe('OK');
    await brain.leave();
  });

  onUnix('END ends it in the middle of a search, soon', async () => {
    const brain = new Brain();
    expect(await brain.ask('START 15')).toBe('OK');
    brain.send('BOARD', '7,7,1', '8,8,2', 'DONE');
    await new Promise((done) => setTimeout(done, 300));
    const asked = performance.now();
    await brain.leave();
    expect(performance.now() - asked).toBeLessThan(3000);
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

describe('arguments', () => {
  const run = async (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> => {
    const call = promisify(execFile)(process.execPath, [PROGRAM, ...args]);
    call.child.stdin?.end();
    return call.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error) => ({ code: error.code, stdout: error.stdout, stderr: error.stderr }),
    );
  };

  test('--version and --help', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const { stdout: named, ...ended } = await run('--version');
    expect(named).toMatch(/^tengen [\d.]+ \(kernel: (native(, AVX2)?|WebAssembly)\)\n$/);
    expect(named).toContain(`tengen ${version} `);
    expect(ended).toEqual({ code: 0, stderr: '' });
    const { code, stdout } = await run('--help');
    expect(code).toBe(0);
    for (const { usage } of PROTOCOL_COMMANDS.values()) expect(stdout).toContain(`  ${usage}\n`);
  });

  test.each([
    [['sing'], 'tengen sing: unknown command'],
    [['--size'], 'tengen: --size: expected a value'],
    [['--size', '23'], 'tengen: --size 23: expected a whole number from 3 to 22'],
    [
      ['--rule', '12'],
      'tengen: --rule 12: expected freestyle, standard, renju, caro, caro-exact or code 0, 1, 4, 8 or 9',
    ],
    [['--win=9'], 'tengen: --win 9: expected a whole number from 3 to 6'],
  ])('%j is wrong usage', async (args, expected) => {
    const { code, stdout, stderr } = await run(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(expected);
  });

  test.each([
    ['--no-files', ['--no-files'], {}],
    ['--no-files among others', ['--size', '9', '--no-files', '--rule', '0'], {}],
    ['TENGEN_NO_FILES', [], { TENGEN_NO_FILES: '1' }],
    ['nothing', [], { TENGEN_NO_FILES: '0' }],
  ])("files at a manager's request, with %s", async (name, args, env) => {
    const folder = mkdtempSync(join(tmpdir(), 'tengen-cli-'));
    folders.push(folder);
    const brain = new Brain([process.execPath, PROGRAM, ...args], { cwd: folder, env: { ...process.env, ...env } });
    const words = [
      'SETDATABASE a.db',
      'DBTOTXT a.txt',
      'DBTOTXTALL b.txt',
      'DBTOLIB a.lib',
      'DBTOPOS a.pos',
      'DBSPLIT b.db',
    ];
    brain.send('START 15', ...words.map((word) => `YX${word}`), 'INFO book a.txt', 'END');
    expect(await brain.exit).toBe(0);
    const made = name === 'nothing' ? ['a.db', 'a.lib', 'a.pos', 'a.txt', 'b.db'] : [];
    expect(readdirSync(folder)).toEqual(made);
  });

  test('the command line can start a game', async () => {
    const brain = new Brain([process.execPath, PROGRAM, '--size', '3', '--win=3', '--rule', '0']);
    brain.send('INFO timeout_turn 100');
    expect(await brain.ask('BEGIN')).toMatch(/^[0-2],[0-2]$/);
    await brain.leave();
  });
});

/** Resident memory of a process, Linux only. */
function residentMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}
