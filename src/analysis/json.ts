/** A position and its best lines as JSON values. Points have their name and x, y from the top left. */
import { BLACK, type Color, sideName, WHITE } from '../core/color.ts';
import type { XY } from '../core/point.ts';
import { ruleNameOf } from '../core/rule.ts';
import type { SearchFigures } from '../engine/api.ts';
import { winChance } from '../engine/win-chance.ts';
import type { AnalysisReport } from '../play/analysis/analysis.ts';
import { type GameState, sideToMove } from '../play/state/game-state.ts';
import { formatRecord, labelOf } from '../play/state/notation.ts';
import { fouls, threatsOf } from '../play/state/threats.ts';

/** @returns position, lines and threats: the output of `tengen analyze --json` */
export function analysisJson(game: GameState, { lines, isStopped }: AnalysisReport): object {
  const { height } = game.variant;
  return { ...positionJson(game), lines: lines.map((line) => lineJson(line, height)), isStopped, ...threatsJson(game) };
}

export function positionJson(game: GameState): object {
  const { variant, end, plies } = game;
  return {
    rule: ruleNameOf(variant.rule.code),
    ruleCode: variant.rule.code,
    winLength: variant.rule.winLength,
    width: variant.width,
    height: variant.height,
    moves: formatRecord(plies, variant.height),
    sideToMove: end === null ? sideName(sideToMove(game)) : null,
    result: end?.result ?? null,
    reason: end?.reason ?? null,
  };
}

export function lineJson(figures: SearchFigures, height: number): object {
  const { score, winIn, depth, selDepth, nodes, elapsedMs, pv } = figures;
  return {
    score,
    winIn,
    winChance: rounded(winChance(figures)),
    depth,
    selDepth,
    nodes,
    elapsedMs: Math.round(elapsedMs),
    pv: pv.map((point) => pointJson(point, height)),
  };
}

export function pointJson({ x, y }: XY, height: number): object {
  return { name: labelOf({ x, y }, height), x, y };
}

/** The threats of both sides and the forbidden points: in renju Black's, in omok those of the side to move. */
export function threatsJson(game: GameState): object {
  const { position, variant, end } = game;
  const pointsOf = (points: readonly XY[]) => points.map((point) => pointJson(point, variant.height));
  const threatsFor = (color: Color) => {
    const { wins, doubles, singles } = threatsOf(position, variant.rule, color);
    return { wins: pointsOf(wins), doubleThreats: pointsOf(doubles), singleThreats: pointsOf(singles) };
  };
  return {
    threats: end === null ? { black: threatsFor(BLACK), white: threatsFor(WHITE) } : null,
    forbidden: fouls(game).map(({ point, kind }) => ({ ...pointJson(point, variant.height), kind })),
  };
}

/** Rounds to three digits: further ones mean nothing. */
export function rounded(chance: number): number {
  return Math.round(1000 * chance) / 1000;
}
