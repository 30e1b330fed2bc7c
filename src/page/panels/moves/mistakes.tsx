/** The mistakes that a review has found: their numbers by side, kind and phase, and the way to try them again. */
import { BLACK, type Color, WHITE } from '../../../core/color.ts';
import { countMistakes, GAME_PHASES, MISTAKE_KINDS, type MistakeCounts } from '../../../play/review/mistakes.ts';
import { percentText } from '../../../play/review/verdicts.ts';
import { labelOf } from '../../../play/state/notation.ts';
import { numberText, say } from '../../lang/languages.ts';
import type { Words } from '../../lang/speech.ts';
import type { AnalyzeModel } from '../../models/analyze/model.ts';
import { acceptsAttempt, type Retry, type RetryTask } from '../../models/analyze/review.ts';
import { Button } from '../../parts/controls.tsx';
import { colorText } from '../../parts/figures.ts';
import { Lazy, type Load } from '../../parts/lazy.tsx';
import type { ReportProps } from './report.tsx';

const COLORS: readonly Color[] = [BLACK, WHITE];

/** The summary of the last review; nothing if there is none. */
export function Mistakes({ analyze, report }: { readonly analyze: AnalyzeModel; readonly report: Load<ReportProps> }) {
  const { review } = analyze;
  if (review === null) return null;
  const { mistakes } = review;
  const summary = (
    <Lazy load={report} props={{ reviewed: review, onGo: (number) => analyze.cursor.go(review.line[number]) }} />
  );
  if (mistakes.length === 0) {
    return (
      <section class="mistakes" aria-label={say('mistakes')}>
        <p class="advice">{say('noMistakes')}</p>
        {summary}
      </section>
    );
  }
  const sides = COLORS.map((color) => countMistakes(mistakes, color));
  const row = (name: keyof Words, countOf: (side: MistakeCounts) => number): CountRow => {
    return { name: say(name), counts: sides.map(countOf) };
  };
  const isFound = ({ counts }: CountRow) => counts.some((count) => count > 0);
  const kindRows = MISTAKE_KINDS.map((kind) => row(kind, ({ kinds }) => kinds[kind]));
  const phaseRows = GAME_PHASES.map((phase) => row(`in-${phase}`, ({ phases }) => phases[phase]));
  return (
    <section class="mistakes" aria-label={say('mistakes')}>
      {summary}
      <CountTable
        columns={COLORS.map((color) => ({ text: colorText(color, say) }))}
        groups={[kindRows.filter(isFound), phaseRows.filter(isFound)]}
      />
      <div class="actions">
        {COLORS.map((color) => {
          const own = mistakes.filter(({ move }) => move.color === color);
          return (
            <Button
              text={say('retrySide', { color: colorText(color, say) })}
              key={color}
              disabled={own.length === 0}
              onClick={() => analyze.startRetry(own)}
            />
          );
        })}
      </div>
    </section>
  );
}

interface CountRow {
  readonly name: string;
  readonly counts: readonly number[];
}

/** Numbers of mistakes, with a line between two groups of rows. */
export function CountTable(props: {
  readonly columns: readonly { readonly text: string; readonly title?: string }[];
  readonly groups: readonly (readonly CountRow[])[];
}) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{say('mistakes')}</th>
          {props.columns.map(({ text, title }) => (
            <th key={text} scope="col" title={title}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      {props.groups.map((rows, group) => (
        <tbody key={group}>
          {rows.map(({ name, counts }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {counts.map((count, i) => (
                <td key={i}>{numberText(count)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
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
          <Button text={say('showBest')} disabled={!acceptsAttempt(retry)} onClick={() => analyze.showSolution()} />
        )}
        {task !== null && (
          <Button
            text={say(acceptsAttempt(retry) ? 'skip' : 'next')}
            class={acceptsAttempt(retry) ? '' : 'primary'}
            onClick={() => analyze.goToNextMistake()}
          />
        )}
        <Button text={say('endRetry')} class={task === null ? 'primary' : ''} onClick={() => analyze.endRetry()} />
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
    const name = say(task.mistake.kind);
    return say('retryTask', { color: colorText(move.color, say), number: move.number, point, name });
  }
  const point = labelOf(attempt.point, height);
  if (attempt.chance === null) return say('judging', { point });
  return say(attempt.isRight ? 'retryRight' : 'retryWrong', { point, chance: percentText(attempt.chance), best });
}
