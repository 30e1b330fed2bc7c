import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Color, WHITE } from '../../../src/core/color.ts';
import { seededRandom } from '../../../src/core/random.ts';
import { ruleFromCode } from '../../../src/core/rule.ts';
import { fallbackMove } from '../../../src/engine/fallback.ts';
import { type Position, positionOf } from '../../../src/rules/index.ts';
import { KEYS_LEFT_OUT, LEFT_OUT } from '../../../tools/native/host-tables.ts';
import { checkExecutable } from '../../../tools/package/check.ts';
import { parseTranscripts, readTranscripts, replay } from '../../../tools/replay.ts';
import { importBundled } from '../../bundled.ts';
import { temporaryFolder } from '../../folder.ts';
import { outputOf, run } from '../../processes.ts';
import { randomGame } from '../../unit/kernel/search/boards.ts';
import { between } from '../../unit/rules/random.ts';
import { builtProgram, canMake, faultyProgram } from './program.ts';

const forms = await importBundled<typeof import('./positions-bundle.ts')>(
  new URL('./positions-bundle.ts', import.meta.url),
);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Positions of each rule, and nodes per move. */
const POSITIONS = 1000;
const NODES = 200;
/** Not a power of two. */
const TABLE_BYTES = 150 << 13;

/** Yixin-Board queries like this at every move, and gets the same answer if no database is open. */
const ANSWERED = ['YXQUERYDATABASEALL', 'YXQUERYDATABASEALLT'];

/** Conversations without words and keys that the program does not support. */
const conversations = readTranscripts('test/transcripts').filter(({ steps }) =>
  steps.every(({ kind, text }) => {
    const [word, key = ''] = text.trim().toUpperCase().split(/\s+/);
    const isLeftOut = LEFT_OUT.has(word) && !ANSWERED.includes(word);
    return kind !== '>' || !(isLeftOut || (word === 'INFO' && KEYS_LEFT_OUT.has(key)));
  }),
);

const WITHOUT_DATABASE = `== Yixin-Board's database is ignored silently
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

const WITHOUT_SEARCH = `== a five is made
> START 15
< OK
> INFO timeout_turn 0
> BOARD 4,7,1 5,7,1 6,7,1 7,7,1 3,7,2 4,8,2 5,8,2 6,8,2 DONE
< FORCED 8,7

== a five is stopped, in a turn of some time too
> START 15
< OK
> INFO timeout_turn 100
> BOARD 4,7,2 5,7,2 6,7,2 7,7,2 3,7,1 4,8,1 5,8,1 DONE
< FORCED 8,7

== exact five: six do not win
> INFO rule 1
> START 15
< OK
> INFO timeout_turn 0
> BOARD 2,7,1 3,7,1 4,7,1 6,7,1 7,7,1 4,10,1 5,10,1 6,10,1 7,10,1 3,10,2 0,0,2 0,2,2 0,4,2 2,0,2 4,0,2 6,0,2 8,0,2 10,0,2 DONE
< FORCED 8,10

== renju: White's six wins
> INFO rule 4
> START 15
< OK
> INFO timeout_turn 0
> BOARD 0,0,2 2,7,1 0,2,2 3,7,1 0,4,2 4,7,1 0,6,2 6,7,1 0,8,2 7,7,1 0,10,2 DONE
< FORCED 5,7

== renju: Black's six is forbidden, though it would stop a five
> INFO rule 4
> START 15
< OK
> INFO timeout_turn 0
> BOARD 2,7,1 3,7,1 4,7,1 6,7,1 7,7,1 5,3,2 5,4,2 5,5,2 5,6,2 0,14,2 DONE
< FORCED 5,2
> YXSHOWFORBID
< FORBID 0507.

== caro: a five that is shut in does not win
> INFO rule 9
> START 15
< OK
> INFO timeout_turn 0
> BOARD 3,7,1 4,7,1 5,7,1 6,7,1 5,9,1 2,7,2 8,7,2 5,10,2 5,11,2 5,12,2 5,13,2 DONE
< FORCED 5,14

== moves of a whole game
> START 15
< OK
> INFO timeout_turn 0
> BEGIN
< FORCED 7,7
> TURN 7,8
< MOVE
> TURN 0,0
< MOVE`;

/** @returns the move that the engine plays without a search */
function moveWithoutSearch(position: Position, code: number, color: Color): string {
  const { x, y } = fallbackMove(position, ruleFromCode(code)!, color)!;
  return `${x},${y}`;
}

/** @returns what Linux reports about a process: its threads, or its address space in kilobytes */
function statusOf(pid: number | undefined, key: 'Threads' | 'VmSize'): number {
  return Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

/** Sends lines to the program and waits for its moves. */
class Talk {
  readonly status: Promise<number | null>;
  /** Lines skipped before moves. */
  readonly seen: string[] = [];
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly lines: AsyncIterator<string>;

  constructor(program: string, ...args: readonly string[]) {
    this.child = spawn(program, args);
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
  if (canMake) file = await builtProgram();
}, 600_000);

describe.runIf(canMake)('the native program', () => {
  test('starts, plays and ends as a brain has to', async () => {
    const { startMs } = await checkExecutable(file, version);
    // A quiet machine stays within 20 ms.
    expect(startMs).toBeLessThan(2000);
  });

  test('counts the nodes of bench', () => {
    const output = outputOf(file, ['bench']);
    expect(/^(\d+) nodes \d+ nps$/m.exec(output)?.[1]).toBe(readFileSync('tools/bench-nodes.txt', 'utf8').trim());
  });

  test.each(forms.RULE_CODES)(
    'plays the moves of the WebAssembly search: rule %d',
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

  test.runIf(process.platform === 'linux')('says what the system has refused at the start', () => {
    const starts = Array.from({ length: 20 }, (_, i) => {
      const script = `ulimit -v ${4000 + 2000 * i} && exec "$0"`;
      const { status, stdout, stderr } = run('sh', ['-c', script, file], { input: ['START 15', 'END'] });
      return `${status} ${stdout}${stderr}`;
    });
    // The thread that decides starts while another answers.
    const refused = starts.filter((start) => start.startsWith('1 '));
    expect(refused.length).toBeGreaterThan(0);
    for (const start of refused) {
      expect(start).toMatch(/^1 (OK\n)?(ERROR no (memory|thread): the system has none left, close other programs\n)+$/);
    }
    expect(starts.at(-1)).toBe('0 OK\n');
  });

  test('searches with the requested threads, and continues when their number changes', async () => {
    const brain = new Talk(file);
    brain.say('INFO max_memory 73400320', 'INFO max_node 3000', 'START 15', 'BEGIN');
    const moves = [await brain.move()];
    // Under this limit there is room for six helpers; one thread decides, one reads, one watches the clock. The one
    // that fetches memory for the table ends soon.
    for (const [i, threads] of [4, 64, 2, 1, 3].entries()) {
      brain.say(`INFO thread_num ${threads}`, `TURN ${i},${i % 2 === 0 ? 0 : 14}`);
      moves.push(await brain.move());
      if (process.platform === 'linux') await expect.poll(() => statusOf(brain.pid, 'Threads')).toBe(i === 0 ? 6 : 9);
    }
    // Another game and another rule, while helpers may still be stopping.
    brain.say('INFO rule 4', 'START 15', 'BEGIN');
    moves.push(await brain.move());
    brain.say('END');
    expect(await brain.status).toBe(0);
    expect(moves.at(-1)).toBe('7,7');
    expect(new Set(moves.slice(0, -1)).size).toBe(6);
  });

  describe('a search that does not return', () => {
    /** It never reads the clock, nor receives a stop. */
    let deaf = '';
    /** No request is ever searched, nor its position set up. */
    let withoutSearch = '';

    beforeAll(() => {
      deaf = faultyProgram(file, 'deaf', (source) =>
        source
          .replace(/(int32_t k_hostNow\([^)]*\) \{)/, '$1 return 0;')
          .replace(/(int32_t k_hostStop\([^)]*\) \{)/, '$1\n  return 0;'),
      );
      withoutSearch = faultyProgram(file, 'without-search', (source) =>
        source.replace(/while \(!search->is_waiting [^)]*\) wait_for_change\(\);/, 'for (;;) wait_for_change();'),
      );
    });

    afterAll(() => {
      for (const program of [deaf, withoutSearch]) rmSync(dirname(program), { recursive: true });
    });

    test('still gets an answer in time', async () => {
      const brain = new Talk(deaf);
      brain.say('INFO timeout_turn 300', 'START 15', 'BOARD', '7,7,2', '8,6,1', '8,8,2', 'DONE');
      const [x, y] = (await brain.move()).split(',').map(Number);
      // The search is still at the previous move.
      brain.say('TURN 14,0');
      const position = positionOf(
        15,
        [
          { x: 7, y: 7 },
          { x: 8, y: 8 },
          { x: 14, y: 0 },
        ],
        [
          { x: 8, y: 6 },
          { x, y },
        ],
      );
      expect(await brain.move()).toBe(moveWithoutSearch(position, 0, WHITE));
      brain.say('END');
      expect(await brain.status).toBe(0);
    });

    test('makes and stops fives, and plays nothing forbidden', async () => {
      for (const conversation of parseTranscripts(WITHOUT_SEARCH)) {
        await replay(conversation, [withoutSearch], { cwd: temporaryFolder() });
      }
    });

    test('plays the moves of the engine without a search', async () => {
      const brain = new Talk(withoutSearch);
      const random = seededRandom(7);
      brain.say('INFO timeout_turn 0');
      const [played, expected]: string[][] = [[], []];
      for (const code of forms.RULE_CODES) {
        brain.say(`INFO rule ${code}`);
        for (let i = 0; i < 12; i++) {
          const [width, height] = [between(random, 5, 22), between(random, 5, 22)];
          const stones = between(random, 10, Math.min(60, (width * height) >> 1));
          const game = randomGame(random, ruleFromCode(code)!, width, height, stones);
          const lines = game.stones.map(({ x, y, color }) => `${x},${y},${color === game.toMove ? 1 : 2}`);
          brain.say(`RECTSTART ${width},${height}`, 'BOARD', ...lines, 'DONE');
          played.push(await brain.move());
          expected.push(moveWithoutSearch(game.position, code, game.toMove));
        }
      }
      brain.say('END');
      expect(await brain.status).toBe(0);
      expect(played).toEqual(expected);
    });
  });

  test.runIf(process.platform === 'linux')('a new game inherits nothing from the previous one', async () => {
    const brain = new Talk(file);
    const play = async (games: number) => {
      for (let i = 0; i < games; i++) {
        brain.say('START 15', 'BOARD', '7,7,2', '8,6,1', '8,8,2', 'DONE');
        await brain.move();
        // The thread that fetches the table's memory, and the three that stay.
        await expect.poll(() => statusOf(brain.pid, 'Threads'), { interval: 1 }).toBe(3);
      }
      return statusOf(brain.pid, 'VmSize');
    };
    brain.say('INFO max_node 100', 'INFO hash_size 20480');
    const before = await play(5);
    expect((await play(40)) - before).toBeLessThan(1000);
    brain.say('END');
    expect(await brain.status).toBe(0);
  });

  test('helpers add their nodes', async () => {
    const nodes = async (threads: number, limit: number) => {
      const brain = new Talk(file);
      brain.say(`INFO thread_num ${threads}`, 'INFO show_detail 2', `INFO max_node ${limit}`, 'START 15', 'BOARD');
      brain.say('7,7,2', '8,6,1', '8,8,2', 'DONE');
      await brain.move();
      brain.say('END');
      expect(await brain.status).toBe(0);
      return Math.max(...brain.seen.flatMap((line) => /^INFO NODES (\d+)$/.exec(line)?.[1] ?? []).map(Number));
    };
    // The main thread counts its own nodes for the limit; while it stops it may count some more, at most seven in 120
    // searches.
    expect(await nodes(1, 20_000)).toBeLessThan(20_064);
    // Enough for helpers to get a core meanwhile, however busy the machine is.
    expect(await nodes(4, 400_000)).toBeGreaterThan(await nodes(1, 400_000));
  });

  test.runIf(process.platform === 'linux').each([16, 24, 52, 80, 100, 128, 152])(
    'a system limit of %i MB, as some managers set it: a smaller table and fewer threads',
    async (megabytes) => {
      const brain = new Talk('/bin/sh', '-c', `ulimit -d ${1000 * megabytes}; exec "$0"`, file);
      for (const threads of [1, 2]) {
        for (const rule of [0, 4, 8]) {
          brain.say(`INFO rule ${rule}`, `INFO thread_num ${threads}`, 'INFO max_node 10000', 'START 15', 'BEGIN');
          await brain.move();
          brain.say('TURN 3,3');
          await brain.move();
        }
      }
      brain.say('END');
      expect(await brain.status).toBe(0);
    },
  );

  test.each([
    [['--nonsense'], 'argument "--nonsense": expected nothing, bench, --version or --help\n'],
    [['bench', '0'], 'bench: expected a number of plies from 1 to 99\n'],
  ])('rejects %j', (args, expected) => {
    const { status, stderr, stdout } = run(file, args);
    expect({ status, stderr, stdout }).toEqual({ status: 2, stderr: expected, stdout: '' });
  });

  test("Yixin-Board's database commands are ignored", async () => {
    const [conversation] = parseTranscripts(WITHOUT_DATABASE);
    await replay(conversation, [file], { cwd: temporaryFolder() });
  });

  test('there are enough conversations', () => expect(conversations.length).toBeGreaterThan(140));

  test.concurrent.each(conversations.map((conversation) => [conversation.title, conversation] as const))(
    '%s',
    async (_, conversation) => {
      await replay(conversation, [file], { cwd: temporaryFolder() });
    },
  );
});
