/** The move without a search, as native/fallback.c calls it. */
export { fallbackPoint, isForbiddenTo, leaveOut, setBoard } from '../../src/kernel/fallback/move.ts';
