/** When the running search must end, and how many nodes it has searched. */
import { hostStop } from './host.ts';

/** Nodes between two polls of the host. Cold code takes half a millisecond for ten nodes, and turns may be short. */
const POLL_INTERVAL = 64;
const MEGA = 1000000;
/** Upper bound of {@link nodesSince}: the sum of two such numbers stays within 31 bits. */
export const NODE_COUNT_LIMIT = 1000 * MEGA;

/** Nodes of this search beyond full millions, and millions. */
export let nodeCount = 0;
export let megaNodes = 0;
/** 1 once the search must return; what it returns then is void. */
export let isStopped = 0;
export let deepestPly = 0;

let untilPoll = POLL_INTERVAL;
let limitMega = 0;
let limitRest = 0;
let isLimited = 0;

/** @param maxNodes nodes after which the search stops, fewer than 2^31; 0 for no limit */
export function startControl(maxNodes: number): void {
  nodeCount = 0;
  megaNodes = 0;
  isStopped = 0;
  deepestPly = 0;
  untilPoll = POLL_INTERVAL;
  isLimited = maxNodes > 0 ? 1 : 0;
  limitMega = (maxNodes / MEGA) | 0;
  limitRest = maxNodes - limitMega * MEGA;
}

/** Counts a node. @returns 1 if the search must return at once */
export function countNode(ply: number): number {
  nodeCount++;
  if (nodeCount >= MEGA) {
    nodeCount -= MEGA;
    megaNodes++;
  }
  if (ply > deepestPly) deepestPly = ply;
  if (isLimited !== 0 && megaNodes >= limitMega && nodeCount >= limitRest) isStopped = 1;
  if (--untilPoll <= 0) {
    untilPoll = POLL_INTERVAL;
    if (hostStop() !== 0) isStopped = 1;
  }
  return isStopped;
}

/** @returns nodes since {@link megaNodes} and {@link nodeCount} had these values, at most {@link NODE_COUNT_LIMIT} */
export function nodesSince(mega: number, rest: number): number {
  const megas = megaNodes - mega;
  return megas < 1000 ? megas * MEGA + (nodeCount - rest) : NODE_COUNT_LIMIT;
}

/** @returns nodes of this search, in thousands */
export function kilonodes(): number {
  return megaNodes * 1000 + ((nodeCount / 1000) | 0);
}
