/** Support of `using` and `await using` for engines. */
import type { Engine } from './api.ts';

/** An engine without its disposal methods. */
export type PlainEngine = Omit<Engine, typeof Symbol.dispose | typeof Symbol.asyncDispose>;

/** The two symbols. Browsers from before 2025 lack them, so no program there can use them. */
export type DisposalSymbols = Partial<Pick<SymbolConstructor, 'dispose' | 'asyncDispose'>>;

/** @returns the same engine, with methods that close it on disposal */
export function disposable(engine: PlainEngine, symbols: DisposalSymbols = Symbol): Engine {
  const { dispose, asyncDispose } = symbols;
  // Without this check the method would be named "undefined".
  if (dispose !== undefined) Object.defineProperty(engine, dispose, { value: () => void engine.close() });
  if (asyncDispose !== undefined) Object.defineProperty(engine, asyncDispose, { value: () => engine.close() });
  return engine as Engine;
}
