/** The panel next to the board of an analyzed game. */
import { useState } from 'preact/hooks';
import { BLACK, type Color, opponentOf, sideName } from '../../../core/color.ts';
import type { SearchInfo } from '../../../engine/api.ts';
import { canHaveWins } from '../../../play/opponent/opponent.ts';
import { percentText, verdicts } from '../../../play/review/verdicts.ts';
import { sideToMove } from '../../../play/state/game-state.ts';
import { labelOf } from '../../../play/state/notation.ts';
import { pageSpeech, say } from '../../lang/languages.ts';
import { MAX_SHOWN_LINES } from '../../models/analyze/lines.ts';
import type { AnalyzeModel } from '../../models/analyze/model.ts';
import type { PageModel } from '../../models/page/model.ts';
import { Button, Select, StepButtons } from '../../parts/controls.tsx';
import { chanceOrWin, colorText, lineText } from '../../parts/figures.ts';
import { Lazy, type Load } from '../../parts/lazy.tsx';
import { MoveList } from '../../parts/move-list.tsx';
import { BOOK_OF_WINS } from '../../shelf/book/own-books.ts';
import { readKept, remember } from '../../state/storage.ts';
import { Mistakes, RetryPanel } from '../moves/mistakes.tsx';
import type { ReportProps } from '../moves/report.tsx';
import { EngineSwitch, MovesTitle, PanelEnd } from './controls.tsx';
import { Graph } from './graph.tsx';

/** Moves of a line that the panel lists. */
const LINE_LENGTH = 12;

interface PageProps {
  readonly page: PageModel;
}

/** Parts that are loaded once they are shown. */
interface AnalyzeParts {
  readonly book: Load<PageProps>;
  readonly explorer: Load<PageProps>;
  readonly report: Load<ReportProps>;
  readonly knownWin: Load<{ readonly analyze: AnalyzeModel }>;
}

interface AnalyzePanelProps extends PageProps {
  readonly parts: AnalyzeParts;
}

export function AnalyzePanel({ page, parts }: AnalyzePanelProps) {
  const { analyze } = page;
  const { game, cursor, lines, activity } = analyze;
  const { line } = cursor;
  const chances = line.map(({ chance }) => chance);
  const judged = verdicts(chances, sideToMove(line[0].game));
  const setUp = line[0].game.plies.length;
  const last = line[line.length - 1].game;
  const isOver = game.end !== null;
  return (
    <aside class="panel" aria-label={say('analyze')}>
      <div class="engine-line">
        <EngineSwitch analyze={analyze} />
        <SpeedText analyze={analyze} />
        <Select
          class="count"
          label={say('lines')}
          value={lines.count}
          options={Array.from({ length: MAX_SHOWN_LINES + 1 }, (_, i) => ({ value: i, text: String(i) }))}
          onChange={(count) => analyze.setLineCount(count)}
        />
      </div>
      {analyze.retry !== null ? (
        <RetryPanel analyze={analyze} retry={analyze.retry} />
      ) : isOver ? (
        <p class="status over">{say('gameOver')}</p>
      ) : (
        <>
          {lines.count > 0 && <p class="hint-text">{say('chancesOf', { color: colorText(cursor.color, say) })}</p>}
          <Lines analyze={analyze} />
        </>
      )}
      {lines.excluded.length > 0 && (
        <p class="advice">
          {say('leftOut', { points: lines.excluded.map((point) => labelOf(point, game.variant.height)).join(' ') })}{' '}
          <Button text={say('takeIn')} class="quiet" onClick={() => analyze.includeAll()} />
        </p>
      )}
      <FindingText analyze={analyze} />
      {analyze.retry === null && canHaveWins(BOOK_OF_WINS, game) && <Lazy load={parts.knownWin} props={{ analyze }} />}
      <div class="actions">
        <Button text={say('threats')} aria-pressed={analyze.threats.isOn} onClick={() => analyze.toggleThreats()} />
        <Button
          text={say('whatThreat')}
          disabled={isOver || activity === 'threat'}
          onClick={() => void analyze.askThreat()}
        />
        {activity === 'proof' ? (
          <Button text={say('stop')} onClick={() => analyze.stop()} />
        ) : (
          <Button text={say('solve')} disabled={isOver} onClick={() => void analyze.solve()} />
        )}
        {activity === 'review' ? (
          <button type="button" onClick={() => analyze.stop()}>
            {say('stop')} {percentText(analyze.progress)}
          </button>
        ) : (
          <Button text={say('review')} disabled={line.length < 2} onClick={() => void analyze.reviewGame()} />
        )}
      </div>
      {analyze.retry === null && <Mistakes analyze={analyze} report={parts.report} />}
      <Lazy load={parts.book} props={{ page }} />
      <LibraryMoves page={page} explorer={parts.explorer} />
      <MovesTitle game={game} />
      <Graph chances={chances} verdicts={judged} current={cursor.index} onGo={(index) => cursor.goTo(index)} />
      <StepButtons position={cursor} />
      <MoveList
        speech={pageSpeech()}
        plies={last.plies.slice(setUp)}
        height={game.variant.height}
        current={cursor.index}
        remarkOf={(ply) => (judged[ply] === 'blunder' ? '??' : judged[ply] === 'mistake' ? '?' : null)}
        onGo={(index) => cursor.goTo(index)}
      />
      <Variations analyze={analyze} />
      <PanelEnd page={page} />
    </aside>
  );
}

/** Name in the storage: whether the moves of the library's games are shown. */
const EXPLORER = 'explorer';

/** The moves that the games of the library have here, loaded once they are wanted. */
function LibraryMoves({ page, explorer }: PageProps & Pick<AnalyzeParts, 'explorer'>) {
  const [isShown, setShown] = useState(readKept(EXPLORER) === true);
  const toggle = () => {
    remember(EXPLORER, !isShown);
    setShown(!isShown);
  };
  return (
    <section class="book explorer" aria-label={say('library')}>
      <h2>
        {say('library')}
        <Button text={say('playedMoves')} class="switch" role="switch" aria-checked={isShown} onClick={toggle} />
      </h2>
      {isShown && <Lazy load={explorer} props={{ page }} />}
    </section>
  );
}

function SpeedText({ analyze }: { readonly analyze: AnalyzeModel }) {
  const [best] = analyze.lines.best;
  if (best === undefined || best.nodes < 100) return <span class="speed">{analyze.activity === null ? '' : '…'}</span>;
  const perSecond = (1000 * best.nodes) / best.elapsedMs;
  return (
    <span class="speed" title={compact(best.nodes)}>
      <span>{say('depth', { depth: best.depth })}</span>{' '}
      {best.elapsedMs >= 50 && <span>{say('nodesPerSecond', { count: compact(perSecond) })}</span>}
    </span>
  );
}

function Lines({ analyze }: { readonly analyze: AnalyzeModel }) {
  const { best, count } = analyze.lines;
  return (
    <ol class="lines" onPointerLeave={() => analyze.show(null)}>
      {best.slice(0, count).map((info, i) => (
        <Line key={i} analyze={analyze} info={info} rank={i + 1} />
      ))}
      {analyze.activity === 'lines' &&
        best.length < count &&
        Array.from({ length: Math.min(3, count) - best.length }, (_, i) => <li key={`none${i}`} class="none" />)}
    </ol>
  );
}

function Line({ analyze, info, rank }: { analyze: AnalyzeModel; info: SearchInfo; rank: number }) {
  const { height } = analyze.game.variant;
  const preview = () => analyze.showLine(rank - 1);
  return (
    <li>
      <button
        type="button"
        class="line"
        onPointerEnter={preview}
        onFocus={preview}
        onBlur={() => analyze.show(null)}
        onClick={() => analyze.cursor.play(info.pv[0])}
      >
        <b class="value">{chanceOrWin(info)}</b>
        <span class="pv">{lineText(info.pv, height, LINE_LENGTH, info.winIn)}</span>
      </button>
      <Button
        text="✕"
        class="quiet"
        aria-label={say('leaveOut', { point: labelOf(info.pv[0], height) })}
        title={say('leaveOut', { point: labelOf(info.pv[0], height) })}
        data-rank={rank}
        onClick={() => analyze.exclude(info.pv[0])}
      />
    </li>
  );
}

function FindingText({ analyze }: { readonly analyze: AnalyzeModel }) {
  const { finding, activity, game } = analyze;
  if (activity === 'proof') return <p class="advice">{say('solving')}</p>;
  if (finding === null) return null;
  const { figures, color } = finding;
  if (figures === null) return <p class="advice">{say('noProof', { color: colorText(color, say) })}</p>;
  const line = lineText(figures.pv, game.variant.height, figures.pv.length, figures.winIn);
  const winner = (figures.winIn ?? 0) > 0 ? color : opponentOf(color);
  if (finding.kind === 'proof') {
    const moves = Math.ceil(Math.abs(figures.winIn ?? 0) / 2);
    return <p class="advice">{say('proven', { color: colorText(winner, say), moves, line })}</p>;
  }
  return <p class="advice">{say('threatIs', { color: colorText(color, say), value: chanceOrWin(figures), line })}</p>;
}

/** The other moves that were tried here, and the way back from a variation. */
function Variations({ analyze }: { readonly analyze: AnalyzeModel }) {
  const { game, cursor } = analyze;
  const { height } = game.variant;
  const next = cursor.current.children;
  if (next.length < 2 && !analyze.cursor.isVariation) return null;
  return (
    <div class="variations">
      {next.length > 1 && (
        <p>
          {say('nextMoves')}{' '}
          {next.map((child, i) => {
            const point = child.ply;
            return (
              <Button
                text={point === null ? '–' : labelOf(point, height)}
                key={i}
                class={i === 0 ? 'main' : ''}
                onClick={() => analyze.cursor.go(child)}
              />
            );
          })}
        </p>
      )}
      {analyze.cursor.isVariation && (
        <p>
          {say('inVariation')} <Button text={say('backToGame')} onClick={() => analyze.cursor.backToMain()} />
          <Button text={say('makeMain')} onClick={() => analyze.cursor.makeMain()} />
        </p>
      )}
    </div>
  );
}

/** @returns for instance `1.2 M` */
function compact(count: number): string {
  return new Intl.NumberFormat(pageSpeech().language, { notation: 'compact', maximumFractionDigits: 1 }).format(count);
}

/** A bar next to the board, Black's part below; the number is the win chance of the side to move, as in the lines. */
export function Bar({ chance, color }: { readonly chance: number | null; readonly color: Color }) {
  const share = Math.round(100 * (chance ?? 0.5));
  const percent = color === BLACK ? share : 100 - share;
  const text = say('barIs', { color: colorText(color, say), percent });
  return (
    <div
      class={`bar ${sideName(color)} ${chance === null ? 'unknown' : ''}`}
      role="img"
      aria-label={text}
      title={text}
      data-percent={chance === null ? '' : percent}
    >
      <div class="blacks" style={{ '--share': `${share}%` }} />
    </div>
  );
}
