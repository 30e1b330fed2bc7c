/** A position and its best lines, for people. */
import { opponentOf } from '../../core/color.ts';
import { counted, listed } from '../../core/text.ts';
import type { AnalysisReport } from '../../play/analysis/analysis.ts';
import { type GameState, lastStone, sideToMove } from '../../play/state/game-state.ts';
import { colorName, labelOf } from '../../play/state/notation.ts';
import { foulMarks, foulSide, fouls, threatLines, winningPoints } from '../../play/state/threats.ts';
import { variantName } from '../../play/state/variant.ts';
import { legalMoves } from '../../rules/index.ts';
import { drawBoard, type TerminalLook } from './board.ts';
import { spokenLine, spokenScore } from './words.ts';

/** Most points of a line to show; a proven win is shown as far as it is known. */
const MAX_LINE = 16;

/** @returns the board, the variant and the side to move */
export function positionLines(game: GameState, look: TerminalLook): string[] {
  const { position, variant, end } = game;
  const last = lastStone(game);
  const after = last === null ? '' : `, last ${labelOf(last, variant.height)}`;
  return [
    ...drawBoard({ position, last, row: end?.row ?? [], markOf: foulMarks(game) }, look),
    `${variantName(variant)}: move ${game.plies.length + 1}, ${end === null ? `${colorName(sideToMove(game))} to move` : endText(game)}${after}`,
  ];
}

/** @returns lines with scores, threats and forbidden points */
export function analysisLines(game: GameState, report: AnalysisReport): string[] {
  const { lines, isStopped } = report;
  const { position, variant, end } = game;
  if (end !== null) return [endText(game)];
  const color = sideToMove(game);
  const ranked = lines.map((line, i) => {
    const shown = line.winIn !== null && line.winIn > 0 ? line.pv.length : MAX_LINE;
    return `${i + 1}. ${spokenScore(line)}, depth ${line.depth}: ${spokenLine(line.pv, variant.height, shown)}`;
  });
  const nodes = Math.max(0, ...lines.map((line) => line.nodes));
  const elapsedMs = Math.max(0, ...lines.map((line) => line.elapsedMs));
  const names = fouls(game).map(({ name, kind }) => `${name} (${kind})`);
  return [
    ...ranked,
    ...whyFewer(game, report),
    `${Math.round(nodes / 1000)}k nodes in ${(elapsedMs / 1000).toFixed(1)} s${isStopped ? ', stopped' : ''}; scores from ${colorName(color)}'s view`,
    ...threatLines(position, variant.rule, color),
    ...threatLines(position, variant.rule, opponentOf(color)),
    ...(names.length > 0 ? [`Forbidden to ${colorName(foulSide(game))}: ${listed(names, 'and')}.`] : []),
  ];
}

/** @returns a sentence that explains why there are fewer lines than requested; empty if there are not */
function whyFewer({ position, variant, plies }: GameState, { lines, wanted }: AnalysisReport): string[] {
  if (lines.length >= wanted) return [];
  const asked = `${counted(lines.length, 'line')} of ${wanted}`;
  const color = sideToMove({ position, variant, plies, end: null });
  const legal = legalMoves(position, variant.rule, color).length;
  if (lines[0]?.winIn === 1) return [`${asked}: no other move wins at once.`];
  if (winningPoints(position, variant.rule, opponentOf(color)).length > 0) {
    return [`${asked}: after any other move, ${colorName(opponentOf(color))} wins at once.`];
  }
  if (lines.length >= legal) return [`${asked}: there are no other moves.`];
  return [`${asked}: the search ended before it found them all; increase the time, nodes or depth.`];
}

function endText({ end }: GameState): string {
  if (end === null) return '';
  if (end.result === 'draw') return 'drawn';
  const [winner, loser] = end.result === 'black' ? ['Black', 'White'] : ['White', 'Black'];
  return end.reason === 'foul' ? `${winner} has won: ${loser} played a forbidden move` : `${winner} has won`;
}
