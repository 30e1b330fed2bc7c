/** `tengen analyze --game`: analyzes a whole game; reports it as text, JSON, annotated SGF, and a win chance curve. */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { pointJson, positionJson, rounded } from '../../analysis/json.ts';
import { BLACK, sideName, WHITE } from '../../core/color.ts';
import { reasonOf } from '../../core/errors.ts';
import { printable } from '../../core/text.ts';
import type { ThinkLimits } from '../../engine/api.ts';
import { isUnanswered } from '../../engine/errors.ts';
import { createEngine } from '../../platform/node/engine.ts';
import { replaceFile } from '../../platform/node/files.ts';
import { complain } from '../../platform/node/streams.ts';
import { analyzeGame, type PositionAnalysis } from '../../play/review/analyze-game.ts';
import { annotate } from '../../play/review/annotate.ts';
import { formatCurve } from '../../play/review/curve.ts';
import { type Review, reviewOf, summaryOf } from '../../play/review/review.ts';
import { lineThrough, type TreeNode } from '../../play/review/tree.ts';
import { treeToSgf } from '../../play/review/tree-sgf.ts';
import { reviewLines, summaryText } from '../../play/review/words.ts';
import { variantName } from '../../play/state/variant.ts';
import type { SavedGame } from '../../records/notation/saved-game.ts';
import { reasonText } from '../../records/notation/sgf.ts';

export interface GameRequest {
  /** A position of the line to analyze. */
  readonly node: TreeNode;
  readonly facts: Partial<SavedGame>;
  /** For each position. */
  readonly limits: ThinkLimits;
  readonly isJson: boolean;
  readonly sgf: string | null;
  readonly svg: string | null;
}

/** @returns the exit code */
export async function reportGame(request: GameRequest): Promise<number> {
  const { node, facts, isJson, sgf, svg } = request;
  // Checked now, as the search takes minutes.
  for (const file of [sgf, svg]) {
    if (file !== null && !existsSync(dirname(file))) return failed(file, 'no such folder');
  }
  const line = lineThrough(node);
  const { analyses, isStopped } = await analyzeLine(line, request.limits);
  const review = reviewOf(
    line.map(({ game }) => game),
    analyses,
  );
  const text = isJson ? JSON.stringify(reviewJson(review, isStopped)) : reviewText(review, facts, isStopped);
  process.stdout.write(`${text}\n`);
  const names = { black: facts.black ?? null, white: facts.white ?? null };
  if (sgf !== null) {
    if (facts.reason && line[0].comment === '') line[0].comment = reasonText(facts.reason);
    annotate(line, review, names);
  }
  const codes = [
    sgf === null ? 0 : save(sgf, treeToSgf(node, facts)),
    svg === null ? 0 : save(svg, formatCurve(review, titleOf(review, facts))),
  ];
  return Math.max(...codes);
}

/** @returns the exit code */
function save(file: string, text: string): number {
  try {
    replaceFile(file, text);
    return 0;
  } catch (error) {
    return failed(file, reasonOf(error));
  }
}

function failed(file: string, reason: string): number {
  complain(`tengen analyze: ${file}: ${reason}`);
  return 1;
}

/** Analyzes every position of a line. Ctrl-C ends it with the results so far. */
async function analyzeLine(
  line: readonly TreeNode[],
  limits: ThinkLimits,
): Promise<{ analyses: readonly (PositionAnalysis | null)[]; isStopped: boolean }> {
  const analyses: (PositionAnalysis | null)[] = line.map(() => null);
  const engine = createEngine();
  const showsProgress = process.stderr.isTTY && process.env.TERM !== 'dumb';
  const stop = () => engine.cancel();
  let done = 0;
  process.once('SIGINT', stop);
  try {
    const games = line.map(({ game }) => game);
    await analyzeGame(engine, games, limits, (index, found) => {
      analyses[index] = found;
      if (showsProgress) process.stderr.write(`\rposition ${++done} of ${line.length} (Ctrl-C to stop)\x1b[K`);
    });
    return { analyses, isStopped: false };
  } catch (error) {
    if (!isUnanswered(error)) throw error;
    return { analyses, isStopped: true };
  } finally {
    if (showsProgress) process.stderr.write('\r\x1b[K');
    process.off('SIGINT', stop);
    engine.close();
  }
}

export function reviewText(review: Review, facts: Partial<SavedGame>, isStopped: boolean): string {
  const [black, white] = [facts.black, facts.white].map((name) => (name == null ? null : printable(name)));
  return [
    ...reviewLines(review),
    '',
    summaryText(BLACK, summaryOf(review, BLACK), black),
    summaryText(WHITE, summaryOf(review, WHITE), white),
    ...(isStopped ? ['Stopped before all positions were analyzed.'] : []),
  ].join('\n');
}

function titleOf({ games }: Review, { black = null, white = null }: Partial<SavedGame>): string {
  const names = black === null && white === null ? '' : `${black ?? '?'} - ${white ?? '?'}, `;
  return `${names}${variantName(games[0].variant)}`;
}

export function reviewJson(review: Review, isStopped: boolean): object {
  const { games, chances, moves } = review;
  const { height } = games[0].variant;
  const chanceAt = (index: number) => (chances[index] === null ? null : rounded(chances[index]));
  return {
    ...positionJson(games[games.length - 1]),
    firstChance: chanceAt(0),
    review: moves.map(({ number, color, point, lost, verdict, better, missedWinIn }, i) => ({
      number,
      color: sideName(color),
      move: point === null ? null : pointJson(point, height),
      blacksChance: chanceAt(i + 1),
      lost: lost === null ? null : rounded(lost),
      verdict,
      missedWinIn,
      better: better.map((one) => pointJson(one, height)),
    })),
    summary: { black: summaryOf(review, BLACK), white: summaryOf(review, WHITE) },
    isStopped,
  };
}
