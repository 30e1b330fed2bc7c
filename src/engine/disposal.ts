/** What `using` and `await using` do with an engine. */
import type { Engine } from './api.ts';

/** An engine without what every one gets here. */
export type PlainEngine = Omit<Engine, typeof Symbol.dispose | typeof Symbol.asyncDispose>;

/** The two symbols; browsers of before 2025 have neither, and no program there can ask for them. */
export type DisposalSymbols = Partial<Pick<SymbolConstructor, 'dispose' | 'asyncDispose'>>;

/** @returns the same engine, closed by whoever disposes of it */
export function disposable(engine: PlainEngine, symbols: DisposalSymbols = Symbol): Engine {
  const { dispose, asyncDispose } = symbols;
  // Without this check its name would be "undefined".
  if (dispose !== undefined) Object.defineProperty(engine, dispose, { value: () => void engine.close() });
  if (asyncDispose !== undefined) Object.defineProperty(engine, asyncDispose, { value: () => engine.close() });
  return engine as Engine;
}
