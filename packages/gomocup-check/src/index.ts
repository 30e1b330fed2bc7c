/** Checks whether a brain speaks the Gomocup protocol as the managers expect. */
export { type CheckOptions, checkBrain, STEPS, type StepResult, type Verdict } from './check.ts';
export { type Claims, claimsOf } from './claims.ts';
export { PROFILES } from './profiles.ts';
export { junitXml, resultLines } from './report.ts';
export { CHAPTERS, SENTENCES, type SentenceNumber } from './sentences.ts';
export type { Finding, Severity, Step } from './step.ts';
