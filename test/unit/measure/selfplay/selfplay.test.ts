import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { runCommand } from '../../../../src/cli/run.ts';
import { COMMAND as SELFPLAY } from '../../../../src/cli/selfplay.ts';
import { seededRandom } from '../../../../src/core/random.ts';
import { ruleFromCode } from '../../../../src/core/rule.ts';
import { encodeNetwork } from '../../../../src/engine/runtime/network-weights.ts';
import { encodeHeader } from '../../../../src/measure/selfplay/file-header.ts';
import {
  canonicalHash,
  type GenerateOptions,
  generateGame,
  startGenerator,
} from '../../../../src/measure/selfplay/generate.ts';
import {
  decodeFile,
  encodeGame,
  GAMES,
  HEADER_BYTES,
  NO_SCORE,
  type SelfPlayGame,
} from '../../../../src/measure/selfplay/record.ts';
import { emptyPosition } from '../../../../src/rules/position.ts';
import { judgeMove } from '../../../../src/rules/referee.ts';
import { temporaryFolder } from '../../../folder.ts';
import { randomNetwork } from '../../kernel/eval/random-network.ts';

const folder = temporaryFolder();

const anyPly = fc.record({
  x: fc.integer({ min: 0, max: 21 }),
  y: fc.integer({ min: 0, max: 21 }),
  score: fc.integer({ min: -32768, max: 32767 }),
  varied: fc.boolean(),
});
const anyGame: fc.Arbitrary<SelfPlayGame> = fc.record({
  index: fc.nat(),
  size: fc.integer({ min: 8, max: 22 }),
  result: fc.integer({ min: 0, max: 2 }),
  openingPlies: fc.nat(255),
  plies: fc.array(anyPly, { maxLength: 300 }),
});

describe('self-play files', () => {
  test('written games are read back, and a truncated end costs only the last game', () => {
    fc.assert(
      fc.property(fc.array(anyGame, { minLength: 1, maxLength: 5 }), fc.nat(), (games, cut) => {
        const header = { rule: 4, nodes: 123456, seed: 4000000000, options: 65535 };
        const parts = [encodeHeader(GAMES, header), ...games.map(encodeGame)];
        const bytes = Buffer.concat(parts);
        expect(decodeFile(bytes)).toEqual({ header, games, completeBytes: bytes.length });
        const missing = 1 + (cut % parts[parts.length - 1].length);
        const shorter = decodeFile(bytes.subarray(0, bytes.length - missing));
        expect(shorter.games).toEqual(games.slice(0, -1));
        expect(shorter.completeBytes).toBe(bytes.length - parts[parts.length - 1].length);
      }),
      { seed: 3, numRuns: 50 },
    );
  });

  test('other files are rejected', () => {
    expect(() => decodeFile(Buffer.from('{"move": "h8"}  and so on'))).toThrow('expected a self-play file');
    const header = Buffer.from(encodeHeader(GAMES, { rule: 0, nodes: 1, seed: 1, options: 0 }));
    header[4] = 7;
    expect(() => decodeFile(header)).toThrow('version 7');
    expect(() => decodeFile(header.subarray(0, 10))).toThrow('expected a self-play file');
  });
});

describe('openings are distinguished only by their stones', () => {
  const stones = [
    { x: 3, y: 1 },
    { x: 4, y: 5 },
    { x: 7, y: 1 },
  ];
  const hash = canonicalHash(15, stones);

  test('rotated or mirrored ones are the same', () => {
    const turn = ({ x, y }: { x: number; y: number }) => ({ x: 14 - y, y: x });
    const mirror = ({ x, y }: { x: number; y: number }) => ({ x: 14 - x, y });
    expect(canonicalHash(15, stones.map(turn))).toBe(hash);
    expect(canonicalHash(15, stones.map(mirror))).toBe(hash);
    expect(canonicalHash(15, stones.map(turn).map(turn).map(mirror))).toBe(hash);
    expect(canonicalHash(15, [stones[2], stones[1], stones[0]])).toBe(hash);
  });

  test('other places, colors or boards are not', () => {
    expect(
      canonicalHash(
        15,
        stones.map(({ x, y }) => ({ x: x + 1, y })),
      ),
    ).not.toBe(hash);
    expect(canonicalHash(15, [stones[1], stones[0], stones[2]])).not.toBe(hash);
    expect(canonicalHash(16, stones)).not.toBe(hash);
  });
});

/** Replays a game with the referee. @returns what is wrong with it, or null */
function complaint(game: SelfPlayGame, code: number): string | null {
  const rule = ruleFromCode(code)!;
  const position = emptyPosition(game.size, game.size);
  for (let ply = 0; ply < game.plies.length; ply++) {
    const { x, y, score } = game.plies[ply];
    const color = ply % 2 === 0 ? 1 : 2;
    const isOpening = ply < game.openingPlies;
    if (isOpening !== (score === NO_SCORE)) return `ply ${ply}: score ${score}`;
    if (position.cells[y * game.size + x] !== 0) return `ply ${ply}: occupied`;
    const { outcome } = judgeMove(position, rule, x, y, color);
    if (outcome === 'foul') return `ply ${ply}: forbidden`;
    if (outcome === 'win' && ply !== game.plies.length - 1) return `ply ${ply}: the game was over`;
    position.cells[y * game.size + x] = color;
  }
  return null;
}

describe('self-play games', () => {
  test.each([0, 1, 4, 8, 9, 16])('rule %i: legal from the first ply to the last, with the right result', (rule) => {
    const options: GenerateOptions = { rule, sizes: [9, 15], nodes: 150, seed: 5 };
    startGenerator();
    for (let index = 0; index < 3; index++) {
      const game = generateGame(options, index, () => true);
      expect(complaint(game, rule)).toBeNull();
      expect(options.sizes).toContain(game.size);
      const { score } = game.plies[game.plies.length - 1];
      const blackMovedLast = game.plies.length % 2 === 1;
      if (score >= 29000) expect(game.result).toBe(blackMovedLast ? 2 : 0);
      else if (score <= -29000) expect(game.result).toBe(blackMovedLast ? 0 : 2);
      else expect(game.result).toBe(1);
    }
  });

  test('an opening that is not new is replaced', () => {
    startGenerator();
    const seen: string[] = [];
    const game = generateGame({ rule: 0, sizes: [15], nodes: 150, seed: 2 }, 0, (_, moves) => {
      seen.push(JSON.stringify(moves));
      return seen.length === 3;
    });
    expect(new Set(seen).size).toBe(3);
    expect(JSON.stringify(game.plies.slice(0, game.openingPlies).map(({ x, y }) => ({ x, y })))).toBe(seen[2]);
  });
});

describe('tengen selfplay', () => {
  const run = (out: string, games: number, ...more: string[]) =>
    runCommand(SELFPLAY, ['--out', out, '--games', String(games), '--nodes', '150', '--sizes', '10', ...more]);

  test('a stopped run resumes with the same result', async () => {
    const whole = join(folder, 'whole.tgs');
    const parts = join(folder, 'parts.tgs');
    expect(await run(whole, 5)).toBe(0);
    expect(await run(parts, 3)).toBe(0);
    const stopped = readFileSync(parts);
    writeFileSync(parts, stopped.subarray(0, stopped.length - 7));
    expect(await run(parts, 5)).toBe(0);
    expect(readFileSync(parts)).toEqual(readFileSync(whole));
    expect(decodeFile(readFileSync(whole)).games.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4]);
  });

  test('a file of another run is left unchanged', async () => {
    const out = join(folder, 'other.tgs');
    expect(await run(out, 1)).toBe(0);
    const before = readFileSync(out);
    expect(before.length).toBeGreaterThan(HEADER_BYTES);
    expect(await run(out, 2, '--seed', '9')).toBe(1);
    expect(await run(out, 2, '--rule', '1')).toBe(1);
    expect(readFileSync(out)).toEqual(before);
  });

  describe('resumed with other options than it was begun with', () => {
    const networkFile = (name: string, seed: number) => {
      const file = join(folder, name);
      writeFileSync(file, encodeNetwork(randomNetwork(1, seededRandom(seed))));
      return file;
    };
    const network = networkFile('one.tgnn', 1);
    const other = networkFile('other.tgnn', 2);
    const labels = ['--label-nodes', '100'];
    const games = '--sizes, --handset or --network';
    const samples = '--sizes, --nodes, --handset, --network, --period or --playouts';

    test.each([
      [games, [], ['--sizes', '9']],
      [games, [], ['--sizes', '10,9']],
      [games, [], ['--handset']],
      [games, ['--handset'], []],
      [games, [], ['--network', network]],
      [games, ['--network', network], []],
      [games, ['--network', network], ['--network', other]],
      [samples, labels, [...labels, '--nodes', '160']],
      [samples, labels, [...labels, '--period', '21']],
      [samples, labels, [...labels, '--playouts', '1']],
      [samples, labels, [...labels, '--sizes', '9']],
    ])('which of %s: %j, then %j', async (names, first, then) => {
      const out = join(folder, 'options.tgs');
      rmSync(out, { force: true });
      expect(await run(out, 0, ...first)).toBe(0);
      const before = readFileSync(out);
      const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
      const code = await run(out, 0, ...then);
      const lines = errors.mock.calls.flat();
      errors.mockRestore();
      expect(lines).toEqual([`tengen selfplay: ${out}: made with different ${names}; use the same to resume\n`]);
      expect(code).toBe(1);
      expect(readFileSync(out)).toEqual(before);
      expect(await run(out, 0, ...first)).toBe(0);
    });

    test('the same network of another name is the same', async () => {
      const out = join(folder, 'renamed.tgs');
      expect(await run(out, 1, '--network', network)).toBe(0);
      expect(await run(out, 2, '--network', networkFile('renamed.tgnn', 1))).toBe(0);
    });
  });

  test.each([
    [['--games', '5']],
    [['--out', 'x', '--rule', '32']],
    [['--out', 'x', '--nodes', '10']],
    [['--out', 'x', '--sizes', '15,99']],
    [['--out', 'x', '--games', 'many']],
    [['--out']],
    [['--ouch', 'x']],
  ])('%j is rejected as wrong usage', async (args) => {
    expect(await runCommand(SELFPLAY, args)).toBe(2);
  });
});
