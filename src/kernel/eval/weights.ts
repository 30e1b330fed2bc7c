/**
 * The weights in force: the learned ones where the host has loaded them and they cover the rule, else the hand-set
 * ones.
 */
import { buildHandset } from './handset.ts';
import { applyLearned } from './learned.ts';

/** Fills the tables with the weights of the rule in force. Call it after setRule() of kernel/patterns/rule.ts. */
export function buildWeights(): void {
  buildHandset();
  applyLearned();
}
