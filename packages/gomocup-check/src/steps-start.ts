/** Steps about start-up: the first answers, and commands that get no answer. */
import { NO_LIMIT_MS } from '../../../src/core/limits.ts';
import { brief, illegal, playSome } from './kit.ts';
import { fail, note, type Step, warn } from './step.ts';

export const START_STEPS: readonly Step[] = [
  {
    id: 'start-ok',
    title: 'START 15 is answered with OK',
    why: 'c-gomoku-cli waits 3 s, liskvork 5 s; the Gomocup judge counts start-up as part of the first move.',
    sentences: ['S1'],
    fix: 'Read START before loading anything slow, print OK and LF as soon as the board exists, and flush stdout after each line: most languages buffer what they write to a pipe.',
    async run({ probe, spec, knowledge }) {
      const brain = probe();
      await brain.client.start(15, spec.startTimeoutMs).catch((error) => {
        knowledge.runsWithoutOk = brain.client.ended === null;
        throw error;
      });
      const ms = Math.round(brain.client.ageMs);
      return ms > 3000 ? [warn(`start-up took ${ms} ms`)] : [note(`start-up ${ms} ms`)];
    },
  },
  {
    id: 'clean-ok',
    title: 'OK on one line that ends with LF, and nothing before it',
    why: 'Piskvork compares the whole line with OK; c-gomoku-cli takes a banner for an answer; liskvork cannot read "x,y" followed by a CR.',
    sentences: ['L3', 'L4', 'S1'],
    fix: 'Print exactly "OK\\n", with no banner and no empty line; on Windows set stdout to binary mode.',
    async *run({ probe, spec }) {
      const brain = probe();
      await brain.client.start(15, spec.startTimeoutMs);
      const before = brain.replies.slice(0, -1);
      const ok = brain.replies.at(-1) ?? '';
      if (!/^ok\s*$/i.test(ok))
        yield warn(`answered START with "${brief(ok)}": Piskvork, c-gomoku-cli and liskvork expect OK alone`);
      if (before.length > 0) yield fail(`printed "${brief(before[0])}" before OK`);
      if (/\n[ \t]*\r?\n/.test(brain.bytes)) yield warn('printed an empty line');
      if (brain.bytes.includes('\r')) yield warn('ends its lines with CR LF');
    },
  },
  {
    id: 'about',
    title: 'ABOUT is answered with name="...", before and after START',
    why: 'liskvork rejects a brain without it; c-gomoku-cli and qpiskvork read the name from it.',
    sentences: ['A1'],
    fix: 'Answer ABOUT in any state with name="...", version="...", author="...", country="...".',
    async run({ probe, spec, knowledge }) {
      const brain = probe();
      const early = await brain.client.about(2000).catch(() => null);
      await brain.client.start(15, spec.startTimeoutMs);
      const about = await brain.client.about(2000).catch(() => early);
      knowledge.about = about;
      if (about === null) return [fail('no answer')];
      const findings = [
        about.name === undefined
          ? warn('no name="..." in the answer')
          : note(`${about.name} ${about.version ?? ''}`.trim()),
      ];
      return early === null ? [...findings, warn('no answer before START')] : findings;
    },
  },
  {
    id: 'info-silent',
    title: 'INFO is never answered, whatever it says',
    why: 'no manager expects one: it takes the line for the answer to the next command, which loses the game in Piskvork.',
    sentences: ['I1', 'I7'],
    fix: 'Store the keys that you know, ignore all others, and print nothing for any INFO line.',
    async run({ probe, spec }) {
      const brain = probe();
      await brain.client.start(15, spec.startTimeoutMs);
      for (const info of INFO_LINES) brain.client.send(`INFO ${info}`);
      await brain.settled();
      await brain.silence(100);
      // Nothing may follow OK, except a late answer to ABOUT, which only its text identifies.
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
    id: 'stderr',
    title: 'nothing on stderr',
    why: 'Piskvork uses one pipe for stdout and stderr, and reads the line as a reply.',
    sentences: ['L7'],
    fix: 'Send log lines to a file or as MESSAGE and DEBUG lines on stdout.',
    async run({ ready }) {
      const brain = await ready();
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
