/** Beside the board while a game is analysed. */
import { opponentOf } from '../../core/color.ts';
import type { SearchInfo } from '../../engine/api.ts';
import { sideToMove } from '../../game/state/game-state.ts';
import { labelOf } from '../../game/state/notation.ts';
import { chanceOf, percentText } from '../../review/chance.ts';
import { lastPointOf } from '../../review/tree.ts';
import { verdicts } from '../../review/verdicts.ts';
import { BookPanel } from '../book/panel.tsx';
import type { BookShelf } from '../book/shelf.ts';
import { say } from '../lang/languages.ts';
import { MoveEntry } from '../parts/move-entry.tsx';
import { MoveList } from '../parts/move-list.tsx';
import { variantText } from '../parts/rules.ts';
import { colorText } from '../play/words.ts';
import { Graph } from './graph.tsx';
import { type AnalyseModel, MOST_LINES } from './model.ts';

/** Points of a line that are written out. */
const LINE_LENGTH = 12;

export interface AnalysePanelProps {
  readonly analyse: AnalyseModel;
  readonly shelf: BookShelf;
  readonly onShare: () => void;
  readonly onPlayOn: () => void;
}

export function AnalysePanel({ analyse, shelf, onShare, onPlayOn }: AnalysePanelProps) {
  const { game, line, activity } = analyse;
  const chances = line.map(({ chance }) => chance);
  const judged = verdicts(chances, sideToMove(line[0].game));
  const setUp = line[0].game.plies.length;
  const last = line[line.length - 1].game;
  const isOver = game.end !== null;
  return (
    <aside class="panel" aria-label={say('analyse')}>
      <div class="engine-line">
        <button type="button" class="switch" role="switch" aria-checked={analyse.isOn} onClick={() => analyse.toggle()}>
          {say('engine')}
        </button>
        <SpeedText analyse={analyse} />
        <label class="count">
          {say('lines')}{' '}
          <select value={analyse.count} onChange={(event) => analyse.setCount(Number(event.currentTarget.value))}>
            {Array.from({ length: MOST_LINES + 1 }, (_, i) => (
              <option key={i} value={i}>
                {i}
              </option>
            ))}
          </select>
        </label>
      </div>
      {isOver ? <p class="status over">{say('gameOver')}</p> : <Lines analyse={analyse} />}
      {analyse.leftOut.length > 0 && (
        <p class="advice">
          {say('leftOut', { points: analyse.leftOut.map((point) => labelOf(point, game.variant.height)).join(' ') })}{' '}
          <button type="button" class="quiet" onClick={() => analyse.takeIn()}>
            {say('takeIn')}
          </button>
        </p>
      )}
      <FindingText analyse={analyse} />
      <div class="actions">
        <button type="button" aria-pressed={analyse.areThreatsShown} onClick={() => analyse.toggleThreats()}>
          {say('threats')}
        </button>
        <button type="button" disabled={isOver || activity === 'threat'} onClick={() => void analyse.askThreat()}>
          {say('whatThreat')}
        </button>
        {activity === 'proof' ? (
          <button type="button" onClick={() => analyse.stop()}>
            {say('stop')}
          </button>
        ) : (
          <button type="button" disabled={isOver} onClick={() => void analyse.solve()}>
            {say('solve')}
          </button>
        )}
        {activity === 'review' ? (
          <button type="button" onClick={() => analyse.stop()}>
            {say('stop')} {percentText(analyse.progress)}
          </button>
        ) : (
          <button type="button" disabled={line.length < 2} onClick={() => void analyse.review()}>
            {say('review')}
          </button>
        )}
      </div>
      <BookPanel analyse={analyse} shelf={shelf} />
      <Graph chances={chances} verdicts={judged} current={analyse.at} onGo={(index) => analyse.goTo(index)} />
      <div class="steps">
        <button type="button" aria-label={say('toStart')} onClick={() => analyse.goTo(0)}>
          «
        </button>
        <button type="button" aria-label={say('back')} onClick={() => analyse.step(-1)}>
          ‹
        </button>
        <button type="button" aria-label={say('forward')} onClick={() => analyse.step(1)}>
          ›
        </button>
        <button type="button" aria-label={say('toEnd')} onClick={() => analyse.goTo(line.length - 1)}>
          »
        </button>
      </div>
      <h2>
        {say('moves')} <small>{variantText(game.variant)}</small>
      </h2>
      <MoveList
        plies={last.plies.slice(setUp)}
        height={game.variant.height}
        current={analyse.at}
        remarkOf={(ply) => (judged[ply] === 'blunder' ? '??' : judged[ply] === 'mistake' ? '?' : null)}
        onGo={(index) => analyse.goTo(index)}
      />
      <Variations analyse={analyse} />
      <MoveEntry size={game.position} isEnabled={!isOver} onMove={(point) => analyse.play(point)} />
      <div class="actions">
        <button type="button" disabled={isOver} onClick={onPlayOn}>
          {say('playOn')}
        </button>
        <button type="button" onClick={onShare}>
          {say('share')}…
        </button>
      </div>
    </aside>
  );
}

function SpeedText({ analyse }: { readonly analyse: AnalyseModel }) {
  const [best] = analyse.lines;
  if (best === undefined || best.nodes < 100)
    return <span class="speed">{analyse.activity === 'none' ? '' : '…'}</span>;
  const speed = best.elapsedMs < 50 ? '' : ` · ${compact((1000 * best.nodes) / best.elapsedMs)}/s`;
  return (
    <span class="speed" title={compact(best.nodes)}>
      {say('depth', { depth: best.depth })}
      {speed}
    </span>
  );
}

function Lines({ analyse }: { readonly analyse: AnalyseModel }) {
  const { lines } = analyse;
  return (
    <ol class="lines" onPointerLeave={() => analyse.show(null)}>
      {lines.slice(0, analyse.count).map((info, i) => (
        <Line key={i} analyse={analyse} info={info} rank={i + 1} />
      ))}
      {lines.length < analyse.count &&
        Array.from({ length: Math.min(3, analyse.count) - lines.length }, (_, i) => (
          <li key={`none${i}`} class="none" />
        ))}
    </ol>
  );
}

function Line({ analyse, info, rank }: { analyse: AnalyseModel; info: SearchInfo; rank: number }) {
  const { height } = analyse.game.variant;
  const preview = () => analyse.showLine(rank - 1);
  return (
    <li>
      <button
        type="button"
        class="line"
        onPointerEnter={preview}
        onFocus={preview}
        onBlur={() => analyse.show(null)}
        onClick={() => analyse.play(info.pv[0])}
      >
        <b class="value">{valueText(info)}</b>
        <span class="pv">
          {info.pv
            .slice(0, LINE_LENGTH)
            .map((point) => labelOf(point, height))
            .join(' ')}
        </span>
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={say('leaveOut', { point: labelOf(info.pv[0], height) })}
        title={say('leaveOut', { point: labelOf(info.pv[0], height) })}
        data-rank={rank}
        onClick={() => analyse.leaveOut(info.pv[0])}
      >
        ✕
      </button>
    </li>
  );
}

function FindingText({ analyse }: { readonly analyse: AnalyseModel }) {
  const { finding, activity, game } = analyse;
  if (activity === 'proof') return <p class="advice">{say('solving')}</p>;
  if (finding === null) return null;
  const { figures, color } = finding;
  if (figures === null) return <p class="advice">{say('noProof', { color: colorText(color) })}</p>;
  const line = figures.pv.map((point) => labelOf(point, game.variant.height)).join(' ');
  const winner = (figures.winIn ?? 0) > 0 ? color : opponentOf(color);
  if (finding.kind === 'proof') {
    const moves = Math.ceil(Math.abs(figures.winIn ?? 0) / 2);
    return <p class="advice">{say('proven', { color: colorText(winner), moves, line })}</p>;
  }
  return <p class="advice">{say('threatIs', { color: colorText(color), value: valueText(figures), line })}</p>;
}

/** The other moves that were tried here, and the way back from one of them. */
function Variations({ analyse }: { readonly analyse: AnalyseModel }) {
  const { current, game } = analyse;
  const { height } = game.variant;
  const next = current.children;
  if (next.length < 2 && !analyse.isVariation) return null;
  return (
    <div class="variations">
      {next.length > 1 && (
        <p>
          {say('nextMoves')}{' '}
          {next.map((child, i) => {
            const point = lastPointOf(child);
            return (
              <button key={i} type="button" class={i === 0 ? 'main' : ''} onClick={() => analyse.go(child)}>
                {point === null ? '–' : labelOf(point, height)}
              </button>
            );
          })}
        </p>
      )}
      {analyse.isVariation && (
        <p>
          {say('inVariation')}{' '}
          <button type="button" onClick={() => analyse.backToMain()}>
            {say('backToGame')}
          </button>
          <button type="button" onClick={() => analyse.makeMain()}>
            {say('makeMain')}
          </button>
        </p>
      )}
    </div>
  );
}

/** @returns the mover's chance, or in how many moves it wins (+) or loses (-) */
export function valueText(figures: Pick<SearchInfo, 'score' | 'winIn'>): string {
  const { winIn } = figures;
  if (winIn === null) return percentText(chanceOf(figures));
  return `${winIn > 0 ? '+' : '−'}${Math.ceil(Math.abs(winIn) / 2)}`;
}

/** @returns for instance `1.2 M` */
function compact(count: number): string {
  return new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 }).format(count);
}

/** A bar beside the board: how much of the game is Black's. */
export function Bar({ chance }: { readonly chance: number | null }) {
  const share = Math.round(100 * (chance ?? 0.5));
  return (
    <div class={chance === null ? 'bar unknown' : 'bar'} role="img" aria-label={say('barIs', { percent: share })}>
      <div class="blacks" style={{ '--share': `${share}%` }} />
      <span>{chance === null ? '' : share}</span>
    </div>
  );
}
