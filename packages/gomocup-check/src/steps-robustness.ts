/** Steps about unusual input: line ends, unknown and wrong commands, long lines. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { XY } from '../../../src/core/point.ts';
import { BrainError } from '../../../src/measure/match/brain-error.ts';
import { awayFrom, brief, GOMOCUP_MEMORY, illegal, MAX_LINE_OF_MANAGERS, points } from './kit.ts';
import type { Probe } from './probe.ts';
import { type Finding, fail, note, type Step, warn } from './step.ts';

export const ROBUST_STEPS: readonly Step[] = [
  {
    id: 'line-ends',
    title: 'lines that end with LF, CR LF or CR, sent in pieces or several at once',
    why: 'c-gomoku-cli sends LF, Piskvork CR LF, qpiskvork a mixture; a pipe may split lines anywhere.',
    sentences: ['L1', 'L2'],
    fix: 'Collect bytes until LF or CR, skip empty lines, and handle every complete line that a read returns.',
    async *run({ probe, spec, patience }) {
      for (const [name, end] of [
        ['LF', '\n'],
        ['CR LF', '\r\n'],
        ['CR', '\r'],
      ] as const) {
        const brain = probe();
        const wait = patience.shortened(spec.startTimeoutMs);
        // Accepts a move that follows an OK.
        const read = (line: string) =>
          readMove(line) !== null && brain.replies.some((text) => /^ok$/i.test(text)) ? true : null;
        const asked = brain.client.ask('INFO game_type 1', wait, 'OK and a move', read, 'START 15 and BEGIN');
        brain.client.sendRaw(`START 15${end}INFO timeout_turn 200${end}BEG`);
        await sleep(60);
        brain.client.sendRaw(`IN${end}`);
        const error = await asked.then(
          () => null,
          (failure: BrainError) => failure,
        );
        if (error !== null) yield (name === 'CR' ? warn : fail)(`${name}: ${error.message}`);
      }
    },
  },
  {
    id: 'together',
    title: 'START, INFO and BOARD sent together, as the judge does',
    why: 'the Gomocup judge does not wait for OK.',
    sentences: ['S3'],
    fix: 'Handle lines one after another from a buffer; discard no input that arrives during START.',
    async run({ probe, spec }) {
      const brain = probe();
      const lines = [
        'START 15',
        'INFO timeout_turn 300',
        'INFO timeout_match 10000',
        `INFO max_memory ${GOMOCUP_MEMORY}`,
        'INFO game_type 3',
        'INFO rule 0',
        'INFO folder /tmp/gomocup-check',
        'INFO time_left 10000',
        'BOARD',
        '7,7,2',
        'DONE',
      ];
      const { answer, elapsedMs } = await brain.client.ask(
        lines.join('\n'),
        spec.startTimeoutMs,
        'a move',
        readMove,
        'BOARD',
      );
      return [
        ...illegal(answer, 15, points('h8')),
        note(`first move ${Math.round(elapsedMs)} ms after the start, with timeout_turn 300`),
      ];
    },
  },
  {
    id: 'unknown',
    title: 'an unknown command is answered with UNKNOWN and changes nothing',
    why: 'managers try extensions, and cannot use a brain that exits or loses its game when it receives a new word.',
    sentences: ['L9'],
    fix: 'Print "UNKNOWN " and a text for words that you do not know, and change nothing.',
    run: ({ probe }) => staysInGame(probe(), ['HELLO', 'YXNOSUCHCOMMAND 1']),
  },
  {
    id: 'wrong-commands',
    title: 'wrong commands are answered with ERROR and change nothing',
    why: 'no manager sends these on purpose; a brain that survives them is easier to debug.',
    sentences: ['L10', 'S6', 'I1'],
    fix: 'Check numbers and points before you use them; print "ERROR " and a text, and change nothing.',
    async *run({ probe, ready }) {
      const wrong = ['TURN 99,99', 'TURN x,y', 'TURN', 'TAKEBACK 14,14', 'RECTSTART 0,0', 'DONE'];
      for await (const finding of staysInGame(probe(), wrong)) yield { ...finding, severity: 'warn' };
      // INFO gets no answer, even for a nonsensical value.
      const brain = await ready();
      for (const line of ['INFO rule 1000', 'INFO timeout_turn abc', 'INFO rule']) {
        const answers = await brain.unexpectedAnswers(line);
        if (answers.length > 0) yield warn(`"${line}" was answered with "${brief(answers[0])}": expected no answer`);
        if (brain.client.ended !== null) {
          yield warn(`after "${line}": ${brain.client.ended.message}`);
          return;
        }
      }
    },
  },
  {
    id: 'sizes',
    title: 'impossible board sizes are rejected',
    why: 'Piskvork shows the text of ERROR and gives up; a brain that answers OK would play off the board.',
    sentences: ['S2'],
    fix: 'Compare the number after START with the sizes that you support; answer ERROR otherwise.',
    async *run({ ready }) {
      const brain = await ready();
      for (const size of ['0', '-5', '1000000', 'abc']) {
        brain.client.send(`START ${size}`);
        const answers = await brain.answers();
        if (answers.some((text) => /^ok$/i.test(text))) yield warn(`START ${size} was answered with OK`);
        else if (answers.length === 0) yield warn(`START ${size} was not answered`);
      }
      if (brain.client.ended !== null) yield fail(brain.client.ended.message);
    },
  },
  {
    id: 'hostile-lines',
    title: 'a line of 100 KB and binary bytes are harmless',
    why: 'a broken pipe or a manager that speaks another protocol must not crash the brain.',
    sentences: ['L6'],
    fix: 'Bound your line buffer, drop what exceeds it, and do not repeat it in the answer.',
    async run({ ready, spec }) {
      const brain = await ready();
      brain.client.sendRaw(`${'A'.repeat(100_000)}\r\n`);
      brain.client.sendRaw(Buffer.from([0, 255, 254, 7, 27, 128, 13, 10]));
      await brain.settled();
      await brain.silence(100);
      const echo = brain.heard.find(({ text }) => text.length > MAX_LINE_OF_MANAGERS);
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
    id: 'lower-case',
    title: 'lower case and START 15 15, as Yixin-Board sends them',
    why: 'Yixin-Board writes commands in lower case, and two numbers after START.',
    sentences: ['L8', 'S1'],
    fix: 'Compare words without regard to case; accept two equal numbers after START.',
    async run({ probe, spec, patience }) {
      const brain = probe();
      try {
        const wait = patience.shortened(spec.startTimeoutMs);
        await brain.client.ask('start 15 15', wait, 'OK', (line) => (/^ok$/i.test(line) ? true : null));
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

/**
 * Sends invalid commands during a game, each of which should be answered, and then continues the game.
 */
async function* staysInGame(brain: Probe, lines: readonly string[]): AsyncGenerator<Finding> {
  await brain.ready();
  const first = (await brain.begin(300)).move;
  for (const line of lines) {
    await sleep(30);
    brain.client.send(line);
    const answers = await brain.answers();
    if (answers.some((text) => readMove(text) !== null)) yield fail(`"${line}" was answered with a move`);
    else if (!answers.some((text) => /^(ERROR|UNKNOWN)\b/i.test(text))) {
      const answer = answers.length === 0 ? 'not answered' : `answered with "${brief(answers[0])}"`;
      yield warn(`"${line}" was ${answer}: expected ERROR or UNKNOWN`);
    }
    if (brain.client.ended !== null) {
      yield fail(`after "${line}": ${brain.client.ended.message}`);
      return;
    }
  }
  const other = awayFrom(first);
  try {
    const { move } = await brain.turn(other, 300);
    yield* illegal(move, 15, [first, other]);
  } catch (error) {
    if (!(error instanceof BrainError)) throw error;
    const sent = lines.map((line) => `"${line}"`).join(', ');
    yield fail(`the game did not continue after ${sent}: ${error.message}`);
  }
}

function readMove(line: string): XY | null {
  const found = /^(-?\d+)\s*,\s*(-?\d+)$/.exec(line);
  return found === null ? null : { x: Number(found[1]), y: Number(found[2]) };
}
