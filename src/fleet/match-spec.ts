/** All that a worker has to know of a match, as a file of JSON that is named by its hash. */
import { MatchError } from '../core/errors.ts';
import { ruleFromCode } from '../core/rule.ts';
import { type EnginePack, isPathInside, type PackedFile } from '../match/engine-pack.ts';
import type { EngineSpec } from '../match/engine-spec.ts';
import type { MatchConfig, ScheduledConfig } from '../match/match.ts';

/** An engine without the place it lies in. */
export interface SentEngine {
  readonly spec: Omit<EngineSpec, 'argv' | 'cwd' | 'command' | 'pack'>;
  readonly pack: EnginePack;
}

export interface MatchSpec {
  readonly engines: readonly SentEngine[];
  /** As in MatchConfig, with the code of the rule in its place. */
  readonly settings: Omit<MatchConfig['settings'], 'rule'> & { readonly rule: number };
  readonly openings: MatchConfig['openings'];
  readonly openingOrder: MatchConfig['openingOrder'];
  readonly gamesPerPairing: number;
  readonly gauntlet: boolean;
  readonly scaleTo: number | null;
}

/** @param packs of the engines, in their order */
export function specOf(config: MatchConfig, packs: readonly EnginePack[]): MatchSpec {
  const { engines, settings, openings, openingOrder, gamesPerPairing, gauntlet } = config;
  return {
    engines: engines.map((engine, i) => {
      const { argv: _argv, cwd: _cwd, command: _command, pack: _pack, ...spec } = engine;
      return { spec, pack: packs[i] };
    }),
    settings: { ...settings, rule: settings.rule.code },
    openings,
    openingOrder,
    gamesPerPairing,
    gauntlet,
    scaleTo: config.scaleTo ?? null,
  };
}

/** @returns what the schedule of a match follows from, engines without a command line @throws MatchError */
export function scheduledConfigOf(spec: MatchSpec): ScheduledConfig {
  const rule = ruleFromCode(spec.settings.rule);
  if (rule === null) throw new MatchError(`rule ${spec.settings.rule} of a match: expected one this tengen knows`);
  const engines = spec.engines.map((engine) => ({ ...engine.spec, command: '', argv: [], cwd: '' }));
  return { ...spec, engines, settings: { ...spec.settings, rule } };
}

/** Reads what a coordinator has sent; nothing in it is trusted. @throws MatchError that says what is wrong with it */
export function parseMatchSpec(text: string): MatchSpec {
  let spec: MatchSpec;
  try {
    spec = JSON.parse(text);
  } catch {
    throw new MatchError('what the coordinator says of its match is no JSON');
  }
  if (!Array.isArray(spec?.engines) || spec.engines.length < 2) throw wrong('engines', 'two or more');
  if (typeof spec.settings !== 'object' || spec.settings === null) throw wrong('settings', 'an object');
  if (!Array.isArray(spec.openings)) throw wrong('openings', 'a list');
  if (!Number.isInteger(spec.gamesPerPairing)) throw wrong('gamesPerPairing', 'a number');
  for (const { spec: engine, pack } of spec.engines) {
    if (typeof engine?.name !== 'string' || typeof engine.time !== 'object') throw wrong('engine', 'a name and a time');
    if (
      !Array.isArray(pack?.argv) ||
      !pack.argv.every((word: unknown) => typeof word === 'string') ||
      pack.argv.length === 0
    )
      throw wrong(`engine ${engine.name}`, 'a command line');
    if (typeof pack.cwd !== 'string' || (pack.cwd !== '' && !isPathInside(pack.cwd)))
      throw wrong(`engine ${engine.name}`, 'a folder within its pack');
    if (!Array.isArray(pack.files) || !pack.files.every(isPackedFile))
      throw wrong(`engine ${engine.name}`, 'files with a path within the pack and a SHA-256');
  }
  return spec;
}

function isPackedFile(file: PackedFile): boolean {
  return typeof file?.path === 'string' && isPathInside(file.path) && /^[0-9a-f]{64}$/.test(file.sha256);
}

function wrong(what: string, expected: string): MatchError {
  return new MatchError(`what the coordinator says of its match: ${what}: expected ${expected}`);
}
