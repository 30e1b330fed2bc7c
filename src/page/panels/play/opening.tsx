/** The part of the panel for an opening rule: the last answer, and buttons for the next one. */
import type { ComponentChildren } from 'preact';
import { BLACK, opponentOf } from '../../../core/color.ts';
import type { OpeningStep } from '../../../play/opening/rules.ts';
import type { OpeningAnswer } from '../../../play/opening/state.ts';
import { say } from '../../lang/languages.ts';
import type { PlayModel } from '../../models/play/model.ts';
import { Button } from '../../parts/controls.tsx';
import { colorText } from '../../parts/figures.ts';
import { answerText, openingName, wayText } from './words.ts';

/** The way to continue whose next answer is a swap or none: the panel offers both at once. */
const COLORS_NOW = 'keep or swap';

export function OpeningPanel({ play }: { readonly play: PlayModel }) {
  const { opening, step, lastAnswer, settings } = play;
  const { answerHint } = play.remarks;
  const told = lastAnswer === null ? '' : answerText(lastAnswer, play);
  if (opening === null && told === '') return null;
  const hint = answerHint === null ? '' : answerText(answerHint, play);
  return (
    <section class="opening" aria-label={say('openingIs', { opening: openingName(settings.opening ?? '') })}>
      {told !== '' && <p class="told">{told}</p>}
      {hint !== '' && <p class="advice">{say('hintOpening', { what: hint })}</p>}
      {step !== null && play.isYourTurn && <Answers play={play} step={step} />}
    </section>
  );
}

function Answers({ play, step }: { readonly play: PlayModel; readonly step: OpeningStep }) {
  const button = (key: string | number, text: ComponentChildren, ...answers: readonly OpeningAnswer[]) => (
    <Button text={text} key={key} onClick={() => play.answer(...answers)} />
  );
  const own = step.by === 'black' ? BLACK : opponentOf(BLACK);
  const colors = (...before: readonly OpeningAnswer[]) => [
    button('keep', say('keepColor', { color: colorText(own, say) }), ...before, { kind: 'swap', isSwap: false }),
    button('take', say('takeColor', { color: colorText(opponentOf(own), say) }), ...before, {
      kind: 'swap',
      isSwap: true,
    }),
  ];
  switch (step.kind) {
    case 'swap':
      return <div class="actions">{colors()}</div>;
    case 'say':
      return (
        <div class="row-of-buttons">
          {Array.from({ length: step.max - step.min + 1 }, (_, i) =>
            button(i, i + step.min, { kind: 'say', count: i + step.min }),
          )}
        </div>
      );
    case 'offer':
      return (
        <Button
          text={say('offerThese')}
          class="primary"
          disabled={play.missingOffers > 0}
          onClick={() => play.offerPicked()}
        />
      );
    case 'ways':
      return (
        <div class="actions">
          {step.ways.map(({ name }, way) =>
            name === COLORS_NOW ? colors({ kind: 'ways', way }) : button(name, wayText(name), { kind: 'ways', way }),
          )}
        </div>
      );
    default:
      return null;
  }
}
