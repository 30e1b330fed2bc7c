/** The threats of both sides on the board, while they are switched on. */
import { BLACK, WHITE } from '../../../core/color.ts';
import type { GameState } from '../../../play/state/game-state.ts';
import { type Threats, threatsOf } from '../../../play/state/threats.ts';

interface BothThreats {
  readonly black: Threats;
  readonly white: Threats;
}

export class ShownThreats {
  isOn = false;
  /** Null: switched off, not found yet, or the game is over. */
  both: BothThreats | null = null;
  /** Number of the newest search. */
  private newest = 0;

  constructor(private readonly onFound: () => void) {}

  toggle(game: GameState): void {
    this.isOn = !this.isOn;
    this.find(game);
  }

  /** Finds the threats in a position, one side per task of the page, so that neither blocks the page for long. */
  find({ position, variant, end }: GameState): void {
    this.both = null;
    const search = ++this.newest;
    if (!this.isOn || end !== null) return;
    const later = (step: () => void) => setTimeout(() => search === this.newest && step());
    later(() => {
      const black = threatsOf(position, variant.rule, BLACK);
      later(() => {
        this.both = { black, white: threatsOf(position, variant.rule, WHITE) };
        this.onFound();
      });
    });
  }
}
