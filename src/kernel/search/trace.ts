/**
 * Trace points of the search. They do nothing in play, and compilers drop the calls: the WebAssembly is byte for byte
 * the same without them. The tool `census` replaces this file with one that counts.
 */

/** Searches that a node starts for a move: reduced, at full depth with a null window, with the window of a PV node. */
export const SEARCH_REDUCED = 0;
export const SEARCH_FULL = 1;
export const SEARCH_PV = 2;

/** A node begins. @param depth of the main search, 0 or less in the quiescence search */
export function traceNode(_side: number, _ply: number, _depth: number): void {}

/** A node tries a move. @param index from 1 @param isRestricted 1 if the moves are answers to a threat */
export function traceMove(
  _ply: number,
  _index: number,
  _ownClass: number,
  _otherClass: number,
  _isRestricted: number,
): void {}

/** The search of the move begins. @param kind one of the SEARCH_ constants */
export function traceSearch(_ply: number, _kind: number): void {}

/** The move has been searched. @param isRaised 1 if it raised alpha @param isCut 1 if it reached beta */
export function traceResult(_ply: number, _isRaised: number, _isCut: number): void {}
