/** The parts of a check: steps and findings. */
import type { EngineSpec } from '../engine-spec.ts';
import type { EngineKnowledge } from '../player.ts';
import type { Patience } from './patience.ts';
import type { Probe } from './probe.ts';

/**
 * `fail`: under some manager the game would be lost or aborted. `warn`: users of some manager would miss something.
 * `skip`: the step could not be run. `note`: worth knowing.
 */
export type Severity = 'note' | 'skip' | 'warn' | 'fail';

/** An observation of a step. */
export interface Finding {
  readonly severity: Severity;
  readonly text: string;
}

export interface CheckContext {
  readonly spec: EngineSpec;
  /** Full mode. */
  readonly full: boolean;
  /** Whether the brain answers ABOUT, once that is known. */
  readonly knowledge: EngineKnowledge;
  /** How long to wait for the brain. */
  readonly patience: Patience;
  /** A value of process.platform: what can be measured depends on it. */
  readonly platform: string;
  /** Reports the progress of a long step. */
  report(progress: string): void;
  /** Starts the brain, which is stopped at the end of the step. */
  probe(): Probe;
}

/** One test of a brain. */
export interface Step {
  readonly title: string;
  /** What managers do with a brain that fails here. */
  readonly why: string;
  /**
   * @internal
   * @returns what is wrong or worth knowing; empty for a clean pass. A BrainError thrown here is a `fail`.
   */
  run(context: CheckContext): Promise<Finding[]>;
}

export const fail = (text: string): Finding => ({ severity: 'fail', text });
export const warn = (text: string): Finding => ({ severity: 'warn', text });
export const skip = (text: string): Finding => ({ severity: 'skip', text });
export const note = (text: string): Finding => ({ severity: 'note', text });
