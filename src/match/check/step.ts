/** What a check is made of. */
import type { EngineSpec } from '../engine-spec.ts';
import type { EngineKnowledge } from '../player.ts';
import type { Patience } from './patience.ts';
import type { Probe } from './probe.ts';

/**
 * `fail`: some manager would lose or drop the game. `warn`: some manager's users would miss something. `skip`: the step
 * could not be tried. `note`: worth knowing.
 */
export type Severity = 'note' | 'skip' | 'warn' | 'fail';

/** Something a step has found out. */
export interface Finding {
  readonly severity: Severity;
  readonly text: string;
}

export interface CheckContext {
  readonly spec: EngineSpec;
  /** The long mode. */
  readonly full: boolean;
  /** Whether it answers ABOUT, once that has been found out. */
  readonly knowledge: EngineKnowledge;
  /** How long to wait for it. */
  readonly patience: Patience;
  /** As process.platform: what can be measured differs. */
  readonly platform: string;
  /** Says what a long step is at. */
  tell(what: string): void;
  /** Starts the brain; it is ended when the step is over. */
  probe(): Probe;
}

/** One examination of a brain. */
export interface Step {
  readonly title: string;
  /** What managers do with a brain that fails here. */
  readonly why: string;
  /**
   * @internal
   * @returns what is wrong or worth knowing; nothing for a clean pass. A BrainError thrown here is a `fail`.
   */
  run(context: CheckContext): Promise<Finding[]>;
}

export const fail = (text: string): Finding => ({ severity: 'fail', text });
export const warn = (text: string): Finding => ({ severity: 'warn', text });
export const skip = (text: string): Finding => ({ severity: 'skip', text });
export const note = (text: string): Finding => ({ severity: 'note', text });
