import { expect, test } from 'vitest';
import {
  applySetting,
  defaultSettings,
  type ManagerSettings,
  ruleInForce,
  type SettingEffect,
} from '../../../src/protocol/settings.ts';

function after(...infos: string[]): { settings: ManagerSettings; effects: SettingEffect[] } {
  const settings = defaultSettings();
  return { settings, effects: infos.map((info) => applySetting(settings, info)) };
}

test('defaults: thirty seconds per move and no match limit', () => {
  expect(defaultSettings()).toMatchObject({ turnMs: 30_000, matchMs: 0, timeLeftMs: null, maxMemory: 0, ruleCode: 0 });
});

test('keys in any case', () => {
  expect(after('TIMEOUT_TURN 5000', 'Timeout_Match  120000', '\ttime_left -30'.trim())).toEqual({
    settings: { ...defaultSettings(), turnMs: 5000, matchMs: 120_000, timeLeftMs: -30 },
    effects: ['time', 'time', 'time'],
  });
});

test('invalid values leave the old ones in place', () => {
  const infos = [
    'timeout_turn -1',
    'timeout_turn',
    'timeout_turn x',
    'timeout_turn 5 5',
    'timeout_turn 1e3',
    'timeout_turn 99999999999999999999',
    'max_memory -7',
    'rule 12',
    'rule 32',
    'rule -1',
    'win_length 2',
    'win_length 7',
    'show_detail 4',
    'hash_size -1',
    'folder C:\\my data\\',
    'evaluate 3,4',
    'nonsense 5',
    '',
  ];
  expect(after(...infos)).toEqual({ settings: defaultSettings(), effects: infos.map(() => 'none') });
});

test('limits of -1 and 0 mean no limit', () => {
  expect(after('max_depth 7', 'max_node 500').settings).toMatchObject({ maxDepth: 7, maxNodes: 500 });
  expect(after('max_depth 7', 'max_node 500', 'max_depth -1', 'max_node 0').settings).toMatchObject({
    maxDepth: 0,
    maxNodes: 0,
  });
});

test('the table size is given in kilobytes', () => {
  expect(after('hash_size 16384').settings.hashBytes).toBe(16 << 20);
});

test("rule 2 is the continuous game, and renju for Yixin's clients", () => {
  const { settings } = after('rule 2');
  expect(ruleInForce(settings, false)).toMatchObject({ code: 2, renju: false });
  expect(ruleInForce(settings, true)).toMatchObject({ code: 4, renju: true });
  expect(ruleInForce(after('rule 4').settings, true).code).toBe(4);
});

test('another winning length applies to freestyle only', () => {
  expect(ruleInForce(after('win_length 4').settings, false).winLength).toBe(4);
  expect(ruleInForce(after('win_length 4', 'rule 1').settings, false)).toMatchObject({ code: 1, winLength: 5 });
  expect(ruleInForce(after('win_length 4', 'rule 2').settings, true)).toMatchObject({ code: 4, winLength: 5 });
});
