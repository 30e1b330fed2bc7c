/** The keys of -engine and -each, checked and turned into engines. */
import { UserError } from '../../../core/errors.ts';
import { shownText, type Values } from '../../../core/values.ts';
import { optionFault } from '../client.ts';
import { nameFromCommand, resolveCommand } from '../command-line.ts';
import type { EngineSpec, TimeControl } from '../engine-spec.ts';
import { ENGINE_KEYS } from './table.ts';
import { type Pairs, type RawOptions, readPairs } from './written.ts';

/** @returns the engines of a match, with distinct names */
export function readEngines(raw: RawOptions): EngineSpec[] {
  if (raw.engines.length < 2)
    throw new UserError(`${raw.engines.length} engines: expected two or more -engine cmd=...`);
  const each = raw.groups.get('each') ?? new Map<string, string>();
  return withDistinctNames(raw.engines.map((own) => readEngine(new Map([...each, ...own]))));
}

/** @returns the engines; the second one of a name gets the number 2 */
export function withDistinctNames(engines: readonly EngineSpec[]): EngineSpec[] {
  const seen = new Map<string, number>();
  return engines.map((engine) => {
    const count = (seen.get(engine.name) ?? 0) + 1;
    seen.set(engine.name, count);
    return count === 1 ? engine : { ...engine, name: `${engine.name}-${count}` };
  });
}

/** Checks the keys of one engine. Exported for other commands that start an engine. */
export function readEngine(pairs: Pairs): EngineSpec {
  const command = pairs.get('cmd');
  const keys = new Map([...pairs].filter(([key]) => !key.startsWith('option.')));
  const where = `engine ${shownText(command ?? '')}`;
  const values = readPairs(ENGINE_KEYS, keys, where);
  if (command === undefined) throw new UserError('engine: cmd= is missing (the command that starts it)');
  const { name, dir, nodes, depth, pack, bench, restart } = values;
  return {
    name: (name ?? nameFromCommand(command)).replace(/[\r\n\t"]+/g, ' ').trim() || 'engine',
    command,
    ...resolveCommand(command, dir),
    time: timeOf(values),
    nodes,
    depth,
    memoryBytes: values.memory,
    options: readInfoOptions(pairs, where),
    lineEnd: values.eol === 'lf' ? '\n' : '\r\n',
    startTimeoutMs: values.starttimeout,
    toleranceMs: values.tolerance,
    delayMs: values.delay,
    restart,
    ...(pack === null ? {} : { pack }),
    ...(bench === null ? {} : { bench }),
  };
}

/** @returns keys and values for INFO, in the order given */
function readInfoOptions(pairs: Pairs, where: string): EngineSpec['options'] {
  const options = [...pairs]
    .filter(([key]) => key.startsWith('option.'))
    .map(([key, value]) => [key.slice('option.'.length), value] as const);
  for (const [key, value] of options) {
    const fault = optionFault(key, value);
    if (fault !== null) throw new UserError(`${where} ${fault}`);
  }
  return options;
}

const DEFAULT_TURN_MS = 1000;

function timeOf({ tc, st, nodes, depth }: Values<typeof ENGINE_KEYS>): TimeControl {
  const usualMs = nodes === null && depth === null ? DEFAULT_TURN_MS : null;
  return tc ?? { matchMs: null, turnMs: st ?? usualMs, incrementMs: 0 };
}
