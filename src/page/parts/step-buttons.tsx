/** Buttons to the other positions of a line. */
import { say } from '../lang/languages.ts';
import { Button } from './controls.tsx';

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
      <Button text="«" aria-label={say('toStart')} onClick={() => position.goTo(0)} />
      <Button text="‹" aria-label={say('back')} onClick={() => position.step(-1)} />
      <Button text="›" aria-label={say('forward')} onClick={() => position.step(1)} />
      <Button text="»" aria-label={say('toEnd')} onClick={() => position.goTo(Number.POSITIVE_INFINITY)} />
    </div>
  );
}
