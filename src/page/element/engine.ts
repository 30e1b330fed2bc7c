/** The engine of <tengen-board>: a separate module, which only a board that plays or analyzes loads. */
import type { XY } from '../../core/point.ts';
import type { SearchInfo } from '../../engine/api.ts';
import { levelOf } from '../../play/opponent/levels.ts';
import { chooseMove } from '../../play/opponent/opponent.ts';
import type { GameState } from '../../play/state/game-state.ts';
import { PageEngine, type Purpose } from '../engine/page-engine.ts';
import { type EngineJob, EngineTasks } from '../engine/tasks.ts';
import { CandidateLines } from '../models/analyze/lines.ts';

export class BoardEngine {
  private readonly own: PageEngine;
  private readonly lines = new CandidateLines(null);
  private purpose: Purpose = 'play';
  private readonly tasks = new EngineTasks<Purpose>(
    () => this.own.for(this.purpose),
    () => {},
  );

  /** @param onFailure called with a technical message if the engine stops working */
  constructor(onFailure: (text: string) => void) {
    this.own = new PageEngine(null, { onFailure, onRestart() {} });
  }

  /** @returns the engine's move; null if another request has replaced this one */
  move(game: GameState, level: number, seed: number): Promise<XY | null> {
    return this.run('play', async (engine, isCurrent) => {
      const request = { game, level: levelOf(level), timeMs: null, seed };
      const { move } = await chooseMove(
        engine,
        request,
        () => {},
        () => !isCurrent(),
      );
      return move;
    });
  }

  /** Analyzes until the next request. @param onReport called with the best lines so far */
  async analyze(game: GameState, onReport: (lines: readonly SearchInfo[]) => void): Promise<void> {
    this.lines.clear();
    await this.run('analyze', (engine, isCurrent) =>
      this.lines.search(engine, game, isCurrent, () => onReport(this.lines.best)),
    );
  }

  stop(): void {
    this.tasks.drop();
  }

  close(): void {
    this.stop();
    this.own.close();
  }

  private run<T>(purpose: Purpose, job: EngineJob<T>): Promise<T | null> {
    this.stop();
    this.purpose = purpose;
    return this.tasks.run(purpose, purpose, job);
  }
}
