/** The parts of a check: steps and findings. */
import type { EngineSpec } from '../../../src/measure/match/engine-spec.ts';
import type { Claims } from './claims.ts';
import { currentLog } from './conversation-log.ts';
import type { Patience } from './patience.ts';
import type { BrainKnowledge, BrainSettings, Probe } from './probe.ts';
import type { SentenceNumber } from './sentences.ts';

/**
 * `fail`: under some manager the game would be lost or aborted. `warn`: users of some manager would miss something.
 * `skip`: the step could not be run. `note`: worth knowing.
 */
export type Severity = 'note' | 'skip' | 'warn' | 'fail';

export interface Finding {
  readonly severity: Severity;
  readonly text: string;
  /** The last lines before the fault, oldest first: `> ` sent, `< ` received, `! ` from stderr. */
  readonly lines?: readonly string[];
  /** The sentence of the protocol that it violates, where the step checks several. */
  readonly says?: SentenceNumber;
  /** What an author can do about it, where the step's own advice does not fit. */
  readonly fix?: string;
}

export interface CheckContext {
  readonly spec: EngineSpec;
  readonly full: boolean;
  readonly claims: Claims;
  readonly knowledge: BrainKnowledge;
  readonly patience: Patience;
  /** A value of process.platform: what can be measured depends on it. */
  readonly platform: string;
  report(progress: string): void;
  /** Starts the brain, which is stopped at the end of the step. @param lineEnd instead of that of the spec */
  probe(lineEnd?: '\r\n' | '\n'): Probe;
  /** Starts the brain, and waits until it has processed START and these settings. @throws BrainError */
  ready(settings?: BrainSettings): Promise<Probe>;
}

export interface Step {
  /** A short name that does not change. */
  readonly id: string;
  readonly title: string;
  /** What managers do with a brain that fails here. */
  readonly why: string;
  /** The sentences of the protocol that it checks. */
  readonly sentences: readonly SentenceNumber[];
  /** What an author can do about a fault. */
  readonly fix: string;
  /** Whether it also runs for a brain that never answers START with OK, as its manager does not wait for that. */
  readonly needsNoOk?: boolean;
  /**
   * @internal
   * @returns what is wrong or worth knowing; empty for a clean pass. A BrainError thrown here is a `fail`.
   */
  run(context: CheckContext): Promise<readonly Finding[]> | AsyncIterable<Finding>;
}

const fault = (severity: 'warn' | 'fail', text: string, says?: SentenceNumber): Finding => {
  const lines = [...(currentLog.getStore() ?? [])];
  return { severity, text, ...(lines.length === 0 ? {} : { lines }), ...(says === undefined ? {} : { says }) };
};

export const fail = (text: string, says?: SentenceNumber): Finding => fault('fail', text, says);
export const warn = (text: string, says?: SentenceNumber): Finding => fault('warn', text, says);
export const skip = (text: string): Finding => ({ severity: 'skip', text });
export const note = (text: string): Finding => ({ severity: 'note', text });
