/** Does a brain do what managers expect? Runs the steps and collects what they find. */
import { availableParallelism, loadavg } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { BrainError } from '../../../src/measure/match/brain-error.ts';
import type { EngineSpec } from '../../../src/measure/match/engine-spec.ts';
import { complaintIn, shorten } from '../../../src/measure/match/lines.ts';
import { type Claims, claimsOf, NO_CLAIMS } from './claims.ts';
import { currentLog } from './conversation-log.ts';
import { Patience } from './patience.ts';
import { type BrainKnowledge, type BrainSettings, Probe } from './probe.ts';
import { PROFILES } from './profiles.ts';
import { type CheckContext, type Finding, fail, note, type Severity, type Step } from './step.ts';
import { MOVE_STEPS } from './steps-move.ts';
import { PROCESS_STEPS } from './steps-process.ts';
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
  ...PROCESS_STEPS,
  ...PROFILES,
];

/** `skip`: not tested, because this system offers no way to. */
export type Verdict = 'pass' | 'skip' | 'warn' | 'fail';

export interface StepResult extends Pick<Step, 'id' | 'title' | 'why' | 'sentences' | 'fix'> {
  /** From 1. */
  readonly number: number;
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
  /** Rules and sizes to test; by default those that ABOUT names, else all usual ones. */
  readonly claims?: Claims;
  /** A value of process.platform, which is the default. */
  readonly platform?: string;
  /** Begins to measure how busy the machine is; for tests. */
  readonly watch?: typeof watchMachine;
  /** Called with the progress of a long step. */
  readonly onProgress?: (number: number, title: string, progress: string) => void;
}

/**
 * Runs the steps in order, each in its own processes. If the first step fails, only those of managers that do not wait
 * for OK follow, and none if the brain does not start at all.
 * @param now ms, monotonic
 */
export async function* checkBrain(
  spec: EngineSpec,
  options: CheckOptions,
  now: () => number,
): AsyncGenerator<StepResult> {
  const { full, only, claims = NO_CLAIMS, platform = process.platform, onProgress, watch = watchMachine } = options;
  const knowledge: BrainKnowledge = {};
  const patience = new Patience();
  for (const [i, step] of STEPS.entries()) {
    if (only !== null && !only.includes(i + 1)) continue;
    if (knowledge.runsWithoutOk && !step.needsNoOk) continue;
    const busy = watch();
    const start = now();
    const report = (progress: string) => onProgress?.(i + 1, step.title, progress);
    // Claims of the caller take precedence over those of ABOUT.
    const said = claimsOf(knowledge.about ?? {});
    const joined = { rules: claims.rules ?? said.rules, sizes: claims.sizes ?? said.sizes };
    const context = { spec, full, claims: joined, knowledge, patience, platform, report };
    const found = await currentLog.run([], () => runStep(step, context));
    const load = busy();
    const findings = load !== null && found.some(isTimed) ? [...found, note(load)] : found;
    const verdict = verdictOf(findings);
    const { id, title, why, sentences, fix } = step;
    yield { number: i + 1, id, title, why, sentences, fix, verdict, findings, elapsedMs: now() - start };
    if (i === 0 && verdict === 'fail' && !knowledge.runsWithoutOk) return;
  }
}

/**
 * @param isStarted whether the brain has answered START with OK
 * @returns advice for a brain that is missing or does not start a game, where that of the step would not apply; null:
 *   the step's advice applies
 */
function startFix({ failure, message }: BrainError, isStarted: boolean, cwd: string): string | null {
  if (failure === 'start')
    return 'Check the path and the permission to execute; put a command with arguments in quotes.';
  if (failure === 'exit')
    return `Start the brain by hand in ${cwd}, where the check starts it unless dir= names another folder; type the lines marked ">", and find out why it exits.`;
  if (isStarted || !/\bSTART\b/.test(message)) return null;
  return failure === 'answer'
    ? 'Support this board size, and answer START with OK alone on its line.'
    : START_STEPS[0].fix;
}

async function runStep(step: Step, context: Omit<CheckContext, 'probe' | 'ready'>): Promise<Finding[]> {
  const probes: Probe[] = [];
  const probe = (lineEnd = context.spec.lineEnd) => {
    const made = new Probe({ ...context.spec, lineEnd }, context.knowledge, context.patience);
    probes.push(made);
    return made;
  };
  const ready = async (settings?: BrainSettings) => {
    const brain = probe();
    await brain.ready(settings);
    return brain;
  };
  try {
    const findings: Finding[] = [];
    for await (const finding of await step.run({ ...context, probe, ready })) findings.push(finding);
    return findings;
  } catch (error) {
    if (!(error instanceof BrainError)) throw error;
    const brain = probes.at(-1);
    const said = brain?.replies.at(-1);
    const complaint = complaintIn(brain?.errors ?? []);
    const last =
      said === undefined || error.message.includes(`"${said}"`) ? '' : `; its last line was "${said.slice(0, 80)}"`;
    const cause = complaint === null ? '' : `; on stderr: ${shorten(complaint)}`;
    const isStarted = brain?.replies.some((line) => /^ok\b/i.test(line)) ?? false;
    const fix = startFix(error, isStarted, context.spec.cwd);
    return [{ ...fail(`${error.message}${last}${cause}`), ...(fix === null ? {} : { fix }) }];
  } finally {
    await Promise.all(probes.map(({ client }) => client.end(1000)));
  }
}

/** @returns whether a finding is a timing fault: on a busy machine the brain may not be the cause */
export function isTimed({ severity, text }: Finding): boolean {
  return (severity === 'fail' || severity === 'warn') && /\d ms\b|\btime\b|still running/.test(text);
}

/** @returns the most severe of the findings; pass if they are notes or there are none */
export function verdictOf(findings: readonly Finding[]): Verdict {
  const has = (severity: Severity) => findings.some((finding) => finding.severity === severity);
  return (['fail', 'warn', 'skip'] as const).find(has) ?? 'pass';
}

/** How often the timer of the check is due, ms. */
const PERIOD_MS = 10;
/** Delay of that timer from which on a machine counts as busy, ms. */
const LATE_MS = 100;

/**
 * Begins to measure how busy the machine is: the answers of a brain may then be late although it was fast.
 * @returns a function that ends it and describes a busy machine; null: it was not busy
 */
export function watchMachine(): () => string | null {
  const delay = monitorEventLoopDelay({ resolution: PERIOD_MS });
  delay.enable();
  return () => {
    delay.disable();
    return busyText(Math.round(delay.max / 1e6 - PERIOD_MS), loadavg()[0], availableParallelism());
  };
}

/** @param lateMs delay of the timer @param load processes that want to run; 0 where the system does not count them */
export function busyText(lateMs: number, load: number, processors: number): string | null {
  if (lateMs < LATE_MS && load <= processors) return null;
  const delays = lateMs < LATE_MS ? '' : `, a timer was ${lateMs} ms late`;
  return `the machine was busy: load ${load.toFixed(1)} on ${processors} processors${delays}; repeat this step on an idle one`;
}
