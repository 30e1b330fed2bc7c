/** `tengen check`: does a brain do what managers expect? */
import { BrainError } from '../brain-error.ts';
import type { EngineSpec } from '../engine-spec.ts';
import { complaintIn, shorten } from '../lines.ts';
import type { EngineKnowledge } from '../player.ts';
import { Patience } from './patience.ts';
import { Probe } from './probe.ts';
import { type CheckContext, type Finding, fail, type Severity, type Step } from './step.ts';
import { LEAVING_STEPS } from './steps-exit.ts';
import { MOVE_STEPS } from './steps-move.ts';
import { RESOURCE_STEPS } from './steps-resources.ts';
import { ROBUST_STEPS } from './steps-robustness.ts';
import { RULE_STEPS } from './steps-rules.ts';
import { START_STEPS } from './steps-start.ts';
import { TIME_STEPS } from './steps-time.ts';

/** All steps in their order; a step's number is its place here, from 1, in both modes. */
export const STEPS: readonly Step[] = [
  ...START_STEPS,
  ...MOVE_STEPS,
  ...ROBUST_STEPS,
  ...RULE_STEPS,
  ...TIME_STEPS,
  ...RESOURCE_STEPS,
  ...LEAVING_STEPS,
];

/** `skip`: not tested, because this system offers no way to. */
export type Verdict = 'pass' | 'skip' | 'warn' | 'fail';

/** Result of one step. */
export interface StepResult {
  /** From 1. */
  readonly number: number;
  readonly title: string;
  readonly why: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  readonly elapsedMs: number;
}

/** Which steps to run, and where to report progress. */
export interface CheckOptions {
  /** Full mode: longer games and searches, more sizes. */
  readonly full: boolean;
  /** Numbers of the steps to run; null: all. */
  readonly only: readonly number[] | null;
  /** A value of process.platform, which is the default. */
  readonly platform?: string;
  /** Called with the progress of a long step. */
  readonly onProgress?: (number: number, title: string, progress: string) => void;
}

/**
 * Runs the steps in order, each in its own processes. If the first step fails, the others are skipped: a brain that
 * does not start cannot be tested.
 * @param now ms, monotonic
 */
export async function* checkBrain(
  spec: EngineSpec,
  options: CheckOptions,
  now: () => number,
): AsyncGenerator<StepResult> {
  const { full, only, platform = process.platform, onProgress } = options;
  const knowledge: EngineKnowledge = {};
  const patience = new Patience();
  for (const [i, step] of STEPS.entries()) {
    if (only !== null && !only.includes(i + 1)) continue;
    const start = now();
    const report = (progress: string) => onProgress?.(i + 1, step.title, progress);
    const patient = { ...spec, startTimeoutMs: patience.shortened(spec.startTimeoutMs) };
    const findings = await runStep(step, { spec: patient, full, knowledge, patience, platform, report });
    const verdict = verdictOf(findings);
    yield { number: i + 1, title: step.title, why: step.why, verdict, findings, elapsedMs: now() - start };
    if (i === 0 && verdict === 'fail') return;
  }
}

async function runStep(step: Step, context: Omit<CheckContext, 'probe'>): Promise<Finding[]> {
  const probes: Probe[] = [];
  const probe = () => {
    const made = new Probe(context.spec, context.knowledge, context.patience);
    probes.push(made);
    return made;
  };
  try {
    return await step.run({ ...context, probe });
  } catch (error) {
    if (!(error instanceof BrainError)) throw error;
    const brain = probes.at(-1);
    const said = brain?.replies.at(-1);
    const complaint = complaintIn(brain?.errors ?? []);
    const last = said === undefined ? '' : `; its last line was "${said.slice(0, 80)}"`;
    const cause = complaint === null ? '' : `; on stderr: ${shorten(complaint)}`;
    return [fail(`${error.message}${last}${cause}`)];
  } finally {
    await Promise.all(probes.map(({ client }) => client.end(1000)));
  }
}

function verdictOf(findings: readonly Finding[]): Verdict {
  const has = (severity: Severity) => findings.some((finding) => finding.severity === severity);
  return (['fail', 'warn', 'skip'] as const).find(has) ?? 'pass';
}

/** @returns the result as lines of text: verdict and title, then each fault and its consequences */
export function resultLines(result: StepResult): string[] {
  const { number, title, verdict, findings, why } = result;
  const isFault = ({ severity }: Finding) => severity === 'warn' || severity === 'fail';
  const notes = [...new Set(findings.filter((finding) => !isFault(finding)).map(({ text }) => text))];
  const head = `${String(number).padStart(2)} ${verdict === 'fail' ? 'FAIL' : verdict} ${title}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`;
  const faults = findings.filter(isFault);
  if (faults.length === 0) return [head];
  return [head, ...faults.map(({ severity, text }) => `        ${severity}: ${text}`), `        ${why}`];
}
