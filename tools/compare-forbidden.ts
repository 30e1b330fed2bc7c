/**
 * Compares the forbidden points of random 15x15 positions by src/rules with those of any engine that supports YXBOARD
 * and YXSHOWFORBID:
 *   npm run tool -- compare-forbidden [--positions 1000] [--seed 1] [--cwd <folder>] -- <engine command>
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { BLACK, type Color, colorAt } from '../src/core/color.ts';
import type { XY } from '../src/core/point.ts';
import { ruleFromCode } from '../src/core/rule.ts';
import { RENJU } from '../src/core/rule-code.ts';
import { text, whole } from '../src/core/values.ts';
import { drawLabeled, forbiddenMarks } from '../src/records/notation/diagram.ts';
import { posName } from '../src/records/notation/pos.ts';
import { emptyCount, emptyPosition, forbiddenPoints, isLegal, judgeMove, type Position } from '../src/rules/index.ts';
import { fail, type ToolSyntax, toolArguments } from './common/options.ts';
import { randomBelow } from './rules/agreement.ts';

const SIZE = 15;
/** Some engines lose a command that arrives right after their own answer. */
const PAUSE_MS = 20;
/** Timeout for an engine that prints nothing. */
const PATIENCE_MS = 10_000;
/** Maximum number of differing positions that are printed. */
const SHOWN = 5;

/** Stones in playing order, Black first, an even number: Black is to move. */
type Stones = readonly (XY & { readonly color: Color })[];

/**
 * A game without a winner or a foul by Black. Black plays near the stones, White near them or anywhere, so that Black
 * makes shapes.
 */
function randomGame(random: (bound: number) => number): Stones {
  const rule = ruleFromCode(RENJU)!;
  const position = emptyPosition(SIZE, SIZE);
  const game: (XY & { color: Color })[] = [];
  const pairs = 4 + random(26);
  const whiteNear = random(100);
  let center = { x: random(SIZE), y: random(SIZE) };
  while (game.length < 2 * pairs && emptyCount(position) > 0) {
    const color = colorAt(game.length);
    const isNear = color === BLACK || random(100) < whiteNear;
    const x = isNear ? center.x + random(7) - 3 : random(SIZE);
    const y = isNear ? center.y + random(7) - 3 : random(SIZE);
    if (random(12) === 0) center = { x: random(SIZE), y: random(SIZE) };
    if (!isLegal(position, x, y) || judgeMove(position, rule, x, y, color).outcome !== 'none') continue;
    position.cells[y * SIZE + x] = color;
    game.push({ x, y, color });
    if (color === BLACK && random(3) === 0) center = { x, y };
  }
  return game;
}

function positionAfter(game: Stones): Position {
  const position = emptyPosition(SIZE, SIZE);
  for (const { x, y, color } of game) position.cells[y * SIZE + x] = color;
  return position;
}

/** An engine process that answers one line at a time. */
class Engine {
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly lines: AsyncIterator<string>;

  constructor(command: readonly string[], cwd: string) {
    this.child = spawn(command[0], command.slice(1), { cwd });
    this.child.on('error', (error) => fail(`cannot start "${command.join(' ')}": ${error.message}`));
    this.child.stdin.on('error', () => {}); // a closed pipe shows as a missing answer
    this.child.stderr.resume();
    this.lines = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
  }

  send(...lines: string[]): void {
    this.child.stdin.write(`${lines.join('\r\n')}\r\n`);
  }

  /** @returns the first line that matches; skips all others */
  async answer(pattern: RegExp): Promise<string> {
    const timer = setTimeout(() => fail(`no answer matching ${pattern} within ${PATIENCE_MS} ms`), PATIENCE_MS);
    for (;;) {
      const { value, done } = await this.lines.next();
      if (done) fail(`the engine ended before an answer matching ${pattern}`);
      if (!pattern.test(value)) continue;
      clearTimeout(timer);
      await sleep(PAUSE_MS);
      return value;
    }
  }

  async forbiddenPoints(game: Stones): Promise<string[]> {
    const stones = game.map(({ x, y, color }) => `${x},${y},${color}`);
    this.send('YXBOARD', ...stones, 'DONE', 'YXSHOWFORBID');
    const [digits] = /\d*/.exec((await this.answer(/^FORBID \d*\.$/)).slice('FORBID '.length))!;
    const pairs = digits.match(/\d{4}/g) ?? [];
    return pairs.map((pair) => posName({ x: Number(pair.slice(0, 2)), y: Number(pair.slice(2)) }));
  }

  end(): void {
    this.send('END');
    this.child.stdin.end();
  }
}

const SYNTAX = {
  options: {
    positions: { type: whole(1), default: 1000 },
    seed: { type: whole(0), default: 1 },
    cwd: { type: text('FOLDER'), default: '.' },
  },
  operands: { noun: 'word', min: 1, max: Number.POSITIVE_INFINITY, expected: '-- and the command of an engine' },
} as const satisfies ToolSyntax;

/** @returns exit status: 0 if all agree */
export async function main(args: readonly string[]): Promise<number> {
  const { values, operands } = toolArguments(SYNTAX, args, 'compare-forbidden');
  const { positions, seed, cwd } = values;
  const engine = new Engine(operands, cwd);
  engine.send(`START ${SIZE}`);
  await engine.answer(/^OK$/);
  engine.send(`INFO rule ${RENJU}`);
  await sleep(PAUSE_MS);

  const random = randomBelow(seed);
  const count = { points: 0, forbidden: 0, withForbidden: 0, different: 0 };
  for (let i = 0; i < positions; i++) {
    const game = randomGame(random);
    const position = positionAfter(game);
    const ours = forbiddenPoints(position).map(posName).sort();
    const theirs = (await engine.forbiddenPoints(game)).sort();
    count.points += emptyCount(position);
    count.forbidden += ours.length;
    if (ours.length > 0) count.withForbidden++;
    if (ours.join() === theirs.join()) continue;
    if (++count.different > SHOWN) continue;
    console.log(`position ${i}: here ${ours.join(' ') || 'none'}, there ${theirs.join(' ') || 'none'}`);
    console.log(drawLabeled(position, forbiddenMarks(position)).join('\n'));
  }
  engine.end();
  console.log(
    `${positions} positions, ${count.points} empty points, ${count.forbidden} forbidden on ${count.withForbidden} positions, ` +
      `${count.different} positions differ`,
  );
  return count.different === 0 ? 0 : 1;
}
