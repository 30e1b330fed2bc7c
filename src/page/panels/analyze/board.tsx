/** The board of an analyzed game, or of a setup. */
import { useState } from 'preact/hooks';
import { BLACK, type Color, EMPTY, WHITE } from '../../../core/color.ts';
import { pointOfCell, samePoint, type XY } from '../../../core/point.ts';
import { arrowsOf, shapesOf } from '../../../play/review/marks.ts';
import type { TreeNode } from '../../../play/review/tree.ts';
import { sideToMove } from '../../../play/state/game-state.ts';
import { labelOf, readPoint } from '../../../play/state/notation.ts';
import type { Variant } from '../../../play/state/variant.ts';
import type { Shown } from '../../../records/book/look-up.ts';
import { cellAt } from '../../../rules/index.ts';
import { Board } from '../../drawing/board.tsx';
import type { Ghost, Mark } from '../../drawing/marks.tsx';
import { useShownGame } from '../../drawing/shown-game.ts';
import { pageSpeech, say } from '../../lang/languages.ts';
import type { Attempt } from '../../models/analyze/review.ts';
import type { PageModel } from '../../models/page/model.ts';
import { chanceOrWin } from '../../parts/figures.ts';

export function AnalyzeBoard({ page }: { readonly page: PageModel }) {
  const { analyze, settings } = page;
  const isStudy = page.shown.mode === 'study';
  const tool = isStudy ? page.shown.tool : 'move';
  const { game, preview, setup, cursor } = analyze;
  const { current } = cursor;
  const threats = analyze.threats.both;
  const [hovered, setHovered] = useState<XY | null>(null);
  const shared = useShownGame(
    pageSpeech(),
    game,
    setup === null ? hovered : null,
    settings.look.numbers,
    current.parent !== null,
  );
  if (setup !== null) {
    const { width, height } = setup.variant;
    const color = tool === 'white' ? WHITE : BLACK;
    return (
      <Board
        {...shared}
        {...NOTHING}
        position={{ width, height, cells: setup.cells }}
        look={{ ...settings.look, numbers: false }}
        toPlay={color}
        editing="stones"
        onPlay={(point) => analyze.putStone(point, color)}
        onHover={setHovered}
      />
    );
  }
  const { width } = game.position;
  const marks = [...shared.marks, ...letterMarks(current)];
  const remarks = new Map(shared.remarks);
  const remark = (at: number, text: string) => remarks.set(at, [remarks.get(at) ?? [], text].flat().join(', '));
  for (const [at, text] of current.labels) remark(at, text);
  for (const [at, shape] of shapesOf(current)) {
    marks.push({ kind: 'shape', point: pointOfCell(at, width), shape });
    remark(at, say(shape));
  }
  for (const { from, to } of arrowsOf(current)) {
    marks.push({ kind: 'arrow', point: to, from });
    remark(from.y * width + from.x, say('arrowTo', { point: labelOf(to, game.variant.height) }));
  }
  const entry = isStudy ? null : page.shelf.shownFor(game);
  const inBook: Mark[] = [];
  for (const point of entry === null ? [] : bookPoints(entry, game.variant)) {
    if (cellAt(game.position, point.x, point.y) !== EMPTY) continue;
    inBook.push({ kind: 'book', point });
    remark(point.y * width + point.x, say('inBook'));
  }
  const retry = analyze.retry;
  const isBare = tool === 'move' && retry === null;
  const candidates = isBare && preview === null ? analyze.lines.best.slice(0, analyze.lines.count) : [];
  for (const [i, info] of candidates.entries()) {
    marks.push({ kind: 'value', point: info.pv[0], rank: i + 1, text: chanceOrWin(info).replace(' %', '') });
  }
  // Over the candidates, in the corner of those; under the stones of a line.
  if (isBare && threats !== null) {
    const taken = candidates.map(({ pv }) => pv[0]);
    const isTaken = (point: XY) => taken.some((one) => samePoint(one, point));
    marks.push(...threatMarks(threats.black, BLACK, isTaken), ...threatMarks(threats.white, WHITE, isTaken));
  }
  const ghosts: Ghost[] = (preview?.line ?? []).map((point, i) => ({
    point,
    color: ((preview?.color ?? BLACK) === BLACK) === (i % 2 === 0) ? BLACK : WHITE,
    label: String(i + 1),
  }));
  if (retry?.attempt && preview === null) {
    ghosts.push({ point: retry.attempt.point, color: sideToMove(game), label: attemptSign(retry.attempt) });
  }
  const editing = tool === 'letter' ? 'letters' : tool === 'marks' ? 'marks' : undefined;
  const play = (point: XY) => {
    if (editing === 'letters') cursor.toggleLetter(point);
    else if (editing === 'marks') cursor.mark(point, point);
    else if (retry === null) cursor.play(point);
    else void analyze.attempt(point);
  };
  return (
    <Board
      {...shared}
      look={settings.look}
      marks={[...marks, ...inBook]}
      remarks={remarks}
      ghosts={ghosts}
      toPlay={editing !== undefined || game.end === null ? sideToMove(game) : null}
      editing={editing}
      onPlay={play}
      onMark={isStudy && retry === null ? (from, to) => cursor.mark(from, to) : undefined}
      onHover={setHovered}
    />
  );
}

function attemptSign({ chance, isRight }: Attempt): string {
  return chance === null ? '…' : isRight ? '✓' : '✗';
}

/** What is hidden during a setup. */
const NOTHING = { marks: [], ghosts: [], explanations: [], winningRows: [], remarks: new Map<number, string>() };

function letterMarks({ labels, game }: TreeNode): Mark[] {
  const { width, cells } = game.position;
  return [...labels].map(([i, text]) => {
    return { kind: 'letter', point: pointOfCell(i, width), text, cell: cells[i] };
  });
}

function threatMarks(
  threats: { wins: readonly XY[]; doubles: readonly XY[]; singles: readonly XY[] },
  color: Color,
  isTaken: (point: XY) => boolean,
): Mark[] {
  const marks = (points: readonly XY[], strength: 'win' | 'double' | 'single') =>
    points.map((point): Mark => ({ kind: 'threat', point, strength, color, isAside: isTaken(point) }));
  return [...marks(threats.wins, 'win'), ...marks(threats.doubles, 'double'), ...marks(threats.singles, 'single')];
}

/** @returns the points of a book's moves, with all their images */
function bookPoints(shown: Shown, variant: Variant): XY[] {
  const points = shown.next.flatMap(({ images }) => images.map((image) => readPoint(image, variant)));
  return points.filter((point) => point !== null);
}
