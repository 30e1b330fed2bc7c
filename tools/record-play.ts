/**
 * Plays a won, a lost and a drawn game of tengen play on a pseudo-terminal and prints the screens, for
 * docs/guide/play.md:
 *   npm run tool -- record-play
 *
 * Players that do not search take the person's part.
 */
import { fileURLToPath } from 'node:url';
import { opponentOf } from '../src/core/color.ts';
import { seededRandom } from '../src/core/random.ts';
import { newGame, sideToMove, withPly } from '../src/play/state/game-state.ts';
import { labelOf, readPoint } from '../src/play/state/notation.ts';
import { winningPoints } from '../src/play/state/threats.ts';
import { readRule, readSize, variantOf } from '../src/play/state/variant.ts';
import { emptyPoints } from '../src/rules/index.ts';
import { greedyPlayer, type SimplePlayer, weighingPlayer } from '../test/program/simple-players.ts';
import { Pty } from '../test/unit/cli/play/pty.ts';
import { noArguments } from './common/options.ts';

const PROGRAM = fileURLToPath(new URL('../dist/tengen.js', import.meta.url));
const PROMPT = /^((Black|White) to move|Play again\? \(y\/n\)):? $/;

interface Recording {
  readonly title: string;
  readonly rule: string;
  readonly size: string;
  readonly more: readonly string[];
  readonly player: SimplePlayer;
  /** The person's turns, from 1, whose screens are printed, with the commands that are typed before the move. */
  readonly shown: ReadonlyMap<number, readonly string[]>;
}

/** Stops a win in one, and otherwise plays near the center. */
const carefulPlayer: SimplePlayer = (game, random) => {
  const { position, variant } = game;
  const wins = [sideToMove(game), opponentOf(sideToMove(game))].flatMap((side) =>
    winningPoints(position, variant.rule, side),
  );
  return wins[0] ?? emptyPoints(position).find(({ x, y }) => x === 1 && y === 1) ?? weighingPlayer(game, random);
};

const RECORDINGS: readonly Recording[] = [
  {
    title: 'A won game: freestyle, level 1',
    rule: 'freestyle',
    size: '11',
    more: ['--level', '1', '--seed', '4'],
    player: weighingPlayer,
    shown: new Map([
      [1, []],
      [3, []],
      [5, ['why']],
    ]),
  },
  {
    title: 'A lost game: renju, level 6',
    rule: 'renju',
    size: '15',
    more: ['--level', '6', '--seed', '4'],
    player: greedyPlayer,
    shown: new Map([
      [2, []],
      [5, ['hint']],
      [7, ['why']],
    ]),
  },
  {
    title: 'A drawn game: three in a row on 3x3, level 7',
    rule: 'freestyle',
    size: '3',
    more: ['--level', '7', '--seed', '4'],
    player: carefulPlayer,
    shown: new Map([
      [1, []],
      [2, []],
      [3, []],
      [4, []],
      [5, []],
    ]),
  },
];

function print(text: string): void {
  console.log(`\`\`\`\n${text}\n\`\`\`\n`);
}

/** Types a line and waits until the program has painted its answer and prompts again. */
async function type(pty: Pty, line: string): Promise<void> {
  const before = pty.written.length;
  await pty.type(line);
  await pty.until(({ beforeCursor }) => pty.written.includes('\x1b[H', before) && PROMPT.test(beforeCursor));
}

async function record({ title, rule, size, more, player, shown }: Recording): Promise<void> {
  const args = ['play', '--rule', rule, '--size', size, ...more];
  console.log(`### ${title}\n\n\`tengen ${args.join(' ')}\`\n`);
  const pty = new Pty(args, { env: { NO_COLOR: '1' }, program: PROGRAM });
  const { width, height } = readSize(size);
  let game = newGame(variantOf(readRule(rule), width, height, null));
  const random = seededRandom(1);
  await pty.prompt(PROMPT);
  for (let turn = 1; game.end === null; turn++) {
    const own = player(game, random);
    const label = labelOf(own, height);
    for (const line of shown.get(turn) ?? []) await type(pty, line);
    if (shown.has(turn)) print(`${pty.screen.text} ${label}`);
    game = withPly(game, own);
    const before = pty.written.length;
    await type(pty, label);
    const answer = /tengen plays ([A-Z]\d+)\./.exec(pty.written.slice(before))?.[1];
    if (answer !== undefined) game = withPly(game, readPoint(answer, game.variant));
  }
  print(pty.screen.text);
  await pty.type('n');
  await pty.exit;
}

/** @returns exit status */
export async function main(args: readonly string[]): Promise<number> {
  noArguments(args, 'record-play');
  for (const recording of RECORDINGS) await record(recording);
  return 0;
}
