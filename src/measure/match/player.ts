/** How a match starts its engines. */
import { NO_FILES_VARIABLE } from '../../core/environment.ts';
import { EngineClient } from './client.ts';
import { EnginePlayer } from './engine-player.ts';
import type { EngineSpec } from './engine-spec.ts';

/** Options of tengen that name a file. */
const FILE_OPTIONS = ['book'];

/**
 * Disables files for tengen unless one of its options names a file. The variable works for every build of tengen, under
 * any name, and other engines ignore it.
 * @returns additions to the environment of an engine
 */
function environmentOf({ options }: EngineSpec): Readonly<Record<string, string>> {
  const needsFiles = options.some(([key]) => FILE_OPTIONS.includes(key.toLowerCase()));
  return needsFiles ? {} : { [NO_FILES_VARIABLE]: '1' };
}

/** An engine that plays one game at a time, and can be started for it. */
export class Player extends EnginePlayer {
  /** Starts the engine's process. */
  static launch(spec: EngineSpec, options: { readonly strict: boolean; readonly suspend: boolean }): Player {
    const { argv, cwd, lineEnd } = spec;
    const env = environmentOf(spec);
    return new Player(spec, new EngineClient({ argv, cwd, lineEnd, env, strict: options.strict }), options.suspend);
  }
}
