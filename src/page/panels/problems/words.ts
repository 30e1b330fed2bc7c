/** The state of a problem, in a sentence. */
import { opponentOf } from '../../../core/color.ts';
import { labelOf } from '../../../play/state/notation.ts';
import { say } from '../../lang/languages.ts';
import type { ProblemModel, SolverVerdict } from '../../models/problems/model.ts';
import { colorText } from '../../parts/figures.ts';

/** @returns the task, or what the last move led to */
export function problemStatus(model: ProblemModel): string {
  const { phase, problem, isSaved, refusal, progress, fault } = model.shown;
  if (fault !== '') return say('engineFailed', { reason: fault });
  switch (phase) {
    case 'loading':
      return say('loadingProblems');
    case 'failed':
      return say('problemsFailed', { reason: model.store.shown.fault });
    case 'none':
      return say('noProblems');
    case 'checking':
      return say('checkingProblem', { percent: Math.round(100 * progress) });
    case 'refused':
      return refusal === null
        ? ''
        : say(`refused-${refusal.reason}`, { point: refusal.other === null ? '' : pointText(model, refusal.other) });
    case 'busy':
      return say('thinking');
    case 'solve':
      return solveText(model, isSaved);
    case 'wrong':
      return model.shown.verdict === null ? '' : wrongText(model, model.shown.verdict);
    case 'shown':
      return say('solutionIs', { line: lineText(model) });
    case 'solved':
      return `${say(problem?.kind === 'foul' ? 'solvedFoul' : 'solvedIt')} ${say('solutionIs', { line: lineText(model) })}`;
  }
}

function solveText(model: ProblemModel, isSaved: boolean): string {
  const { problem, verdict, hint } = model.shown;
  const color = colorText(model.solver, say);
  if (hint !== null) return say('hintShown', { point: pointText(model, hint) });
  if (verdict?.reply) {
    const { point, reply } = verdict;
    return say('rightSoFar', { point: pointText(model, point), reply: pointText(model, reply) });
  }
  const task = say(problem?.kind === 'defense' ? 'toDefend' : 'toWin', { color });
  return isSaved ? `${say('problemSaved')} ${task}` : task;
}

function wrongText(model: ProblemModel, { point, reply, winIn }: SolverVerdict): string {
  const values = { point: pointText(model, point), color: colorText(opponentOf(model.solver), say) };
  if (reply === null) return say('wrongMove', values);
  const answered = { ...values, reply: pointText(model, reply) };
  return winIn === null
    ? say('wrongAnswered', answered)
    : say('wrongLoses', { ...answered, moves: Math.ceil(winIn / 2) });
}

function pointText(model: ProblemModel, point: { readonly x: number; readonly y: number }): string {
  return labelOf(point, model.game.position.height);
}

function lineText(model: ProblemModel): string {
  return model.shown.line.map((point) => pointText(model, point)).join(' ');
}

/** @returns `+12`, or `−7` with a minus sign */
export function gainText(gain: number): string {
  const whole = Math.round(Math.abs(gain));
  return `${gain < 0 ? '−' : '+'}${whole}`;
}
