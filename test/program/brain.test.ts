import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { PROTOCOL_COMMANDS } from '../../src/protocol/commands.ts';
import { temporaryFolder } from '../folder.ts';
import { PROGRAM, ROOT } from '../processes.ts';
import { Brain, MOVE, residentMegabytes } from './brain.ts';

const onUnix = test.skipIf(process.platform === 'win32');
const onLinux = test.skipIf(process.platform !== 'linux');

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

  onUnix('END ends it in the middle of a search', async () => {
    const brain = new Brain();
    expect(await brain.ask('START 20')).toBe('OK');
    brain.send('INFO timeout_turn 2000000000', 'BOARD', '7,7,1', '8,8,2', 'DONE');
    await new Promise((done) => setTimeout(done, 300));
    await brain.leave();
  });
});

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
      'tengen: --rule 12: expected freestyle, standard, renju, caro, caro-exact, omok or code 0, 1, 4, 8, 9 or 16',
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
    const folder = temporaryFolder();
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
