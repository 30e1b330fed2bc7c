/** Engines for concurrent searches: one is created when none is free, and reused by later searches. */
import type { Engine, EngineOptions } from '../../engine/api.ts';
import { createEngine } from './engine.ts';

export class EnginePool {
  private readonly all = new Set<Engine>();
  private readonly free: Engine[] = [];

  constructor(private readonly options: EngineOptions) {}

  /**
   * Lends an engine to a task.
   * @param signal cancels its think
   * @throws the signal's reason if it is aborted; what the task throws
   */
  async use<T>(signal: AbortSignal, task: (engine: Engine) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const engine = this.free.pop() ?? this.made();
    const cancel = (): void => engine.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await task(engine);
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', cancel);
      this.free.push(engine);
    }
  }

  private made(): Engine {
    const engine = createEngine(this.options);
    this.all.add(engine);
    return engine;
  }

  async close(): Promise<void> {
    await Promise.all([...this.all].map((engine) => engine.close()));
  }
}
