/** What the native host uses of the layers above the search, written in C by numbers-c.ts. */
export { answerBy } from '../../src/engine/limits.ts';
export { fittingHelpers, planTableBytes, tableBytesForTime } from '../../src/engine/memory.ts';
export { matchReserveMs, nextMoveCost, planTime, reserveMs } from '../../src/engine/time.ts';
export { applySetting } from '../../src/protocol/settings.ts';
