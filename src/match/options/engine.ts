/** The keys of -engine and -each, checked and turned into engines. */

import { MatchError } from '../../core/errors.ts';
import { suggestion } from '../../core/near.ts';
import { optionFault } from '../client.ts';
import { nameFromCommand, resolveCommand } from '../command-line.ts';
import { type EngineSpec, parseDuration, parseTimeControl, type TimeControl } from '../engine-spec.ts';
import { ENGINE_KEYS } from './table.ts';
import { choice, duration, integer } from './values.ts';
import type { Pairs, RawOptions } from './written.ts';

/** @returns the engines of a match, no two of one name */
export function readEngines(raw: RawOptions): EngineSpec[] {
  if (raw.engines.length < 2)
    throw new MatchError(`${raw.engines.length} engines: expected two or more -engine cmd=...`);
  const each = raw.groups.get('each') ?? new Map<string, string>();
  const engines = raw.engines.map((own) => readEngine(new Map([...each, ...own])));
  const seen = new Map<string, number>();
  return engines.map((engine) => {
    const count = (seen.get(engine.name) ?? 0) + 1;
    seen.set(engine.name, count);
    return count === 1 ? engine : { ...engine, name: `${engine.name}-${count}` };
  });
}

/** Checks the keys of one engine. Exported for other commands that start an engine. */
export function readEngine(pairs: Pairs): EngineSpec {
  for (const key of pairs.keys()) {
    if (!key.startsWith('option.') && !(key in ENGINE_KEYS)) {
      const near = suggestion(key, Object.keys(ENGINE_KEYS));
      throw new MatchError(`engine key "${key}": expected ${Object.keys(ENGINE_KEYS).join(', ')} or option.X${near}`);
    }
  }
  const command = pairs.get('cmd');
  if (command === undefined) throw new MatchError('an engine without cmd=: expected the command that starts it');
  const where = `engine "${command}"`;
  const nodes = pairs.has('nodes') ? integer(pairs, 'nodes', 0, 1, 2 ** 53 - 1) : null;
  const depth = pairs.has('depth') ? integer(pairs, 'depth', 0, 1, 1000) : null;
  return {
    name: (pairs.get('name') ?? nameFromCommand(command)).replace(/[\r\n\t"]+/g, ' ').trim() || 'engine',
    command,
    ...resolveCommand(command, pairs.get('dir') ?? null),
    time: readTime(pairs, where, nodes !== null || depth !== null),
    nodes,
    depth,
    memoryBytes: readBytes(pairs.get('memory') ?? '350M', where),
    options: readInfoOptions(pairs, where),
    lineEnd: choice(pairs, 'eol', where, ['crlf', 'lf']) === 'lf' ? '\n' : '\r\n',
    startTimeoutMs: duration(pairs, 'starttimeout', where, 10_000),
    toleranceMs: duration(pairs, 'tolerance', where, 1000),
    delayMs: duration(pairs, 'delay', where, 25),
    restart: choice(pairs, 'restart', where, ['on', 'off']) === 'on',
    ...(pairs.has('pack') ? { pack: pairs.get('pack')! } : {}),
    ...(pairs.has('bench') ? { bench: integer(pairs, 'bench', 0, 1, 2 ** 53 - 1) } : {}),
  };
}

/** @returns what follows INFO, in the order it was written */
function readInfoOptions(pairs: Pairs, where: string): EngineSpec['options'] {
  const options = [...pairs]
    .filter(([key]) => key.startsWith('option.'))
    .map(([key, value]) => [key.slice('option.'.length), value] as const);
  for (const [key, value] of options) {
    const fault = optionFault(key, value);
    if (fault !== null) throw new MatchError(`${where} ${fault}`);
  }
  return options;
}

const DEFAULT_TIME: TimeControl = { matchMs: null, turnMs: 1000, incrementMs: 0 };
const NO_TIME_LIMIT: TimeControl = { matchMs: null, turnMs: null, incrementMs: 0 };

function readTime(pairs: Pairs, where: string, limitedOtherwise: boolean): TimeControl {
  const [tc, st] = [pairs.get('tc'), pairs.get('st')];
  if (tc !== undefined) {
    const time = parseTimeControl(tc);
    if (time === null)
      throw new MatchError(`${where} tc="${tc}": expected match/turn+increment such as 180/5, 0/50ms or 60+0.5`);
    return time;
  }
  if (st !== undefined) {
    const turnMs = parseDuration(st, 's');
    if (!turnMs) throw new MatchError(`${where} st="${st}": expected seconds for a move such as 0.5 or 50ms`);
    return { matchMs: null, turnMs, incrementMs: 0 };
  }
  return limitedOtherwise ? NO_TIME_LIMIT : DEFAULT_TIME;
}

function readBytes(text: string, where: string): number {
  const found = /^(\d+(?:\.\d+)?)\s*([kmg]?)(?:i?b)?$/i.exec(text);
  if (found === null) throw new MatchError(`${where} memory="${text}": expected bytes or a size such as 350M`);
  return Math.round(Number(found[1]) * ({ k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 }[found[2].toLowerCase()] ?? 1));
}
