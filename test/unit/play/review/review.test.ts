/** Whole games reviewed, by an engine with scripted answers. */

import { describe, expect, test } from 'vitest';
import { BLACK, WHITE } from '../../../../src/core/color.ts';
import { FREESTYLE } from '../../../../src/core/rule-code.ts';
import type { SearchFigures, ThinkResult } from '../../../../src/engine/api.ts';
import { winChance } from '../../../../src/engine/win-chance.ts';
import type { Analyzer } from '../../../../src/play/analysis/analysis.ts';
import { analyzeGame, type PositionAnalysis } from '../../../../src/play/review/analyze-game.ts';
import { annotate } from '../../../../src/play/review/annotate.ts';
import { formatCurve } from '../../../../src/play/review/curve.ts';
import { accuracyOf, decidingMoves, type Review, reviewOf, summaryOf } from '../../../../src/play/review/review.ts';
import { childAt, gameTreeOf, lineThrough, promote, type TreeNode } from '../../../../src/play/review/tree.ts';
import { treeFromSgf, treeToSgf } from '../../../../src/play/review/tree-sgf.ts';
import { losses, verdicts } from '../../../../src/play/review/verdicts.ts';
import { reviewLines, summaryText } from '../../../../src/play/review/words.ts';
import { type GameState, newGame, withPlies } from '../../../../src/play/state/game-state.ts';
import { readPoint, readRecord } from '../../../../src/play/state/notation.ts';
import { variantOf } from '../../../../src/play/state/variant.ts';

const EMPTY_BOARD = newGame(variantOf(FREESTYLE, 15, 15, null));
const pointsOf = (names: string) => readRecord(names, EMPTY_BOARD.position) ?? [];

/** The positions of a game. */
const gamesOf = (moves: string): GameState[] =>
  lineThrough(gameTreeOf(withPlies(EMPTY_BOARD, pointsOf(moves)))).map(({ game }) => game);

/** @param line names of points @param score from the side to move's point of view */
function figures(line: string, score: number, winIn: number | null = null): SearchFigures {
  const pv = pointsOf(line).filter((point) => point !== null);
  return { score, winIn, depth: 9, selDepth: 9, nodes: 100, elapsedMs: 1, pv };
}

/** Answers by the number of stones on the board. */
function told(answers: Readonly<Record<number, SearchFigures>>, asked: number[] = []): Analyzer {
  let stones = 0;
  return {
    setPosition: (position) => {
      stones = position.stones.length;
    },
    clearHash() {},
    stop() {},
    think: async (): Promise<ThinkResult> => {
      asked.push(stones);
      const found = answers[stones];
      return {
        ...found,
        ...found.pv[0],
        winChance: winChance(found),
        searchMs: found.elapsedMs,
        source: 'search',
        isForced: false,
        isFoul: false,
      };
    },
  };
}

async function lookedAt(games: readonly GameState[], answers: Readonly<Record<number, SearchFigures>>) {
  const looked: (PositionAnalysis | null)[] = games.map(() => null);
  const asked: number[] = [];
  await analyzeGame(told(answers, asked), games, { maxNodes: 1 }, (index, found) => {
    looked[index] = found;
  });
  return { looked, asked };
}

describe('the analysis of positions', () => {
  test('runs from the last position back, and the end of a game needs no search', async () => {
    const games = gamesOf('h8 a1 i8 a2 j8 a3 k8 a4 l8');
    const answers = Object.fromEntries([...Array(9).keys()].map((stones) => [stones, figures('o15', 0)]));
    const { looked, asked } = await lookedAt(games, answers);
    expect(asked).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(looked[9]).toEqual({ chance: 1, best: null });
  });

  test('a position is as good as the move that was played in it, unless more is proven', async () => {
    const games = gamesOf('h8 i9 j10');
    const worse = { 0: figures('h8', 0), 1: figures('i9', 0), 2: figures('h7', 0), 3: figures('a1', -400) };
    const { looked } = await lookedAt(games, worse);
    // White is in trouble after the third move, so Black was well off before it.
    expect(looked[3]?.chance).toBeCloseTo(0.88, 2);
    expect(looked[2]?.chance).toBeCloseTo(0.88, 2);
    // White, who had another choice, was not.
    expect(looked[1]?.chance).toBeCloseTo(0.5, 2);
    const lost = await lookedAt(games, { ...worse, 2: figures('h7', -9000, -8) });
    expect(lost.looked[2]?.chance).toBe(0);
  });
});

test('the loss of a move is counted from its player’s point of view, and determines the verdict', () => {
  expect(losses([0.5, 0.4, 0.6, null, 0.1])).toEqual([expect.closeTo(0.1), expect.closeTo(0.2), null, null]);
  expect(losses([0.5, 0.4], WHITE)).toEqual([expect.closeTo(-0.1)]);
  expect(verdicts([0.5, 0.3, 0.7, 0.65])).toEqual(['mistake', 'blunder', null]);
});

/** Black gives a win away, White errs, and Black plays the best move, which loses anyway. */
function sample(): { games: GameState[]; review: Review } {
  const games = gamesOf('h8 i9 j10 k11 l12');
  const looked: PositionAnalysis[] = [
    { chance: 0.5, best: figures('h8', 0) },
    { chance: 0.5, best: figures('i9', 0) },
    { chance: 1, best: figures('g7 g6 g5', 9000, 3) },
    { chance: 0.4, best: figures('c3 c4', 80) },
    { chance: 0.6, best: figures('l12 l11', 80) },
    { chance: 0.2, best: figures('a1', 300) },
  ];
  return { games, review: reviewOf(games, looked) };
}

describe('a review', () => {
  const { review } = sample();

  test('names missed wins, mistakes and blunders, but never the best move', () => {
    expect(review.moves.map(({ verdict }) => verdict)).toEqual([null, null, 'missed-win', 'mistake', null]);
    expect(review.moves[2]).toMatchObject({ number: 3, color: BLACK, lost: 0.6, missedWinIn: 3 });
    expect(review.moves[2].better).toHaveLength(3);
    expect(review.moves[4]).toMatchObject({ lost: 0, better: [] });
  });

  test('leaves gaps for positions that were not analyzed', () => {
    const games = gamesOf('h8 i9');
    const { moves, chances } = reviewOf(games, [null, null, { chance: 0.7, best: null }]);
    expect(chances).toEqual([null, null, 0.7]);
    expect(moves.map(({ lost, verdict }) => [lost, verdict])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(summaryText(BLACK, summaryOf({ games, chances, moves }, BLACK))).toBe('Black: no data');
  });

  test('the accuracy of a side, and the moves that decided the game', () => {
    // Black lost 0, 60 and 0 %, White 0 and 20 %.
    expect(accuracyOf(review, BLACK)).toBeCloseTo((2 + Math.exp(-2.4)) / 3, 6);
    expect(accuracyOf(review, WHITE)).toBeCloseTo((1 + Math.exp(-0.8)) / 2, 6);
    expect(accuracyOf({ ...review, moves: [] }, WHITE)).toBeNull();
    expect(decidingMoves(review, 3).map(({ number }) => number)).toEqual([3, 4]);
    expect(decidingMoves(review, 1).map(({ number }) => number)).toEqual([3]);
  });

  test('in words', () => {
    expect(reviewLines(review)).toEqual([
      '   move        Black   lost',
      '1. Black H8    50 %    0 %',
      '2. White I9   100 %    0 %',
      '3. Black J10   40 %   60 %  missed win in 2 moves; better G7 G6 G5',
      '4. White K11   60 %   20 %  mistake; better C3 C4',
      '5. Black L12   20 %    0 %',
    ]);
    expect(summaryText(WHITE, summaryOf(review, WHITE), 'Boris')).toBe(
      'White (Boris): 10.0 % lost per move on average, 0 missed wins, 0 blunders, 1 mistake',
    );
  });

  test('as comments and variations of the game, which can be read back', () => {
    const last = gameTreeOf(withPlies(EMPTY_BOARD, pointsOf('h8 i9 j10 k11 l12')));
    const line = lineThrough(last);
    line[1].comment = 'a good start';
    annotate(line, review, { black: 'Anna', white: null });
    const text = treeToSgf(last, {
      black: 'Anna',
      white: 'Boris',
      date: '2026-11-22',
      result: 'white',
      reason: 'five',
    });
    expect(text).toMatch(
      /^\(;FF\[4\]GM\[4\]CA\[UTF-8\]AP\[tengen\]SZ\[15\]RU\[Freestyle\]PB\[Anna\]PW\[Boris\]DT\[2026-11-22\]RE\[W\+\]C\[/,
    );
    const read = lineThrough(treeFromSgf(text, FREESTYLE));
    expect(read).toHaveLength(6);
    expect(read[0].comment).toMatch(/^Reviewed by tengen\.\nBlack \(Anna\): /);
    expect(read[1].comment).toBe('a good start\nBlack 50 %');
    expect(read[3].comment).toBe('Missed win in 2 moves; better G7 G6 G5\nLost 60 %. Black 40 %');
    expect(read.map(({ children }) => children.length)).toEqual([1, 1, 2, 2, 1, 0]);
    const [, variation] = read[2].children;
    expect(lineThrough(variation).at(-1)?.game.plies.slice(2)).toEqual(pointsOf('g7 g6 g5'));
  });

  describe('of a game that was reviewed before', () => {
    const record = withPlies(EMPTY_BOARD, pointsOf('h8 i9 j10 k11 l12'));
    const names = { black: 'Anna', white: null };
    /** Another engine's opinion of the same game. */
    const other: Review = {
      ...review,
      chances: [0.5, 0.5, 0.5, 0.5, 0.7, 0.7],
      moves: review.moves.map((move, i) =>
        i === 3
          ? { ...move, lost: 0.2, better: pointsOf('d4 d5').filter((point) => point !== null) }
          : { ...move, verdict: null },
      ),
    };
    /** The other opinion on the game without a review. */
    const annotatedAfresh = () => {
      const fresh = gameTreeOf(record);
      annotate(lineThrough(fresh), other, names);
      return treeToSgf(fresh);
    };
    const reread = (last: TreeNode, lineEnd = '\n') =>
      treeFromSgf(treeToSgf(last).replaceAll('\n', lineEnd), FREESTYLE);

    test.each(['\n', '\r\n'])('replaces the first review, with line ends %j', (lineEnd) => {
      const last = gameTreeOf(record);
      annotate(lineThrough(last), review, names);
      const once = treeToSgf(last);
      const again = reread(last, lineEnd);
      annotate(lineThrough(again), review, names);
      expect(treeToSgf(again)).toBe(once);

      annotate(lineThrough(again), other, names);
      expect(treeToSgf(again)).toBe(annotatedAfresh());
    });

    test('replaces a review in the wording of earlier versions', () => {
      const old = gameTreeOf(record);
      annotate(lineThrough(old), review, names);
      const text = treeToSgf(old)
        .replaceAll('tengen suggests:', 'Better, says tengen:')
        .replaceAll('% lost per move on average', '% lost a move on average')
        .replaceAll('no data', 'nothing known');
      expect(text).not.toBe(treeToSgf(old));
      const again = treeFromSgf(text, FREESTYLE);
      annotate(lineThrough(again), other, names);
      expect(treeToSgf(again)).toBe(annotatedAfresh());
    });

    test('keeps what people wrote: before, after and below', () => {
      const last = gameTreeOf(record);
      const line = lineThrough(last);
      line[0].comment = 'a lesson\n\nof two paragraphs';
      childAt(childAt(line[2], readPoint('G7', EMPTY_BOARD.position)!), readPoint('A1', EMPTY_BOARD.position)!);
      annotate(line, review, names);
      line[3].comment += '\nBlack slept';
      const [, mine, better] = [...line[2].children, ...line[3].children.slice(1)];
      better.children[0].comment = 'pretty';
      mine.comment += '\nmine';

      const again = lineThrough(reread(last));
      annotate(again, other, names);
      expect(again[0].comment).toMatch(
        /^a lesson\n\nof two paragraphs\nReviewed by tengen\.\nBlack \(Anna\): .*\nWhite: .*$/,
      );
      expect(again[3].comment).toBe('Black slept\nBlack 50 %');
      // Tengen's G6 after the person's G7 is removed, the person's A1 is not.
      expect(again[2].children).toHaveLength(2);
      expect(again[2].children[1].comment).toBe('mine');
      expect(again[2].children[1].children.map(({ game }) => game.plies.at(-1))).toEqual(pointsOf('a1'));
      // C3 C4 stays because of the comment on C4, D4 D5 is new.
      expect(again[3].children.map(({ comment }) => comment)).toEqual([
        'Mistake; better D4 D5\nLost 20 %. Black 70 %',
        '',
        'tengen suggests: D4 D5',
      ]);
      expect(again[3].children[1].children[0].comment).toBe('pretty');
    });

    test('keeps suggested moves that people made the main line, or marked', () => {
      const last = gameTreeOf(record);
      annotate(lineThrough(last), review, names);
      const suggested = lineThrough(last)[3].children[1];
      const marked = lineThrough(last)[2].children[1];
      promote(suggested);
      marked.unread.set('N', ['my trick']);
      const again = lineThrough(reread(suggested))[0];
      const main = lineThrough(again);
      expect(main[4].comment).toContain('tengen suggests');
      annotate(main, { ...other, moves: [] }, names);
      expect(lineThrough(again)).toEqual(main);
      expect(again.children[0].children[0].children.map(({ unread }) => [...unread.keys()])).toEqual([[], ['N']]);
    });

    test('a comment that only looks like one of tengen’s stays if tengen has not been there', () => {
      const last = gameTreeOf(record);
      lineThrough(last)[1].comment = 'Black 60 %';
      annotate(lineThrough(last), review, names);
      expect(lineThrough(last)[1].comment).toBe('Black 60 %\nBlack 50 %');
    });
  });

  test('as a curve with a mark for each verdict', () => {
    const svg = formatCurve(review, 'Anna & Boris');
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" /);
    expect(svg).toContain('<title>Anna &#38; Boris</title>');
    expect(svg.match(/<g fill="#[0-9a-f]+"><title>/g)).toHaveLength(2);
    expect(svg).toContain('<title>3. Black J10: missed win in 2 moves; better G7 G6 G5; Black 40 %</title>');
    expect(svg).not.toMatch(/NaN|undefined|null/);
  });
});

test('a curve with gaps is drawn in pieces', () => {
  const { games, review } = sample();
  const svg = formatCurve({ ...review, games, chances: [0.5, 0.6, null, 0.4, 0.3, null] }, 'gaps');
  expect(svg.match(/fill="none" stroke="#222"/g)).toHaveLength(2);
});

test('points of the games are in the right places', () => {
  expect(gamesOf('h8')[1].plies).toEqual([readPoint('H8', EMPTY_BOARD.position)]);
});
