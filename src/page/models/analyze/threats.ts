/** The threats of both sides on the board, while they are switched on. */
import { BLACK, WHITE } from '../../../core/color.ts';
import type { GameState } from '../../../play/state/game-state.ts';
import { type Threats, threatsOf } from '../../../play/state/threats.ts';

interface BothThreats {
  readonly black: Threats;
  readonly white: Threats;
}

export class ShownThreats {
  private switchedOn = false;
  private found: BothThreats | null = null;
  /** Number of the newest search. */
  private newest = 0;

  constructor(private readonly onFound: () => void) {}

  get isOn(): boolean {
    return this.switchedOn;
  }

  /** Null: switched off, not found yet, or the game is over. */
  get both(): BothThreats | null {
    return this.found;
  }

  toggle(game: GameState): void {
    this.switchedOn = !this.switchedOn;
    this.find(game);
  }

  /** Finds the threats in a position, one side per task of the page, so that neither blocks the page for long. */
  find({ position, variant, end }: GameState): void {
    this.found = null;
    const search = ++this.newest;
    if (!this.switchedOn || end !== null) return;
    const later = (step: () => void) => setTimeout(() => search === this.newest && step());
    later(() => {
      const black = threatsOf(position, variant.rule, BLACK);
      later(() => {
        this.found = { black, white: threatsOf(position, variant.rule, WHITE) };
        this.onFound();
      });
    });
  }
}
