/** What the native host uses of the layers above the search, written as C by numbers-c.ts and texts-c.ts. */
export { answerBy } from '../../src/engine/limits.ts';
export { fittingHelpers, planTableBytes, tableBytesForTime } from '../../src/engine/memory.ts';
export { matchReserveMs, nextMoveCost, planTime, reserveMs } from '../../src/engine/time.ts';
export { REPLY_TEXTS } from '../../src/protocol/reply-texts.ts';
export { applySetting } from '../../src/protocol/settings.ts';
