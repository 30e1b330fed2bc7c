/** Formats search figures as lines for people and for front ends. */
import type { XY } from '../core/point.ts';
import type { RootInfo, SearchFigures, SearchInfo } from '../engine/api.ts';
import { REPLY_TEXTS } from './reply-texts.ts';

/** Moves of a PV that are shown; keeps every line far below the 2000 characters that managers accept. */
export const SHOWN_MOVES = 24;

/** Notation of a point in lines that a manager shows. */
export type Naming = (point: XY) => string;

/** @returns `85`, or `+M9` for a win in 9 plies and `-M8` for a loss in 8 */
export function protocolScore(figures: SearchFigures): string {
  if (figures.winIn === null) return String(figures.score);
  return figures.winIn > 0 ? `+M${figures.winIn}` : `-M${-figures.winIn}`;
}

/** @returns `depth 14-22 ev 85 n 1203k n/s 480k tm 2510 pv h8 i9` */
export function thinkingText(figures: SearchFigures, nameOf: Naming): string {
  const { depth, selDepth, nodes, elapsedMs, pv } = figures;
  const perSecond = Math.round((nodes * 1000) / Math.max(1, elapsedMs));
  const shown = `depth ${depth}-${selDepth} ev ${protocolScore(figures)} n ${countText(nodes)} n/s ${countText(perSecond)}`;
  const moves = pv.slice(0, SHOWN_MOVES).map(nameOf);
  return `${shown} tm ${Math.round(elapsedMs)} pv ${moves.join(' ')}`;
}

/** @returns the same in Rapfi's form: `depth 14-22 multipv 1 ev 85 n 1203K n/ms 480 tm 2510 pv h8 i9` */
export function rapfiText(info: SearchInfo, nameOf: Naming): string {
  const { depth, selDepth, nodes, elapsedMs, pv } = info;
  const which = info.lines > 1 ? ` multipv ${info.line + 1}` : '';
  const counts = `n ${countText(nodes).toUpperCase()} n/ms ${Math.round(nodes / Math.max(1, elapsedMs))}`;
  const moves = pv.slice(0, SHOWN_MOVES).map(nameOf);
  return `depth ${depth}-${selDepth}${which} ev ${protocolScore(info)} ${counts} tm ${Math.round(elapsedMs)} pv ${moves.join(' ')}`;
}

/** @returns whole numbers up to 9999, then thousands, then millions */
function countText(count: number): string {
  if (count < 10_000) return String(count);
  return count < 10_000_000 ? `${Math.round(count / 1000)}k` : `${Math.round(count / 1_000_000)}M`;
}

/** @returns the same, with its number from 1 in multi-PV mode */
export function protocolLine(info: SearchInfo, nameOf: Naming): string {
  const which = info.lines > 1 ? `(${info.line + 1}) ` : '';
  return which + thinkingText(info, nameOf);
}

/** @returns lines that Yixin-Board draws on its board */
export function realtimeLines(info: RootInfo): string[] {
  const words = { searching: 'POS', done: 'DONE', loses: 'LOSE' } as const;
  return info.moves.map(({ x, y, state }) => REPLY_TEXTS.markMove(words[state], x, y));
}

/** @returns score and PV, which Yixin-Board shows on request */
export function realtimeLine({ score, pv }: SearchFigures, nameOf: Naming): string[] {
  const moves = pv.slice(0, SHOWN_MOVES).map(nameOf);
  return [REPLY_TEXTS.lineScore(score), REPLY_TEXTS.lineMoves(moves.join(' '))];
}

/** A score of this many points is an expected score of 1 / (1 + 1 / e), 73 %. */
export const SCORE_SCALE = 200;

/** @returns the expected score of the side to move, 0 to 1 */
function winRate({ score, winIn }: SearchFigures): number {
  if (winIn !== null) return winIn > 0 ? 1 : 0;
  return expectedScore(score);
}

/** @param score in points @returns the expected score, from 0 for a loss to 1 for a win */
export function expectedScore(score: number): number {
  return 1 / (1 + Math.exp(-score / SCORE_SCALE));
}

/** @returns lines that Yixin-Board and browser front ends read after INFO show_detail 2 or 3 */
export function detailLines(info: SearchInfo): string[] {
  const speed = Math.round((info.nodes * 1000) / Math.max(1, info.elapsedMs));
  return [
    `INFO PV ${info.line}`,
    `INFO NUMPV ${info.lines}`,
    `INFO DEPTH ${info.depth}`,
    `INFO SELDEPTH ${info.selDepth}`,
    `INFO NODES ${info.nodes}`,
    `INFO TOTALNODES ${info.nodes}`,
    `INFO TOTALTIME ${Math.round(info.elapsedMs)}`,
    `INFO SPEED ${speed}`,
    `INFO EVAL ${protocolScore(info)}`,
    `INFO WINRATE ${winRate(info).toFixed(4)}`,
    `INFO BESTLINE ${info.pv
      .slice(0, SHOWN_MOVES)
      .map(({ x, y }) => `${x},${y}`)
      .join(' ')}`,
    'INFO PV DONE',
  ];
}
