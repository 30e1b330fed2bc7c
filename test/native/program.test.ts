import { type ChildProcessWithoutNullStreams, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEYS_LEFT_OUT, LEFT_OUT } from '../../tools/native/host-tables.ts';
import { checkExecutable } from '../../tools/package/check.ts';
import { parseTranscripts, readTranscripts, replay } from '../../tools/replay.ts';
import { inFolder } from '../folder.ts';
import { importBundled } from '../kernel/search/bundled.ts';
import { nativeProgram, whyNot } from './program.ts';

const forms = await importBundled<typeof import('./positions-bundle.ts')>('../../native/positions-bundle.ts');
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Positions of each rule, and nodes a move. */
const POSITIONS = 1000;
const NODES = 200;
/** No power of two. */
const TABLE_BYTES = 150 << 13;

/** Yixin-Board asks so at every move, and is answered the same where no database is open. */
const ANSWERED = ['YXQUERYDATABASEALL', 'YXQUERYDATABASEALLT'];

/** Conversations without words and keys that the program leaves out. */
const conversations = readTranscripts('test/transcripts').filter(({ steps }) =>
  steps.every(({ kind, text }) => {
    const [word, key = ''] = text.trim().toUpperCase().split(/\s+/);
    const isLeftOut = LEFT_OUT.has(word) && !ANSWERED.includes(word);
    return kind !== '>' || !(isLeftOut || (word === 'INFO' && KEYS_LEFT_OUT.has(key)));
  }),
);

const WITHOUT_DATABASE = `== Yixin-Board's database is passed over in silence
> yxshowinfo
< /^MESSAGE INFO MAX_THREAD_NUM/
< /^MESSAGE INFO MAX_HASH_SIZE/
> START 15
< OK
> info usedatabase 1
> info database_readonly 0
> yxquerydatabaseallt
< MESSAGE DATABASE REFRESH
< MESSAGE DATABASE DONE
> 7,7
> 8,8
> done
> yxedittextdatabase "a remark of
> several \\"lines\\"
>
> to the end"
> 7,7
> done
> yxeditlabeldatabase 7,7 win
> 8,8
> done
> yxdbtotxtall
> my games.txt
> yxsavedatabase
> yxprintfeature
! quiet 100
> INFO timeout_turn 50
> BEGIN
< MOVE`;

/** @returns how many threads a process has */
function threadsOf(pid: number | undefined): number {
  return Number(/^Threads:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** Says lines to the program and waits for its moves. */
class Talk {
  readonly status: Promise<number | null>;
  /** Lines passed over on the way to moves. */
  readonly seen: string[] = [];
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly lines: AsyncIterator<string>;

  constructor(program: string) {
    this.child = spawn(program);
    this.status = once(this.child, 'exit').then(([code]) => code);
    this.lines = createInterface(this.child.stdout)[Symbol.asyncIterator]();
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  say(...lines: readonly string[]): void {
    this.child.stdin.write(`${lines.join('\n')}\n`);
  }

  async move(): Promise<string> {
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done === true) throw new Error('the program has ended');
      if (/^\d+,\d+$/.test(value)) return value;
      this.seen.push(value);
    }
  }
}

let file = '';

beforeAll(async () => {
  if (whyNot === null) file = await nativeProgram();
}, 600_000);

afterAll(() => {
  if (file !== '' && existsSync(file)) rmSync(dirname(file), { recursive: true });
});

describe.runIf(whyNot === null)('the native program', () => {
  test('starts, plays and ends as a brain has to', async () => {
    const { startMs } = await checkExecutable(file, version);
    // 20 ms is what a quiet machine keeps.
    expect(startMs).toBeLessThan(2000);
  });

  test('counts the nodes of bench', () => {
    const output = execFileSync(file, ['bench'], { encoding: 'utf8' });
    expect(/^(\d+) nodes \d+ nps$/m.exec(output)?.[1]).toBe(readFileSync('tools/bench-nodes.txt', 'utf8').trim());
  });

  test.each(forms.RULE_CODES)(
    'plays what the search in WebAssembly plays: rule %d',
    { timeout: 300_000 },
    async (rule) => {
      const games = forms.randomGames(rule, POSITIONS);
      const expected = forms.movesOf(games, TABLE_BYTES, NODES);
      const brain = new Talk(file);
      brain.say(`INFO rule ${rule}`, `INFO hash_size ${TABLE_BYTES / 1024}`, `INFO max_node ${NODES}`);
      const played: string[] = [];
      for (const { size, stones, side } of games) {
        const lines = stones.map(({ x, y, color }) => `${x},${y},${color === side ? 1 : 2}`);
        brain.say(`START ${size}`, 'BOARD', ...lines, 'DONE');
        played.push(await brain.move());
      }
      brain.say('END');
      expect(await brain.status).toBe(0);
      expect(played).toEqual(expected);
      expect(new Set(played).size).toBeGreaterThan(100);
    },
  );

  test('searches with the threads it is told to, and goes on when their number changes', async () => {
    const brain = new Talk(file);
    brain.say('INFO max_memory 73400320', 'INFO max_node 3000', 'START 15', 'BEGIN');
    const moves = [await brain.move()];
    // Under this limit there is room for six helpers; one thread decides, one reads, one watches the clock.
    for (const [i, threads] of [4, 64, 2, 1, 3].entries()) {
      brain.say(`INFO thread_num ${threads}`, `TURN ${i},${i % 2 === 0 ? 0 : 14}`);
      moves.push(await brain.move());
      if (process.platform === 'linux') expect(threadsOf(brain.pid)).toBe(i === 0 ? 6 : 9);
    }
    // Another game and another rule, while helpers may still be on their way back.
    brain.say('INFO rule 4', 'START 15', 'BEGIN');
    moves.push(await brain.move());
    brain.say('END');
    expect(await brain.status).toBe(0);
    expect(moves.at(-1)).toBe('7,7');
    expect(new Set(moves.slice(0, -1)).size).toBe(6);
  });

  test('answers in time when the search never looks at the clock', { timeout: 600_000 }, async () => {
    const deaf = await nativeProgram((source) =>
      source
        .replace('return (int32_t)since_start();', 'return 0;')
        .replace(/(int32_t k_hostStop\([^)]*\) \{)/, '$1\n  return 0;'),
    );
    const brain = new Talk(deaf);
    brain.say('INFO timeout_turn 300', 'START 15', 'BOARD', '7,7,2', '8,6,1', '8,8,2', 'DONE');
    await brain.move();
    // The search still is at the move before: a point beside the last stone, which is the best that is known.
    brain.say('TURN 14,0');
    expect(['13,0', '14,1']).toContain(await brain.move());
    brain.say('END');
    expect(await brain.status).toBe(0);
    rmSync(dirname(deaf), { recursive: true });
  });

  test('helpers add their nodes', async () => {
    const nodes = async (threads: number) => {
      const brain = new Talk(file);
      brain.say(`INFO thread_num ${threads}`, 'INFO show_detail 2', 'INFO max_node 20000', 'START 15', 'BOARD');
      brain.say('7,7,2', '8,6,1', '8,8,2', 'DONE');
      await brain.move();
      brain.say('END');
      expect(await brain.status).toBe(0);
      return Math.max(...brain.seen.flatMap((line) => /^INFO NODES (\d+)$/.exec(line)?.[1] ?? []).map(Number));
    };
    // The thread that decides counts its own nodes for the limit.
    expect(await nodes(1)).toBeLessThanOrEqual(20000);
    expect(await nodes(4)).toBeGreaterThan(20000);
  });

  test.each([
    [['--nonsense'], 'argument "--nonsense": expected nothing, bench, --version or --help\n'],
    [['bench', '0'], 'bench: expected a number of plies from 1 to 99\n'],
  ])('refuses %j', (args, expected) => {
    const { status, stderr, stdout } = spawnSync(file, args, { encoding: 'utf8' });
    expect({ status, stderr, stdout }).toEqual({ status: 2, stderr: expected, stdout: '' });
  });

  test('what Yixin-Board says to its database is passed over', async () => {
    const [conversation] = parseTranscripts(WITHOUT_DATABASE);
    await inFolder((cwd) => replay(conversation, [file], { cwd }));
  });

  test('there are enough conversations', () => expect(conversations.length).toBeGreaterThan(140));

  test.concurrent.each(conversations.map((conversation) => [conversation.title, conversation] as const))(
    '%s',
    async (_, conversation) => {
      await inFolder((cwd) => replay(conversation, [file], { cwd }));
    },
  );
});
