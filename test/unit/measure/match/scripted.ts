/** Engines and games for the tests: scripted brains in place of real ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ruleFromCode } from '../../../../src/core/rule.ts';
import type { MatchGameSettings } from '../../../../src/measure/match/engine-game.ts';
import type { EngineSpec } from '../../../../src/measure/match/engine-spec.ts';

export const BRAIN = fileURLToPath(new URL('./brains/brain.mjs', import.meta.url));

/** An engine that runs the scripted brain with a given behavior. */
export function scripted(behavior: string, changes: Partial<EngineSpec> = {}): EngineSpec {
  const argv = [process.execPath, BRAIN, ...behavior.split(' ')];
  return {
    name: behavior,
    command: argv.join(' '),
    argv,
    cwd: process.cwd(),
    time: { matchMs: null, turnMs: 5000, incrementMs: 0 },
    nodes: null,
    depth: null,
    memoryBytes: 0,
    options: [],
    lineEnd: '\r\n',
    startTimeoutMs: 15_000,
    toleranceMs: 1000,
    delayMs: 0,
    restart: true,
    ...changes,
  };
}

export const FREESTYLE_15: MatchGameSettings = {
  size: 15,
  rule: ruleFromCode(0)!,
  maxPlies: null,
  drawEmpty: 0,
  draw: null,
  resign: null,
  swap2: false,
  sendByBoard: false,
  suspend: false,
  strict: false,
};

/** Linux: remaining processes of this test process's engines; elsewhere none can be found. */
export function leftovers(): string[] {
  const mark = `GOMOCUP_MATCH_CHILD=${process.pid}-`;
  return listOrNone('/proc').filter((pid) => /^\d+$/.test(pid) && read(`/proc/${pid}/environ`).includes(mark));
}

function listOrNone(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
