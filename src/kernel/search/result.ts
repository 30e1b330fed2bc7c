/** What the last or running search found. Written by the search, read by its host. */
import { CELLS } from '../point.ts';

/** Longest line reported, in plies. */
export const MAX_PV = 128;

/** Index into {@link result}. */
export const RESULT_BEST = 0; // point of the padded board, NO_POINT when there is none
export const RESULT_SCORE = 1; // mover's view; see score.ts for wins and losses
export const RESULT_DEPTH = 2; // plies of the last finished iteration
export const RESULT_SELDEPTH = 3; // deepest ply reached
export const RESULT_NODES = 4; // nodes below a million
export const RESULT_MEGANODES = 5; // millions of nodes
export const RESULT_ELAPSED_MS = 6;
export const RESULT_PV_LENGTH = 7; // points in pv
export const RESULT_LINE = 8; // which line of a multi-PV report this is, from 0
export const RESULT_LINES = 9; // how many lines are searched
export const RESULT_FORCED = 10; // 1 if the move was the only legal or sensible one and nothing was searched

export const result = new Int32Array(16);
/** Principal variation, points of the padded board. */
export const pv = new Int32Array(MAX_PV);
/** States of a root move in {@link rootState}: being searched, done, done and found losing; 0 not yet searched. */
export const ROOT_SEARCHING = 1;
export const ROOT_DONE = 2;
export const ROOT_LOSES = 3;
/** Points excluded at the root, by point: not 0. Set by the host before a search. */
export const rootExcluded = new Uint8Array(CELLS);
/** State of each root move, by point, for a GUI to show. */
export const rootState = new Uint8Array(CELLS);
