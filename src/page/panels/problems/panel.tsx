/** The panel next to the board of a problem. */
import { RULE_CODES } from '../../../core/rule-code.ts';
import { KINDS } from '../../../play/problems/problem.ts';
import { numberText, pageSpeech, say } from '../../lang/languages.ts';
import type { Words } from '../../lang/speech.ts';
import type { PageModel } from '../../models/page/model.ts';
import { type ProblemChoice, type ProblemModel, STRENGTHS } from '../../models/problems/model.ts';
import { Button, Confirm, Select, StepButtons } from '../../parts/controls.tsx';
import { MoveEntry } from '../../parts/move-entry.tsx';
import { MoveList } from '../../parts/move-list.tsx';
import { ruleName, variantText } from '../../parts/rules.ts';
import { today } from '../../shelf/problems/store.ts';
import { gainText, problemStatus } from './words.ts';

/** Attempts that the history lists. */
const SHOWN_HISTORY = 30;

interface ProblemPanelProps {
  readonly page: PageModel;
  readonly model: ProblemModel;
}

export function ProblemPanel({ page, model }: ProblemPanelProps) {
  const { phase, problem, listed, line, at } = model.shown;
  const { height } = model.game.position;
  return (
    <>
      <Score model={model} />
      <p class={`status ${phase === 'solved' ? 'over' : ''}`} data-status={phase} role="status">
        {(phase === 'busy' || phase === 'checking' || phase === 'loading') && <span class="pulse" aria-hidden="true" />}
        {problemStatus(model)}
      </p>
      <Actions page={page} model={model} />
      {model.isWalking && (
        <>
          <StepButtons position={model} />
          <MoveList speech={pageSpeech()} plies={line} height={height} current={at} onGo={(to) => model.goTo(to)} />
        </>
      )}
      {problem !== null && listed !== null && (
        <h2>
          {say(`kind-${problem.kind}`)}{' '}
          <small>{`${variantText(problem.variant)} · ${numberText(problem.rating)}`}</small>
        </h2>
      )}
      {phase === 'solve' && (
        <MoveEntry size={model.game.position} isEnabled onMove={(point) => void model.play(point)} />
      )}
      <Choices model={model} />
      <Others model={model} />
      <History model={model} />
    </>
  );
}

function Score({ model }: { readonly model: ProblemModel }) {
  const { rating, streak, best } = model.store.shown.practice;
  const { gain } = model.shown;
  return (
    <p class="score">
      <span>
        {say('solverRating', { rating: Math.round(rating.rating), deviation: Math.round(rating.deviation) })}
        {gain !== null && Math.round(gain) !== 0 && <b class={gain < 0 ? 'loss' : ''}> {gainText(gain)}</b>}
      </span>
      <span>{say('streakIs', { streak, best })}</span>
    </p>
  );
}

function Actions({ page, model }: ProblemPanelProps) {
  const { phase } = model.shown;
  if (phase === 'loading' || phase === 'none') return null;
  const isSolving = phase === 'solve' || phase === 'busy';
  const isOver = phase === 'solved' || phase === 'shown';
  const canContinue = isSolving || isOver || phase === 'wrong' || phase === 'refused';
  return (
    <div class="actions">
      {phase === 'failed' && <Button text={say('tryAgain')} class="primary" onClick={() => void model.enter()} />}
      {phase === 'checking' && <Button text={say('stop')} onClick={() => model.stopCheck()} />}
      {isSolving && <Button text={say('hint')} disabled={phase === 'busy'} onClick={() => model.hint()} />}
      {phase === 'wrong' && <Button text={say('tryAgain')} class="primary" onClick={() => model.retry()} />}
      {isOver && <Button text={say('solveAgain')} onClick={() => model.again()} />}
      {(isSolving || phase === 'wrong' || phase === 'solved') && (
        <Button text={say('solution')} onClick={() => model.showSolution()} />
      )}
      {canContinue && (
        <Button text={say('nextProblem')} class={phase === 'solved' ? 'primary' : ''} onClick={() => model.next()} />
      )}
      {canContinue && <Button text={say('analyzePosition')} onClick={() => page.analyzeShown()} />}
    </div>
  );
}

function Choices({ model }: { readonly model: ProblemModel }) {
  const { choice, store, source } = model;
  const rules = RULE_CODES.filter((code) => code === choice.rule || source.some((one) => one.code === code));
  const field = <Name extends keyof ProblemChoice>(
    name: Name,
    label: keyof Words,
    values: readonly ProblemChoice[Name][],
    textOf: (value: ProblemChoice[Name]) => string,
  ) => (
    <Select
      label={say(label)}
      value={choice[name]}
      options={values.map((value) => ({ value, text: textOf(value) }))}
      onChange={(value) => model.choose({ [name]: value })}
    />
  );
  const all = say('allOfThem');
  const counts = { 'built-in': store.shown.set?.length ?? 0, own: store.shown.own.length };
  return (
    <div class="choices">
      {field('kind', 'problemKind', ['all', ...KINDS], (kind) => (kind === 'all' ? all : say(`kind-${kind}`)))}
      {field('rule', 'rule', ['all', ...rules], (rule) => (rule === 'all' ? all : ruleName(rule)))}
      {field('strength', 'strength', STRENGTHS, (strength) => say(`strength-${strength}`))}
      {field('set', 'problemsOf', ['built-in', 'own'], (set) => say(`problems-${set}`, { count: counts[set] }))}
    </div>
  );
}

/** The problem of the day, failed ones to repeat, and deletion of the user's own. */
function Others({ model }: { readonly model: ProblemModel }) {
  const { store } = model;
  const due = store.due.length;
  const isDone = store.shown.practice.dailyDay === today();
  return (
    <div class="actions">
      <Button
        text={`${say('daily')}${isDone ? ' ✓' : ''}`}
        disabled={store.shown.set === null}
        onClick={() => model.openDaily()}
      />
      <Button text={say('repeatFailed', { count: due })} disabled={due === 0} onClick={() => model.repeat()} />
      {model.isOwn() && <Confirm text={say('delete')} isEnabled onSure={() => model.remove()} />}
    </div>
  );
}

function History({ model }: { readonly model: ProblemModel }) {
  const { log, results } = model.store.shown.practice;
  const date = new Intl.DateTimeFormat(pageSpeech().language, { dateStyle: 'medium', timeStyle: 'short' });
  const attempts = log.slice(-SHOWN_HISTORY).reverse();
  const solved = Object.values(results).filter(Boolean).length;
  return (
    <details class="history">
      <summary>{say('historyOf', { solved, count: Object.keys(results).length })}</summary>
      <ul>
        {attempts.map(({ id, at, isSolved }) => {
          const listed = model.store.find(id);
          return (
            <li key={`${id}${at}`}>
              <button type="button" disabled={listed === null} onClick={() => model.openId(id)}>
                <span aria-label={say(isSolved ? 'attemptSolved' : 'attemptFailed')} role="img">
                  {isSolved ? '✓' : '✗'}
                </span>{' '}
                {listed === null ? '' : `${say(`kind-${listed.kind}`)}, ${ruleName(listed.code)} · `}
                <small>{date.format(at)}</small>
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
