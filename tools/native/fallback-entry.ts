/** The functions of the fallback move that native/fallback.c calls. */
export { fallbackPoint, isForbiddenTo, leaveOut, setBoard } from '../../src/kernel/fallback/move.ts';
