/**
 * Parses the thinking output of engines, in the dialects in use.
 *
 * tengen: `depth 14-22 ev 85 n 1203k n/s 480k tm 2510 pv h8 i9`. Rapfi: `Speed 1032K | Depth 19-35 | Eval 258 | Node
 * 270K | Time 262ms`. Older ones: `depth=8 val=12`, `Evaluation: 12`, `best: [7,7] val=0`. Wins: `+M9`, losses `-M8`.
 */
import type { Score } from '../../records/notation/game-record.ts';

/** The figures that an engine has printed about a move. */
export interface Thinking {
  /** Mover's view: points, `+M9` or `-M8`. */
  readonly score: Score | null;
  /** Plies. */
  readonly depth: number | null;
  readonly nodes: number | null;
}

export const NO_THINKING: Thinking = { score: null, depth: null, nodes: null };

// A non-blank character separates any two parts that match blanks: otherwise a regular expression tries every way to
// split a long run of blanks between them, in quadratic time.
const SCORE =
  /(?:^|[\s|[,;])(?:eval(?:uation)?|ev|val(?:ue)?|score)\s*(?:[:=]\s*)?((?:[+-]\s*)?(?:M\s*\d+|inf|\d+(?:\.\d+)?))/i;
const DEPTH = /(?:^|[\s|[,;])(?:depth|dep|d)\s*(?:[:=]\s*)?(\d+)/i;
const NODES = /(?:^|[\s|[,;])(?:total\s*)?(?:nodes?|n)\s*(?:[:=]\s*)?(\d+(?:\.\d+)?)\s*([kmg])?\b/i;
const FACTORS: Readonly<Record<string, number>> = { k: 1e3, m: 1e6, g: 1e9 };

/**
 * Collects from the MESSAGE lines of one move, newest last: each value from the last line that has it.
 * @param lines what followed the word MESSAGE
 */
export function parseThinking(lines: readonly string[]): Thinking {
  let score: Score | null = null;
  let depth: number | null = null;
  let nodes: number | null = null;
  for (let i = lines.length - 1; i >= 0 && (score === null || depth === null || nodes === null); i--) {
    const line = lines[i];
    score ??= scoreIn(line);
    const depthFound = DEPTH.exec(line);
    if (depthFound !== null) depth ??= Number(depthFound[1]);
    const nodesFound = NODES.exec(line);
    if (nodesFound !== null)
      nodes ??= Math.round(Number(nodesFound[1]) * (FACTORS[(nodesFound[2] ?? '').toLowerCase()] ?? 1));
  }
  return { score, depth, nodes };
}

function scoreIn(line: string): Score | null {
  const found = SCORE.exec(line);
  if (found === null) return null;
  const text = found[1].replace(/\s+/g, '').toUpperCase();
  if (text.includes('INF')) return null;
  if (!text.includes('M')) return Number(text);
  return text.startsWith('-') ? text : `+${text.replace('+', '')}`;
}

/** Points given to a forced win in 0 plies, for comparisons and graphs. */
export const WIN_POINTS = 30_000;

/** @returns `score` as one number: a forced win counts as {@link WIN_POINTS} less its plies */
export function pointsOfScore(score: Score): number {
  if (typeof score === 'number') return score;
  const plies = Number(score.slice(2));
  return score.startsWith('-') ? plies - WIN_POINTS : WIN_POINTS - plies;
}
