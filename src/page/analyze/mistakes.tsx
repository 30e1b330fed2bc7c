/** The mistakes that a review has found: their numbers by side, kind and phase, and the way to try them again. */
import { BLACK, type Color, WHITE } from '../../core/color.ts';
import { percentText } from '../../play/review/chance.ts';
import {
  countMistakes,
  GAME_PHASES,
  type GamePhase,
  MISTAKE_KINDS,
  type MistakeKind,
} from '../../play/review/mistakes.ts';
import { labelOf } from '../../play/state/notation.ts';
import { numberText, say } from '../lang/languages.ts';
import type { Words } from '../lang/speech.ts';
import { colorText } from '../parts/result.ts';
import type { AnalyzeModel } from './model.ts';
import { acceptsAttempt, type Retry, type RetryTask } from './retry.ts';

export const KIND_NAMES: Readonly<Record<MistakeKind, keyof Words>> = {
  'missed-fours': 'missedFours',
  'missed-win': 'missedWin',
  'missed-defense': 'missedDefense',
  slow: 'slowMove',
};

export const PHASE_NAMES: Readonly<Record<GamePhase, keyof Words>> = {
  opening: 'inOpening',
  middle: 'inMiddleGame',
  late: 'inEndgame',
};

const COLORS: readonly Color[] = [BLACK, WHITE];

/** The summary of the last review; nothing if there is none. */
export function Mistakes({ analyze }: { readonly analyze: AnalyzeModel }) {
  const { review } = analyze;
  if (review === null) return null;
  const { mistakes } = review;
  if (mistakes.length === 0) return <p class="advice">{say('noMistakes')}</p>;
  const counts = COLORS.map((color) => countMistakes(mistakes, color));
  const row = (name: keyof Words, numbers: readonly number[]) =>
    numbers.some((count) => count > 0) && (
      <tr key={name}>
        <th scope="row">{say(name)}</th>
        {numbers.map((count, i) => (
          <td key={i}>{numberText(count)}</td>
        ))}
      </tr>
    );
  return (
    <section class="mistakes" aria-label={say('mistakes')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say('mistakes')}</th>
            {COLORS.map((color) => (
              <th key={color} scope="col">
                {colorText(color, say)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {MISTAKE_KINDS.map((kind) =>
            row(
              KIND_NAMES[kind],
              counts.map(({ kinds }) => kinds[kind]),
            ),
          )}
        </tbody>
        <tbody>
          {GAME_PHASES.map((phase) =>
            row(
              PHASE_NAMES[phase],
              counts.map(({ phases }) => phases[phase]),
            ),
          )}
        </tbody>
      </table>
      <div class="actions">
        {COLORS.map((color) => {
          const own = mistakes.filter(({ move }) => move.color === color);
          return (
            <button key={color} type="button" disabled={own.length === 0} onClick={() => analyze.startRetry(own)}>
              {say('retrySide', { color: colorText(color, say) })}
            </button>
          );
        })}
      </div>
    </section>
  );
}

/** Replaces the engine's lines while mistakes are tried again. */
export function RetryPanel({ analyze, retry }: { readonly analyze: AnalyzeModel; readonly retry: Retry }) {
  const { task } = retry;
  const { count } = retry.tasks;
  return (
    <section class="retry" aria-label={say('mistakes')}>
      <p class="status" aria-live="polite">
        {task === null ? (
          say('retryDone', { solved: retry.solved, count })
        ) : (
          <>
            <small>
              {numberText(retry.index + 1)}/{numberText(count)}
            </small>{' '}
            {task.title !== '' && <small>{task.title}. </small>}
            {retryText(analyze, retry, task)}
          </>
        )}
      </p>
      <div class="actions">
        {task !== null && (
          <button type="button" disabled={!acceptsAttempt(retry)} onClick={() => analyze.showSolution()}>
            {say('showBest')}
          </button>
        )}
        {task !== null && (
          <button
            type="button"
            class={acceptsAttempt(retry) ? '' : 'primary'}
            onClick={() => analyze.goToNextMistake()}
          >
            {say(acceptsAttempt(retry) ? 'skip' : 'next')}
          </button>
        )}
        <button type="button" class={task === null ? 'primary' : ''} onClick={() => analyze.endRetry()}>
          {say('endRetry')}
        </button>
      </div>
    </section>
  );
}

function retryText(analyze: AnalyzeModel, { attempt, isSolutionShown }: Retry, task: RetryTask): string {
  const { height } = analyze.game.variant;
  const { move } = task.mistake;
  const best = percentText(task.best);
  if (isSolutionShown) {
    const line = move.better.map((point) => labelOf(point, height)).join(' ');
    return say('bestWas', { line, chance: best });
  }
  if (attempt === null) {
    const point = move.point === null ? '–' : labelOf(move.point, height);
    const name = say(KIND_NAMES[task.mistake.kind]);
    return say('retryTask', { color: colorText(move.color, say), number: move.number, point, name });
  }
  const point = labelOf(attempt.point, height);
  if (attempt.chance === null) return say('judging', { point });
  return say(attempt.isRight ? 'retryRight' : 'retryWrong', { point, chance: percentText(attempt.chance), best });
}
