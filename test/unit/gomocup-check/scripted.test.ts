/** The scripted brain that checks managers, and the report of what a manager did. */
import { describe, expect, test } from 'vitest';
import {
  BEHAVIOR_NAMES,
  type Behavior,
  type RecordedEvent,
  ScriptedBrain,
} from '../../../packages/gomocup-check/src/scripted/brain.ts';
import { managerLines } from '../../../packages/gomocup-check/src/scripted/summary.ts';
import { ruleFromCode } from '../../../src/core/rule.ts';
import { emptyPosition, judgeMove } from '../../../src/rules/index.ts';

/** A brain on a clock that moves only when a timer fires. */
function started(behavior: Behavior, at = 1) {
  const events: RecordedEvent[] = [];
  const written: number[] = [];
  const exits: number[] = [];
  let nowMs = 0;
  const timers: { atMs: number; action: () => void }[] = [];
  const brain = new ScriptedBrain(behavior, 3000, at, {
    nowMs: () => nowMs,
    write: (bytes) => written.push(...bytes),
    record: (event) => events.push(event),
    after: (ms, action) => timers.push({ atMs: nowMs + ms, action }),
    exit: (code) => exits.push(code),
  });
  const wait = () => {
    for (const { atMs, action } of timers.splice(0)) {
      nowMs = atMs;
      action();
    }
  };
  const lines = () => Buffer.from(written).toString('latin1').split('\n').slice(0, -1);
  return { brain, events, exits, wait, lines, bytes: written };
}

const OPENED = 'START 15\r\nINFO timeout_turn 1000\r\n';

test('two sound brains draw on a full board', () => {
  const sides = [started('sound'), started('sound')];
  for (const { brain, wait } of sides) {
    brain.receive(OPENED);
    wait();
  }
  const position = emptyPosition(15, 15);
  const rule = ruleFromCode(0)!;
  let last = '';
  for (let ply = 0; ply < 225; ply++) {
    const { brain, lines } = sides[ply % 2];
    brain.receive(ply === 0 ? 'BEGIN\n' : `TURN ${last}\n`);
    last = lines().at(-1)!;
    const [x, y] = last.split(',').map(Number);
    const color = ply % 2 === 0 ? 1 : 2;
    expect(position.cells[y * 15 + x]).toBe(0);
    expect(judgeMove(position, rule, x, y, color).outcome).toBe('none');
    position.cells[y * 15 + x] = color;
  }
});

describe('faults', () => {
  test.each<[Behavior, string[]]>([
    ['sound', ['OK', '0,0']],
    ['lower-ok', ['ok', '0,0']],
    ['refuses', ['ERROR unsupported board size', '0,0']],
    ['twice', ['OK', '0,0', '0,0']],
    ['silent', ['OK']],
    ['bare', ['OK', 'MESSAGE', '0,0']],
    ['error', ['OK', 'ERROR a text', '0,0']],
    ['suggest', ['OK', 'SUGGEST 0,0']],
    ['blanks', ['OK', ' 0 , 0 ']],
    ['off-board', ['OK', '15,0']],
    ['banner', ['gomocup-check brain', 'OK', '0,0']],
    ['crlf', ['OK\r', '0,0\r']],
  ])('%s', (behavior, expected) => {
    const { brain, wait, lines } = started(behavior);
    brain.receive(OPENED);
    wait();
    brain.receive('BEGIN\r\n');
    expect(lines()).toEqual(expected);
  });

  test('the move of the late one comes after its limit, and the dying one exits', () => {
    const late = started('late');
    late.brain.receive(OPENED);
    late.wait();
    late.brain.receive('BEGIN\n');
    expect(late.lines()).toEqual(['OK']);
    late.wait();
    expect(late.events.at(-1)).toMatchObject({ kind: 'sent', text: '0,0', atMs: 300 + 1000 + 3000 });
    const dying = started('dies');
    dying.brain.receive(`${OPENED}BEGIN\n`);
    expect(dying.exits).toEqual([3]);
  });

  test('the suggesting one plays what the manager chooses', () => {
    const { brain, lines, wait } = started('suggest');
    brain.receive(OPENED);
    wait();
    brain.receive('BEGIN\nPLAY 0,1\nTURN 0,0\n');
    expect(lines()).toEqual(['OK', 'SUGGEST 0,0', '0,1', '1,0']);
  });

  test('names in UTF-8 and in code page 1252', () => {
    const bytesOf = (behavior: Behavior) => {
      const { brain, bytes } = started(behavior);
      brain.receive('ABOUT\n');
      return Buffer.from(bytes);
    };
    expect(bytesOf('utf8').toString('utf8')).toContain('name="Piškvorky é"');
    expect(bytesOf('cp1252').toString('latin1')).toContain('name="Pi\x9akvorky \xe9"');
  });

  test('every behavior answers START or has a reason not to', () => {
    for (const behavior of BEHAVIOR_NAMES) {
      const { brain, wait, lines } = started(behavior);
      brain.receive(OPENED);
      wait();
      expect(lines().length > 0, behavior).toBe(behavior !== 'no-ok');
    }
  });
});

describe('the report', () => {
  test('of a manager that waits for OK', () => {
    const { brain, events, wait, exits } = started('sound');
    brain.receive('ABOUT\nSTART 15\n');
    wait();
    brain.receive('INFO time_left 1\nBEGIN\nEND\n');
    expect(exits).toEqual([0]);
    expect(managerLines(events)).toEqual([
      'line ends: LF 5',
      'first lines: ABOUT | START 15 | INFO time_left 1 | BEGIN | END',
      'waits for OK, which came 300 ms after START; INFO time_left 1 followed after 0 ms',
      'requests: ABOUT 1, START 1, INFO 1, BEGIN 1, END 1',
      'INFO time_left: 1 times for 1 moves',
      'last answer "0,0"; then END after 0 ms, exit 0 after 0 ms',
    ]);
  });

  test('of one that does not, mixes line ends and kills', () => {
    const { brain, events, wait } = started('silent');
    brain.receive('START 15\r\nBOARD\n7,7,2\nDONE\r');
    brain.receive('\nX\r');
    brain.receive('Y\n');
    wait();
    const lines = managerLines(events);
    expect(lines[0]).toBe('line ends: CR LF 2, LF 3, CR 1');
    expect(lines[2]).toBe('does not wait for OK: 5 lines came before it');
    expect(lines[5]).toMatch(/^last answer "OK"; then nothing; killed, or still running$/);
  });
});
