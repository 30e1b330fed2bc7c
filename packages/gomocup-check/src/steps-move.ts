/** Steps about moves: BEGIN, TURN, BOARD, TAKEBACK, SWAP2BOARD. */
import { samePoint, type XY } from '../../../src/core/point.ts';
import { counted } from '../../../src/core/text.ts';
import { BrainError } from '../../../src/measure/match/brain-error.ts';
import type { BoardStone } from '../../../src/measure/match/client.ts';
import { playableSize } from './claims.ts';
import { awayFrom, boardStonesOf, brief, illegal, MAX_LINE_OF_MANAGERS, playSome, points, quietPoint } from './kit.ts';
import type { Probe } from './probe.ts';
import { type Finding, fail, note, type Step, warn } from './step.ts';

export const MOVE_STEPS: readonly Step[] = [
  {
    id: 'begin-turn',
    title: 'BEGIN and TURN: one legal move each, on one line',
    why: 'an illegal move loses everywhere; the judge takes a second line as the answer to the next request.',
    sentences: ['M1', 'M2', 'M3', 'M4', 'L5'],
    fix: 'Print each move once, as "x,y\\n", and check it against your board first.',
    async run({ ready }) {
      const brain = await ready();
      const moves = 8;
      const before = brain.replies.length;
      const findings = await playSome(brain, moves, 200);
      await brain.listen(150);
      // A second line may arrive together with the move, so what counts is the number of lines.
      const lines = brain.replies.slice(before);
      const stray = lines.find((line, i) => line === lines[i - 1] || i >= moves);
      if (stray !== undefined) findings.unshift(fail(`printed "${brief(stray)}" after its move`));
      return [...findings, ...messageFaults(brain)];
    },
  },
  {
    id: 'board',
    title: 'BOARD as first and as second player',
    why: 'the judge sends every position with BOARD.',
    sentences: ['M5'],
    fix: 'Clear the board at BOARD, place a stone for each line, and search at DONE.',
    async *run({ ready }) {
      const brain = await ready();
      for (const text of ['h8i9j10k7', 'h8i9j10']) {
        await brain.emptyBoard();
        yield* await answersBoard(brain, boardStonesOf(text));
      }
    },
  },
  {
    id: 'board-empty',
    title: 'BOARD without stones asks for the first move',
    why: 'the judge asks for the first move on an empty board this way, and waits until the time is up.',
    sentences: ['M6'],
    fix: 'At DONE with no stones, answer as to BEGIN.',
    async run({ ready }) {
      const brain = await ready();
      return answersBoard(brain, []);
    },
  },
  {
    id: 'board-order',
    title: 'BOARD in any order: the field gives the color',
    why: 'the protocol guarantees playing order in renju only.',
    sentences: ['M7'],
    fix: 'Take the owner of a stone from its third number, never from the number of its line.',
    async run({ ready }) {
      const brain = await ready();
      // Own stones d4 e4 f4 g4: h4 or c4 completes five, but only if the colors were understood.
      const own: BoardStone[] = points('d4e4f4g4').map((point) => ({ ...point, field: 1 }));
      const others: BoardStone[] = points('d10e12l9k6').map((point) => ({ ...point, field: 2 }));
      const { move } = await brain.board([...others, ...own], 300);
      const won = points('c4h4').some((point) => samePoint(point, move));
      return won ? [] : [warn(`own four in a row not completed: played ${move.x},${move.y}`)];
    },
  },
  {
    id: 'board-blocked',
    title: 'a blocked point (field 3) is never played',
    why: 'Piskvork sends it in continuous games, never in tournaments; a stone there is an illegal move.',
    sentences: ['M8'],
    fix: 'Mark points of field 3 as occupied by neither side.',
    async run({ ready }) {
      const brain = await ready();
      // The only remaining completion of the brain's four is blocked.
      const stones: BoardStone[] = [
        ...points('d4e4f4g4').map((point) => ({ ...point, field: 1 as const })),
        ...points('c4k9l11').map((point) => ({ ...point, field: 2 as const })),
        ...points('h4').map((point) => ({ ...point, field: 3 as const })),
      ];
      const { move } = await brain.board(stones, 300);
      return illegal(move, 15, stones).map((finding) => ({ ...finding, severity: 'warn' }));
    },
  },
  {
    id: 'new-game',
    title: 'BOARD replaces the game, RESTART and START begin a new one',
    why: 'Piskvork sends RESTART between games, and START and BOARD if RESTART fails; c-gomoku-cli sends START again in the same process.',
    sentences: ['S4', 'S5', 'M5'],
    fix: 'Reset the whole game state at START, RESTART and BOARD; answer OK to RESTART.',
    async run({ ready, spec, patience, claims }) {
      const brain = await ready();
      await playSome(brain, 3, 200);
      const findings = await answersBoard(brain, boardStonesOf('a1o15a3'));
      await brain.rest();
      await brain.client.restart(patience.shortened(5000)).then(
        async () => findings.push(...(await beginsAfresh(brain, 'RESTART'))),
        (error: BrainError) => findings.push(warn(`RESTART: ${error.message}`)),
      );
      const size = playableSize(claims, 20);
      await brain.client.start(size, spec.startTimeoutMs);
      return [...findings, ...(await beginsAfresh(brain, 'START', size))];
    },
  },
  {
    id: 'takeback',
    title: 'TAKEBACK and PLAY',
    why: 'Piskvork undoes moves with TAKEBACK; without it, Piskvork has to set up the game again. It answers SUGGEST with PLAY.',
    sentences: ['M9', 'M13'],
    fix: 'At TAKEBACK remove the stone on that point, wherever it is in the game, and answer OK. At PLAY place your own stone and repeat the point; UNKNOWN is enough for a brain that never sends SUGGEST.',
    async run({ ready }) {
      const brain = await ready();
      const first = (await brain.begin(300)).move;
      const other = awayFrom(first);
      const second = (await brain.turn(other, 300)).move;
      try {
        await brain.rest();
        for (const point of [second, other]) await brain.client.takeback(point, 2000);
      } catch (error) {
        if (error instanceof BrainError && error.failure !== 'exit') return [warn(error.message)];
        throw error;
      }
      const again = (await brain.turn(other, 300)).move;
      const faults = illegal(again, 15, [first, other]);
      return faults.length > 0 ? faults : answersPlay(brain, [first, other, again]);
    },
  },
  {
    id: 'swap2',
    title: 'SWAP2BOARD in the official form',
    why: 'swap2 leagues: a wrong answer loses the game.',
    sentences: ['M10', 'M11', 'M12'],
    fix: 'Read points of two numbers up to DONE; answer three points, then SWAP, one or two points, then SWAP or one point.',
    async *run({ ready, patience }) {
      const brain = await ready({ rule: 1 });
      for (const [text, counts] of [
        ['', [3]],
        ['h8i8j10', [1, 2]],
        ['h8i8j10i9j9', [1]],
      ] as const) {
        const stones = points(text);
        await brain.rest();
        const { answer } = await brain.client
          .swap2(stones, patience.shortened(10_000))
          .catch((error: BrainError) => ({ answer: error }));
        const given = counted(stones.length, 'stone');
        if (answer instanceof BrainError) {
          yield warn(`with ${given}: ${answer.message}`);
          return;
        }
        if (answer === 'swap' ? stones.length === 0 : !(counts as readonly number[]).includes(answer.length)) {
          yield fail(`with ${given}: answered ${answer === 'swap' ? 'SWAP' : counted(answer.length, 'point')}`);
        } else if (answer !== 'swap') {
          for (const [i, point] of answer.entries()) yield* illegal(point, 15, [...stones, ...answer.slice(0, i)]);
        }
      }
    },
  },
];

async function answersBoard(brain: Probe, stones: readonly BoardStone[]): Promise<Finding[]> {
  const { move } = await brain.board(stones, 300);
  return illegal(move, 15, stones);
}

/** @param stones on the board */
async function answersPlay(brain: Probe, stones: readonly XY[]): Promise<Finding[]> {
  const point = quietPoint(stones, 15)!;
  const text = `${point.x},${point.y}`;
  await brain.rest();
  brain.client.send(`PLAY ${text}`);
  const answers = await brain.answers();
  if (brain.client.ended !== null) return [warn(`after PLAY ${text}: ${brain.client.ended.message}`, 'M13')];
  if (answers.some((line) => line.trim() === text)) return [];
  if (answers.some((line) => /^UNKNOWN\b/i.test(line))) return [note('PLAY is unknown')];
  const answer = answers.length === 0 ? 'not answered' : `answered with "${brief(answers[0])}"`;
  return [warn(`PLAY ${text} was ${answer}: expected ${text} or UNKNOWN`, 'M13')];
}

async function beginsAfresh(brain: Probe, after: string, size = 15): Promise<Finding[]> {
  await brain.rest();
  const { move } = await brain.begin(300);
  return illegal(move, size, []).map((finding) => ({ ...finding, text: `after ${after}: ${finding.text}` }));
}

function* messageFaults(brain: Probe): Generator<Finding> {
  const lines = brain.heard.filter(({ stream }) => stream === 'out').map(({ text }) => text);
  if (lines.some((line) => /^(MESSAGE|DEBUG)$/i.test(line)))
    yield warn('a MESSAGE or DEBUG line without text: Piskvork reads it as the reply');
  const long = lines.find((line) => line.length > MAX_LINE_OF_MANAGERS);
  if (long !== undefined) yield warn(`a line of ${long.length} characters: liskvork reads at most 2048`);
}
