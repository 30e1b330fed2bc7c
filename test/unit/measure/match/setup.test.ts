/** A match of which only the engines are given. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UserError } from '../../../../src/core/errors.ts';
import { matchConfig, readMatchOptions, runMatch } from '../../../../src/measure/match/index.ts';
import { temporaryFolder } from '../../../folder.ts';
import { scripted } from './scripted.ts';

test('what is missing is as in tengen match', () => {
  const args = ['-engine', 'cmd=node', '-engine', 'cmd=node', 'nodes=500'];
  const { config } = readMatchOptions(args);
  expect(matchConfig({ engines: ['node', { command: 'node', nodes: 500 }] })).toEqual(config);
  expect(matchConfig(config)).toEqual(config);
  const renju = readMatchOptions([...args, '-rule', 'renju', '-sprt', 'elo1=9']).config;
  const { settings, sprt, engines } = renju;
  expect(matchConfig({ engines, sprt, settings: { rule: settings.rule } })).toEqual(renju);
});

test('it needs two engines, which are there', () => {
  expect(() => matchConfig({ engines: ['node'] })).toThrow('1 engines: expected two or more');
  expect(() => matchConfig({ engines: ['node', ''] })).toThrow(UserError);
});

test('it runs without events and without a signal', async () => {
  const folder = temporaryFolder();
  const engines = [scripted('sound', { name: 'one' }), scripted('sound', { name: 'two' })];
  const { end, standings } = await runMatch({ engines, out: join(folder, 'games.jsonl') });
  expect([end, standings.games]).toEqual(['done', 2]);
});
