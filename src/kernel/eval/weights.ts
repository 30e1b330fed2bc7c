/**
 * The weights in force: the learned ones where the host has brought them and the rule has some, else the hand-set ones.
 */
import { buildHandset } from './handset.ts';
import { applyLearned } from './learned.ts';

/** Puts the weights of the rule in force into the tables. To be called after kernel/patterns/rule.ts setRule(). */
export function buildWeights(): void {
  buildHandset();
  applyLearned();
}
