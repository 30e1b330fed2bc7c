/** What a review says of the whole game: accuracy, the chance that each move lost, and the moves that decided it. */
import { BLACK, sideName, WHITE } from '../../../core/color.ts';
import { accuracyOf, decidingMoves, type ReviewedMove } from '../../../play/review/review.ts';
import { percentText } from '../../../play/review/verdicts.ts';
import { labelOf } from '../../../play/state/notation.ts';
import { numberText, say } from '../../lang/languages.ts';
import type { ReviewedLine } from '../../models/analyze/review.ts';
import { Button } from '../../parts/controls.tsx';
import { colorText } from '../../parts/figures.ts';

const MOMENTS = 3;
/** Height of either half of the chart, in units of its drawing, for a move that loses everything. */
const HALF = 30;

export interface ReportProps {
  readonly reviewed: ReviewedLine;
  /** @param number of a move, from 1 */
  readonly onGo: (number: number) => void;
}

export function Report({ reviewed: { review }, onGo }: ReportProps) {
  const { height } = review.games[0].variant;
  const name = ({ point }: ReviewedMove) => (point === null ? '–' : labelOf(point, height));
  const moments = decidingMoves(review, MOMENTS);
  return (
    <>
      <p class="accuracy" title={say('accuracyIs')}>
        {say('accuracy')}:{' '}
        {([BLACK, WHITE] as const)
          .map((color) => {
            const accuracy = accuracyOf(review, color);
            return `${colorText(color, say)} ${accuracy === null ? '–' : percentText(accuracy)}`;
          })
          .join(', ')}
      </p>
      <svg
        class="losses"
        viewBox={`0 ${-HALF} ${Math.max(20, review.moves.length)} ${2 * HALF}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={say('lossByMove')}
      >
        <title>{say('lossByMove')}</title>
        {review.moves.map(({ number, color, lost }) => {
          const bar = HALF * (lost ?? 0);
          const y = color === BLACK ? -bar : 0;
          return <rect key={number} class={sideName(color)} x={number - 0.9} y={y} width={0.8} height={bar} />;
        })}
      </svg>
      {moments.length > 0 && (
        <p class="moments">
          {say('moments')}{' '}
          {moments.map((move) => (
            <Button
              key={move.number}
              text={`${numberText(move.number)}. ${name(move)} −${percentText(move.lost ?? 0)}`}
              onClick={() => onGo(move.number)}
            />
          ))}
        </p>
      )}
    </>
  );
}
