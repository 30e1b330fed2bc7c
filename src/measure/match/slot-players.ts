import type { PlayerSource } from './engine-game.ts';
import type { EngineKnowledge } from './engine-player.ts';
import type { EngineSpec } from './engine-spec.ts';
import { Player } from './player.ts';

/** The engines of one of several simultaneous games: new for each game, or reused if the engine allows it. */
export class SlotPlayers implements PlayerSource {
  private readonly knownEngines: ReadonlyMap<string, EngineKnowledge>;
  private readonly kept = new Map<string, Player>();
  /** Of engines that had ended between two games. */
  private readonly endings: Promise<unknown>[] = [];

  constructor(knowledge: ReadonlyMap<string, EngineKnowledge>) {
    this.knownEngines = knowledge;
  }

  knowledge(spec: EngineSpec): EngineKnowledge {
    return this.knownEngines.get(spec.name)!;
  }

  take(spec: EngineSpec, options: { readonly strict: boolean; readonly suspend: boolean }): Player {
    const kept = this.kept.get(spec.name);
    this.kept.delete(spec.name);
    if (kept?.client.ended === null) return kept;
    // An engine that has ended between two games may have started processes.
    if (kept !== undefined) this.endings.push(kept.end());
    return Player.launch(spec, options);
  }

  async giveBack(player: Player, usable: boolean): Promise<void> {
    if (usable && !player.spec.restart && player.client.ended === null) this.kept.set(player.spec.name, player);
    else await player.end();
  }

  async close(): Promise<void> {
    await Promise.all([...this.endings, ...[...this.kept.values()].map((player) => player.end())]);
    this.kept.clear();
  }
}
