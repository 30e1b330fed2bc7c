/** Buttons to the other positions of a line. */
import { say } from '../lang/languages.ts';

/** A place in a line of moves that can be changed; both methods stop at the ends of the line. */
export interface LinePosition {
  /** @param index number of moves from the start */
  goTo(index: number): void;
  /** @param by number of moves; negative: back */
  step(by: number): void;
}

export function StepButtons({ position }: { readonly position: LinePosition }) {
  return (
    <div class="steps">
      <button type="button" aria-label={say('toStart')} onClick={() => position.goTo(0)}>
        «
      </button>
      <button type="button" aria-label={say('back')} onClick={() => position.step(-1)}>
        ‹
      </button>
      <button type="button" aria-label={say('forward')} onClick={() => position.step(1)}>
        ›
      </button>
      <button type="button" aria-label={say('toEnd')} onClick={() => position.goTo(Number.POSITIVE_INFINITY)}>
        »
      </button>
    </div>
  );
}
