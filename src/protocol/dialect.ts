/**
 * The protocol variant that a manager speaks, inferred from its commands: Gomocup's, Rapfi's, or that of Yixin's front
 * ends.
 */
import { letterOf, nameOf } from '../core/point.ts';
import { posName } from '../records/notation/pos.ts';
import type { Position } from '../rules/position.ts';
import type { Naming } from './report.ts';
import type { ManagerSettings } from './settings.ts';

/** Time limits that Yixin-Board sends for unlimited thinking, until STOP. */
export const YIXIN_ENDLESS = { turnMs: 2_000_000, matchMs: 100_000_000 } as const;

export class Dialect {
  /** Whether a command of Yixin's front ends was received: then rule 2 means renju. */
  isYixin = false;
  /** The manager writes like Rapfi's clients, which parse Rapfi's MESSAGE lines. */
  private hasRapfiWords = false;
  /** Whether YXSHOWINFO was received: from Yixin-Board, or a front end modeled on it. */
  isYixinBoard = false;

  /** @param name of a command that begins with YX */
  noteYixin(name: string): void {
    // Match runners send YXSTOP to any engine.
    if (name !== 'YXSTOP') this.hasRapfiWords = true;
    this.isYixin = true;
  }

  /** @param text what follows INFO */
  noteInfo(text: string): void {
    // Tournament managers write keys in lower case.
    if (/^[A-Z]+_?[A-Z]*[ \t]/.test(text)) this.hasRapfiWords = true;
  }

  /** @returns whether the limits mean unlimited time */
  isEndless({ turnMs, matchMs }: Pick<ManagerSettings, 'turnMs' | 'matchMs'>): boolean {
    return this.isYixin && turnMs === YIXIN_ENDLESS.turnMs && matchMs === YIXIN_ENDLESS.matchMs;
  }

  isRapfiForm({ messageForm }: Pick<ManagerSettings, 'messageForm'>): boolean {
    return messageForm === null ? this.hasRapfiWords && !this.isYixinBoard : messageForm === 1;
  }

  /** @returns the notation of points in MESSAGE lines */
  naming({ width, height }: Position, settings: Pick<ManagerSettings, 'messageForm'>): Naming {
    // Yixin-Board sends the row first and the column second, but still numbers its rows from the bottom.
    if (this.isYixinBoard) return ({ x, y }) => letterOf(y) + (width - x);
    // Rapfi counts rows from the top.
    return this.isRapfiForm(settings) ? posName : (point) => nameOf(point, height);
  }
}
