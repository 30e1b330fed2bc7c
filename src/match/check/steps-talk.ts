/** Steps about starting up and talking: what is answered, in which form, and what is not answered at all. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { XY } from '../../core/point.ts';
import { NO_LIMIT_MS } from '../../core/time.ts';
import { parsePosMoves } from '../../notation/pos.ts';
import { BrainError } from '../brain-error.ts';
import type { BoardStone } from '../client.ts';
import { boardStones } from '../player.ts';
import type { Probe } from './probe.ts';
import { type Finding, fail, note, type Step, warn } from './step.ts';

/** The longest line any manager can read: liskvork has a buffer of 2048 bytes. */
const LINE_LIMIT = 2000;

export const START_STEPS: readonly Step[] = [
  {
    title: 'START 15 is answered OK',
    why: 'c-gomoku-cli waits 3 s, liskvork 5 s; in the Gomocup judge start-up is part of the first move.',
    async run({ probe, spec }) {
      const brain = probe();
      await brain.client.start(15, spec.startTimeoutMs);
      const ms = Math.round(brain.client.ageMs);
      return ms > 3000 ? [warn(`start-up took ${ms} ms`)] : [note(`start-up ${ms} ms`)];
    },
  },
  {
    title: 'one line OK, nothing before it, ended by LF',
    why: 'Piskvork compares the whole line with OK; c-gomoku-cli takes a banner as an answer; liskvork cannot read "x,y" with a CR behind it.',
    async run({ probe, spec }) {
      const brain = probe();
      await brain.client.start(15, spec.startTimeoutMs);
      const findings: Finding[] = [];
      const before = brain.replies.slice(0, -1);
      if (before.length > 0) findings.push(fail(`printed "${brief(before[0])}" before OK`));
      if (/\n[ \t]*\r?\n/.test(brain.bytes)) findings.push(warn('printed an empty line'));
      if (brain.bytes.includes('\r')) findings.push(warn('ends its lines with CR LF'));
      return findings;
    },
  },
  {
    title: 'ABOUT is answered name="...", before START and after',
    why: 'liskvork refuses a brain without it; c-gomoku-cli and qpiskvork take the name from it.',
    async run({ probe, spec, knowledge }) {
      const brain = probe();
      const early = await brain.client.about(2000).catch(() => null);
      await brain.client.start(15, spec.startTimeoutMs);
      const about = await brain.client.about(2000).catch(() => early);
      knowledge.about = about;
      if (about === null) return [fail('no answer')];
      const findings = [
        about.name === undefined ? warn('no name="..." in it') : note(`${about.name} ${about.version ?? ''}`.trim()),
      ];
      return early === null ? [...findings, warn('no answer before START')] : findings;
    },
  },
  {
    title: 'INFO is never answered, whatever it says',
    why: 'no manager reads there: the line is taken as the answer to the next command, in Piskvork a lost game.',
    async run({ probe, spec }) {
      const brain = probe();
      await brain.client.start(15, spec.startTimeoutMs);
      for (const info of INFO_LINES) brain.client.send(`INFO ${info}`);
      await brain.settled();
      await brain.silence(100);
      // Behind OK there must be nothing. Which line an answer belongs to only its text can tell.
      const findings = brain.replies
        .slice(1)
        .filter((line) => !/^\w+\s*=/.test(line))
        .map((line) => fail(`answered "${brief(line)}"`));
      for (const [key, value] of [
        ['rule', 0],
        ['timeout_turn', 300],
        ['timeout_match', 0],
        ['time_left', NO_LIMIT_MS],
      ] as const) {
        brain.client.info(key, value);
      }
      const { move } = await brain.begin(300);
      return [...findings, ...illegal(move, 15, [])];
    },
  },
  {
    title: 'nothing on stderr',
    why: 'Piskvork hands out one pipe for stdout and stderr and reads the line as a reply.',
    async run({ probe }) {
      const brain = probe();
      await brain.ready();
      await playSome(brain, 3, 200);
      await brain.client.end(1000);
      return brain.errors.length === 0 ? [] : [fail(`printed "${brief(brain.errors[0])}"`)];
    },
  },
];

const INFO_LINES = [
  'timeout_turn 1000',
  'timeout_match 100000',
  'time_left 2147483647',
  'time_left -50',
  'max_memory 0',
  'max_memory 367001600',
  'game_type 3',
  'rule 0',
  'rule 1',
  'rule 4',
  'rule 8',
  'rule 9',
  'folder C:\\Program Files\\brains\\',
  'evaluate 7,7',
  'no_such_key 1',
];

export const MOVE_STEPS: readonly Step[] = [
  {
    title: 'BEGIN and TURN: one legal move each, in one line',
    why: 'an illegal move loses everywhere; the judge takes a second line as the answer to the next request.',
    async run({ probe }) {
      const brain = probe();
      await brain.ready();
      const moves = 8;
      const before = brain.replies.length;
      const findings = await playSome(brain, moves, 200);
      await brain.listen(150);
      // A second line may come in one breath with the move, so what counts is the number of lines.
      const lines = brain.replies.slice(before);
      const stray = lines.find((line, i) => line === lines[i - 1] || i >= moves);
      if (stray !== undefined) findings.unshift(fail(`printed "${brief(stray)}" after its move`));
      return [...findings, ...messageFaults(brain)];
    },
  },
  {
    title: 'BOARD as first and as second player',
    why: 'the judge gives every position by BOARD.',
    async run({ probe }) {
      const brain = probe();
      await brain.ready();
      const findings: Finding[] = [];
      for (const text of ['h8i9j10k7', 'h8i9j10']) findings.push(...(await answersBoard(brain, stonesOf(text))));
      return findings;
    },
  },
  {
    title: 'BOARD without stones is the first move',
    why: 'the judge asks for the first move of an empty board like that, and waits until the time is out.',
    async run({ probe }) {
      const brain = probe();
      await brain.ready();
      return answersBoard(brain, []);
    },
  },
  {
    title: 'BOARD in any order: the field tells the color',
    why: 'the protocol promises playing order for renju only.',
    async run({ probe }) {
      const brain = probe();
      await brain.ready();
      // Own stones d4 e4 f4 g4: h4 or c4 completes five, but only if the colors were understood.
      const own: BoardStone[] = points('d4e4f4g4').map((point) => ({ ...point, field: 1 }));
      const others: BoardStone[] = points('d10e12l9k6').map((point) => ({ ...point, field: 2 }));
      const { move } = await brain.board([...others, ...own], 300);
      const won = points('c4h4').some((point) => same(point, move));
      return won ? [] : [warn(`own four in a row not completed: played ${move.x},${move.y}`)];
    },
  },
  {
    title: 'a blocked point (field 3) is never played',
    why: 'Piskvork sends it in continuous games, never in tournaments; a stone there is an illegal move.',
    async run({ probe }) {
      const brain = probe();
      await brain.ready();
      // The one completion left of an own four is blocked.
      const stones: BoardStone[] = [
        ...points('d4e4f4g4').map((point) => ({ ...point, field: 1 as const })),
        ...points('c4k9l11').map((point) => ({ ...point, field: 2 as const })),
        ...points('h4').map((point) => ({ ...point, field: 3 as const })),
      ];
      const { move } = await brain.board(stones, 300);
      return illegal(move, 15, stones).map(({ text }) => warn(text));
    },
  },
  {
    title: 'BOARD replaces the game, RESTART and START begin a new one',
    why: 'Piskvork sends RESTART between games and START + BOARD where it fails; c-gomoku-cli sends START again in the same process.',
    async run({ probe, spec, patience }) {
      const brain = probe();
      await brain.ready();
      await playSome(brain, 3, 200);
      const findings = await answersBoard(brain, stonesOf('a1o15a3'));
      await brain.rest();
      await brain.client.restart(patience.shortened(5000)).then(
        async () => findings.push(...(await beginsAfresh(brain, 'RESTART'))),
        (error: BrainError) => findings.push(warn(`RESTART: ${error.message}`)),
      );
      await brain.client.start(20, spec.startTimeoutMs);
      return [...findings, ...(await beginsAfresh(brain, 'START', 20))];
    },
  },
  {
    title: 'TAKEBACK',
    why: 'Piskvork takes moves back with it; without it the game is set up anew.',
    async run({ probe }) {
      const brain = probe();
      await brain.ready();
      const first = (await brain.begin(300)).move;
      const other = first.x === 3 && first.y === 3 ? { x: 4, y: 4 } : { x: 3, y: 3 };
      const second = (await brain.turn(other, 300)).move;
      try {
        await brain.rest();
        for (const point of [second, other]) await brain.client.takeback(point, 2000);
      } catch (error) {
        if (error instanceof BrainError && error.failure !== 'exit') return [warn(error.message)];
        throw error;
      }
      const again = (await brain.turn(other, 300)).move;
      return illegal(again, 15, [first, other]);
    },
  },
  {
    title: 'SWAP2BOARD in the official form',
    why: 'swap2 leagues: a wrong answer loses the game.',
    async run({ probe, patience }) {
      const brain = probe();
      await brain.ready({ rule: 1 });
      const findings: Finding[] = [];
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
        if (answer instanceof BrainError) return [warn(`with ${stones.length} stones: ${answer.message}`)];
        if (answer === 'swap' ? stones.length === 0 : !(counts as readonly number[]).includes(answer.length)) {
          findings.push(
            fail(`with ${stones.length} stones: answered ${answer === 'swap' ? 'SWAP' : `${answer.length} points`}`),
          );
        } else if (answer !== 'swap') {
          for (const [i, point] of answer.entries())
            findings.push(...illegal(point, 15, [...stones, ...answer.slice(0, i)]));
        }
      }
      return findings;
    },
  },
];

export const ROBUST_STEPS: readonly Step[] = [
  {
    title: 'lines ended by LF, CR LF or CR, in pieces and several at once',
    why: 'c-gomoku-cli sends LF, Piskvork CR LF, qpiskvork mixes them; pipes cut anywhere.',
    async run({ probe, spec }) {
      const findings: Finding[] = [];
      for (const [name, end] of [
        ['LF', '\n'],
        ['CR LF', '\r\n'],
        ['CR', '\r'],
      ] as const) {
        const brain = probe();
        const asked = brain.client.ask('INFO game_type 1', spec.startTimeoutMs, 'OK and a move', twoAnswers(brain));
        brain.client.sendRaw(`START 15${end}INFO timeout_turn 200${end}BEG`);
        await sleep(60);
        brain.client.sendRaw(`IN${end}`);
        await asked.catch((error: BrainError) =>
          findings.push((name === 'CR' ? warn : fail)(`${name}: ${error.message}`)),
        );
      }
      return findings;
    },
  },
  {
    title: 'START, INFO and BOARD in one breath, as the judge sends them',
    why: 'the Gomocup judge does not wait for OK.',
    async run({ probe, spec }) {
      const brain = probe();
      const lines = [
        'START 15',
        'INFO timeout_turn 300',
        'INFO timeout_match 10000',
        'INFO max_memory 367001600',
        'INFO game_type 3',
        'INFO rule 0',
        'INFO folder /tmp/tengen-check',
        'INFO time_left 10000',
        'BOARD',
        '7,7,2',
        'DONE',
      ];
      const { answer, elapsedMs } = await brain.client.ask(lines.join('\n'), spec.startTimeoutMs, 'a move', readMove);
      return [
        ...illegal(answer, 15, points('h8')),
        note(`first move ${Math.round(elapsedMs)} ms after the start, with a turn of 300`),
      ];
    },
  },
  {
    title: 'an unknown command is answered UNKNOWN and changes nothing',
    why: 'managers try extensions: a brain that exits or loses its game over a new word cannot be used by them.',
    async run({ probe }) {
      return staysInGame(probe(), ['HELLO', 'YXNOSUCHCOMMAND 1']);
    },
  },
  {
    title: 'wrong commands are answered ERROR and change nothing',
    why: 'no manager sends these on purpose; a brain that survives them is easier to debug.',
    async run({ probe }) {
      const wrong = ['TURN 99,99', 'TURN x,y', 'TURN', 'TAKEBACK 14,14', 'RECTSTART 0,0', 'DONE'];
      const findings = await staysInGame(probe(), wrong);
      // INFO is silent even where it says nonsense.
      const brain = probe();
      await brain.ready();
      for (const line of ['INFO rule 1000', 'INFO timeout_turn abc', 'INFO rule']) {
        brain.client.send(line);
        const answers = await brain.listen(100);
        if (answers.length > 0) findings.push(warn(`"${line}" was answered "${brief(answers[0])}": expected nothing`));
        if (brain.client.ended !== null) {
          findings.push(warn(`after "${line}": ${brain.client.ended.message}`));
          break;
        }
      }
      return findings.map(({ text }) => warn(text));
    },
  },
  {
    title: 'impossible board sizes are refused',
    why: 'Piskvork shows the text of ERROR and gives up; a brain that says OK would play off the board.',
    async run({ probe }) {
      const brain = probe();
      await brain.ready();
      const findings: Finding[] = [];
      for (const size of ['0', '-5', '1000000', 'abc']) {
        brain.client.send(`START ${size}`);
        const answers = await brain.answers();
        if (answers.some((text) => /^ok$/i.test(text))) findings.push(warn(`START ${size} was answered OK`));
        else if (answers.length === 0) findings.push(warn(`START ${size} was not answered`));
      }
      if (brain.client.ended !== null) findings.push(fail(brain.client.ended.message));
      return findings;
    },
  },
  {
    title: 'a line of 100 KB and binary bytes do no harm',
    why: 'a broken pipe or a manager of another protocol must not crash the brain.',
    async run({ probe, spec }) {
      const brain = probe();
      await brain.ready();
      brain.client.sendRaw(`${'A'.repeat(100_000)}\r\n`);
      brain.client.sendRaw(Buffer.from([0, 255, 254, 7, 27, 128, 13, 10]));
      await brain.settled();
      await brain.silence(100);
      const echo = brain.heard.find(({ text }) => text.length > LINE_LIMIT);
      await brain.client.start(15, spec.startTimeoutMs);
      brain.client.info('timeout_turn', 200);
      const { move } = await brain.begin(200);
      return [
        ...illegal(move, 15, []),
        ...(echo === undefined ? [] : [warn(`answered with a line of ${echo.text.length} or more characters`)]),
      ];
    },
  },
  {
    title: 'lower case and START 15 15, as Yixin-Board sends',
    why: 'Yixin-Board writes commands in lower case and two numbers behind START.',
    async run({ probe, spec, patience }) {
      const brain = probe();
      try {
        await brain.client.ask('start 15 15', spec.startTimeoutMs, 'OK', (line) => (/^ok$/i.test(line) ? true : null));
        brain.client.send('INFO TIMEOUT_TURN 200\nINFO RULE 0');
        const { answer } = await brain.client.ask('begin', patience.shortened(5000), 'a move', readMove);
        return illegal(answer, 15, []);
      } catch (error) {
        if (error instanceof BrainError) return [warn(error.message)];
        throw error;
      }
    },
  },
];

/** Sends lines that are no proper command in the middle of a game, each of which is expected to be answered, and goes on. */
async function staysInGame(brain: Probe, lines: readonly string[]): Promise<Finding[]> {
  await brain.ready();
  const first = (await brain.begin(300)).move;
  const findings: Finding[] = [];
  for (const line of lines) {
    await sleep(30);
    brain.client.send(line);
    const answers = await brain.answers();
    if (answers.some((text) => readMove(text) !== null)) findings.push(fail(`"${line}" was answered with a move`));
    else if (!answers.some((text) => /^(ERROR|UNKNOWN)\b/i.test(text))) {
      const came = answers.length === 0 ? 'nothing' : `"${brief(answers[0])}"`;
      findings.push(warn(`"${line}" was answered ${came}: expected ERROR or UNKNOWN`));
    }
    if (brain.client.ended !== null) return [...findings, fail(`after "${line}": ${brain.client.ended.message}`)];
  }
  const other = first.x === 3 && first.y === 3 ? { x: 4, y: 4 } : { x: 3, y: 3 };
  try {
    const { move } = await brain.turn(other, 300);
    return [...findings, ...illegal(move, 15, [first, other])];
  } catch (error) {
    if (!(error instanceof BrainError)) throw error;
    const sent = lines.map((line) => `"${line}"`).join(', ');
    return [...findings, fail(`the game did not go on after ${sent}: ${error.message}`)];
  }
}

/** Plays `count` moves of the brain against stones placed far from the middle. */
export async function playSome(brain: Probe, count: number, turnMs: number, size = 15): Promise<Finding[]> {
  const stones: XY[] = [];
  const findings: Finding[] = [];
  for (let i = 0; i < count; i++) {
    const last = stones.at(-1);
    const { move } = last === undefined ? await brain.begin(turnMs) : await brain.turn(last, turnMs);
    const fault = illegal(move, size, stones);
    findings.push(...fault);
    if (fault.length > 0) break;
    stones.push(move);
    const reply = quietPoint(stones, size);
    if (reply === null) break;
    stones.push(reply);
  }
  return findings;
}

/** A free point of a pattern in which no two stones touch, so that the opponent threatens nothing. */
function quietPoint(stones: readonly XY[], size: number): XY | null {
  for (let y = 0; y < size; y += 3) {
    for (let x = (y / 3) % 2; x < size; x += 4) if (!stones.some((stone) => same(stone, { x, y }))) return { x, y };
  }
  return null;
}

async function answersBoard(brain: Probe, stones: readonly BoardStone[]): Promise<Finding[]> {
  const { move } = await brain.board(stones, 300);
  return illegal(move, 15, stones);
}

async function beginsAfresh(brain: Probe, after: string, size = 15): Promise<Finding[]> {
  await brain.rest();
  const { move } = await brain.begin(300);
  return illegal(move, size, []).map(({ severity, text }) => ({ severity, text: `after ${after}: ${text}` }));
}

/** @returns a finding if `move` is off the board or on a stone */
export function illegal(move: XY, size: number, stones: readonly XY[]): Finding[] {
  const { x, y } = move;
  if (x < 0 || y < 0 || x >= size || y >= size) return [fail(`move ${x},${y} is off the ${size}x${size} board`)];
  return stones.some((stone) => same(stone, move)) ? [fail(`move ${x},${y} is on a stone`)] : [];
}

function messageFaults(brain: Probe): Finding[] {
  const findings: Finding[] = [];
  const lines = brain.heard.filter(({ stream }) => stream === 'out').map(({ text }) => text);
  if (lines.some((line) => /^(MESSAGE|DEBUG)$/i.test(line)))
    findings.push(warn('a MESSAGE or DEBUG line without text: Piskvork takes it as the reply'));
  const long = lines.find((line) => line.length > LINE_LIMIT);
  if (long !== undefined) findings.push(warn(`a line of ${long.length} characters: liskvork reads 2048`));
  return findings;
}

function readMove(line: string): XY | null {
  const found = /^(-?\d+)\s*,\s*(-?\d+)$/.exec(line);
  return found === null ? null : { x: Number(found[1]), y: Number(found[2]) };
}

/** Satisfied by a move that comes after an OK. */
function twoAnswers(brain: Probe): (line: string) => true | null {
  return (line) => (readMove(line) !== null && brain.replies.some((text) => /^ok$/i.test(text)) ? true : null);
}

/** @returns the first `count` stones in playing order, as the side to move sees them; without a count all of them */
export function stonesOf(text: string, count?: number): BoardStone[] {
  const stones = points(text).slice(0, count);
  return boardStones(stones, stones.length % 2 === 0 ? 0 : 1);
}

export function points(text: string): XY[] {
  const found = parsePosMoves(text);
  if (found === null) throw new RangeError(`"${text}": expected points`);
  return found;
}

export function same(a: XY, b: XY): boolean {
  return a.x === b.x && a.y === b.y;
}

export function brief(line: string): string {
  return line.length > 80 ? `${line.slice(0, 80)}...` : line;
}
