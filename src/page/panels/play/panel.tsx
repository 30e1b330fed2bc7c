/** The panel next to the board of a game being played. */
import { useEffect, useState } from 'preact/hooks';
import { BLACK, type Color, sideName, WHITE } from '../../../core/color.ts';
import { levelOf } from '../../../play/opponent/levels.ts';
import { clockText, shownLeft } from '../../../play/played/clock.ts';
import { canRedo, canSwap, canUndo, toAct } from '../../../play/played/played-game.ts';
import { isYou, playerOf } from '../../../play/played/seats.ts';
import { percentText } from '../../../play/review/verdicts.ts';
import { labelOf } from '../../../play/state/notation.ts';
import { numberText, pageSpeech, say } from '../../lang/languages.ts';
import type { PageModel } from '../../models/page/model.ts';
import type { PlayModel } from '../../models/play/model.ts';
import { Button, Confirm } from '../../parts/controls.tsx';
import { chanceOrWin, colorText, lineText } from '../../parts/figures.ts';
import { Lazy, type Load } from '../../parts/lazy.tsx';
import { MoveEntry } from '../../parts/move-entry.tsx';
import { MoveList } from '../../parts/move-list.tsx';
import { isSurvival } from '../../shelf/played/survival.ts';
import { MovesTitle } from '../analyze/controls.tsx';
import { OpeningPanel } from './opening.tsx';
import { statusText } from './words.ts';

interface PlayPanelProps {
  readonly page: PageModel;
  readonly survival: Load<{ readonly play: PlayModel }>;
}

export function PlayPanel({ page, survival }: PlayPanelProps) {
  const { play } = page;
  const { game, played, activity } = play;
  const { hint } = play.remarks;
  const isOver = game.end !== null;
  return (
    <aside class="panel" aria-label={say('play')}>
      <div class="players">
        <Player play={play} color={BLACK} />
        <Player play={play} color={WHITE} />
      </div>
      <p class={isOver ? 'status over' : 'status'} data-status={isOver ? 'over' : activity}>
        {activity !== 'waiting' && <span class="pulse" aria-hidden="true" />}
        {statusText(play)}
      </p>
      <OpeningPanel play={play} />
      {isSurvival(play.settings) && <Lazy load={survival} props={{ play }} />}
      {hint !== null && (
        <p class="advice">
          {say('hintIs', {
            point: labelOf(hint.point, game.variant.height),
            chance: percentText(hint.chance),
            line: lineText(hint.line, game.variant.height, 6),
          })}
        </p>
      )}
      {isOver ? (
        <div class="actions">
          <Button text={say('newGame')} class="primary" onClick={() => page.open('new')} />
          <Button text={say('rematch')} onClick={() => play.start(play.settings)} />
          <Button text={say('analyzeGameLabel')} onClick={() => page.show('analyze')} />
          <Button text={say(game.end?.reason === 'time' ? 'playOn' : 'undo')} onClick={() => play.undo()} />
        </div>
      ) : (
        <div class="actions">
          <Button text={say('undo')} disabled={!canUndo(played)} onClick={() => play.undo()} />
          <Button text={say('redo')} disabled={!canRedo(played)} onClick={() => play.redo()} />
          {activity === 'thinking' ? (
            <Button text={say('moveNow')} onClick={() => play.moveNow()} />
          ) : (
            <Button
              text={say('hint')}
              disabled={activity !== 'waiting' || !play.isYourTurn}
              onClick={() => void play.askHint()}
            />
          )}
          {play.isEnginesGame ? (
            <Button
              text={say(play.isPaused ? 'resume' : 'pause')}
              onClick={() => (play.isPaused ? play.resume() : play.pause())}
            />
          ) : (
            <Button text={say('swap')} disabled={!canSwap(played)} onClick={() => play.swap()} />
          )}
          <Confirm
            text={say('resign')}
            sure={say('reallyResign')}
            isEnabled={game.plies.length > 0}
            onSure={() => play.resign()}
          />
          <Button text={`${say('newGame')}…`} onClick={() => page.open('new')} />
        </div>
      )}
      <MovesTitle game={game} />
      <MoveList speech={pageSpeech()} plies={game.plies} height={game.variant.height} current={game.plies.length} />
      {play.log.length > 0 && <Log play={play} />}
      <MoveEntry
        size={game.position}
        isEnabled={play.isYourTurn && play.wantsPoint}
        onMove={(point) => play.play(point)}
      />
      <div class="actions">
        <Button text={`${say('share')}…`} onClick={() => page.open('share')} />
      </div>
    </aside>
  );
}

/** What the engines found about their moves, the last one first. */
function Log({ play }: { readonly play: PlayModel }) {
  const { height } = play.game.variant;
  return (
    <section class="book" aria-label={say('engineLog')}>
      <h2>{say('engineLog')}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it */}
      <div class="book-moves" tabIndex={0} role="group" aria-label={say('engineLog')}>
        <table>
          <thead>
            <tr>
              {(['move', 'value', 'depthOfSearch', 'nodes'] as const).map((name) => (
                <th key={name} scope="col">
                  {say(name)}
                </th>
              ))}
              <th scope="col">{say('expectedLine')}</th>
            </tr>
          </thead>
          <tbody>
            {[...play.log].reverse().map(({ number, move, figures }) => (
              <tr key={number}>
                <th scope="row">
                  <span class={number % 2 === 1 ? 'chip black' : 'chip white'} aria-hidden="true" /> {number}.{' '}
                  {labelOf(move, height)}
                </th>
                <td>{figures === null ? '' : chanceOrWin(figures)}</td>
                <td>{figures?.depth ?? ''}</td>
                <td>{figures === null ? '' : numberText(figures.nodes)}</td>
                <td>{figures !== null && lineText(figures.pv.slice(1), height, LOGGED_PLIES)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Moves of a line that the log lists. */
const LOGGED_PLIES = 6;

function Player({ play, color }: { readonly play: PlayModel; readonly color: Color }) {
  const { game, played } = play;
  const { seats } = played;
  const player = playerOf(seats, color);
  const isTurn = game.end === null && toAct(play.played) === color;
  const hasWon = game.end?.result === sideName(color);
  const name = player !== 'human' ? 'tengen' : isYou(seats, color) ? say('you') : colorText(color, say);
  const elo = player === 'human' ? 0 : levelOf(player.level).rating;
  return (
    <div class={`player ${isTurn ? 'turn' : ''} ${hasWon ? 'won' : ''}`}>
      <span class={color === BLACK ? 'chip black' : 'chip white'} aria-hidden="true" />
      <span>
        <strong>{name}</strong>
        {player === 'human' ? (
          name === say('you') && <small>{colorText(color, say)}</small>
        ) : (
          <small
            title={say('rating', { elo })}
          >{`${say('levelIs', { level: player.level })} · ${numberText(elo)} Elo`}</small>
        )}
      </span>
      {hasWon && <span class="crown">{say('won')}</span>}
      <Clock play={play} color={color} />
    </div>
  );
}

/** Milliseconds between two updates of a running clock. */
const CLOCK_PERIOD = 200;
/** A clock with less time than this is highlighted. */
const SHORT_MS = 20_000;

/** Updates by itself, without the rest of the page. Empty in a game without clocks. */
function Clock({ play, color }: { readonly play: PlayModel; readonly color: Color }) {
  const [, redraw] = useState(0);
  const runs = play.isClockRunning && toAct(play.played) === color;
  useEffect(() => {
    if (!runs) return;
    const ticks = setInterval(() => redraw((count) => count + 1), CLOCK_PERIOD);
    return () => clearInterval(ticks);
  }, [runs]);
  const left = shownLeft(play.clocks, color);
  if (left === null) return null;
  const text = clockText(left);
  return (
    <span
      class={`clock ${runs ? 'runs' : ''} ${left < SHORT_MS ? 'short' : ''}`}
      role="timer"
      aria-label={say('timeLeft', { color: colorText(color, say), time: text })}
    >
      {text}
    </span>
  );
}
