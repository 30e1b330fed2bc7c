/**
 * Whose protocol a manager speaks, as far as its own words have shown: Gomocup's, Rapfi's, or that of Yixin's front
 * ends.
 */
import { letterOf, nameOf } from '../core/point.ts';
import { posName } from '../notation/pos.ts';
import type { Position } from '../rules/position.ts';
import type { Naming } from './report.ts';
import type { ManagerSettings } from './settings.ts';

/** What Yixin-Board sends as the limits of a turn and of a match when it means none: think until told to stop. */
export const YIXIN_ENDLESS = { turnMs: 2_000_000, matchMs: 100_000_000 } as const;

export class Dialect {
  private hasYixinWords = false;
  /** The manager writes as the clients of Rapfi do, which read its MESSAGE lines. */
  private hasRapfiWords = false;
  private isBoard = false;

  /** A command of Yixin's front ends came: then rule 2 means renju. */
  get isYixin(): boolean {
    return this.hasYixinWords;
  }

  /** YXSHOWINFO came: Yixin-Board, or a front end that follows it. */
  get isYixinBoard(): boolean {
    return this.isBoard;
  }

  /** @param name of a command that begins with YX */
  noteYixin(name: string): void {
    // Match runners send YXSTOP to any engine.
    if (name !== 'YXSTOP') this.hasRapfiWords = true;
    this.hasYixinWords = true;
  }

  noteYixinBoard(): void {
    this.isBoard = true;
  }

  /** @param text behind INFO */
  noteInfo(text: string): void {
    // Managers of the tournaments write keys in small letters.
    if (/^[A-Z]+_?[A-Z]*[ \t]/.test(text)) this.hasRapfiWords = true;
  }

  /** @returns true if the limits mean none */
  isEndless({ turnMs, matchMs }: Pick<ManagerSettings, 'turnMs' | 'matchMs'>): boolean {
    return this.isYixin && turnMs === YIXIN_ENDLESS.turnMs && matchMs === YIXIN_ENDLESS.matchMs;
  }

  /** @returns whether MESSAGE lines have the form of Rapfi's */
  isRapfiForm({ messageForm }: Pick<ManagerSettings, 'messageForm'>): boolean {
    return messageForm === null ? this.hasRapfiWords && !this.isBoard : messageForm === 1;
  }

  /** @returns how points are called in MESSAGE lines */
  naming({ width, height }: Position, settings: Pick<ManagerSettings, 'messageForm'>): Naming {
    // Yixin-Board sends the row first and the column second. Its rows are numbered from the bottom all the same.
    if (this.isBoard) return ({ x, y }) => letterOf(y) + (width - x);
    // Rapfi counts rows from the top.
    return this.isRapfiForm(settings) ? posName : (point) => nameOf(point, height);
  }
}
