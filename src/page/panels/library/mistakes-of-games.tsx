/** The mistakes in the listed games, by kind and phase, for one player or all, and the way to try them again. */
import { useState } from 'preact/hooks';
import {
  GAME_PHASES,
  type GamePhase,
  MISTAKE_KINDS,
  type MistakeKind,
  tableOfMistakes,
} from '../../../play/review/mistakes.ts';
import { percentText } from '../../../play/review/verdicts.ts';
import { say } from '../../lang/languages.ts';
import type { Words } from '../../lang/speech.ts';
import {
  colorsOfPlayer,
  MAX_REVIEWED,
  mistakesOfPlayer,
  playersOf,
  tasksOfGames,
} from '../../models/library/game-reviews.ts';
import type { PageModel } from '../../models/page/model.ts';
import { Button, FaultText } from '../../parts/controls.tsx';
import type { ListQuery } from '../../shelf/library/search.ts';
import { useModel } from '../../state/model.ts';
import { CountTable } from '../moves/mistakes.tsx';

interface MistakesOfGamesProps {
  readonly page: PageModel;
  readonly query: ListQuery;
  /** Number of games that the query finds. */
  readonly total: number;
}

const PHASE_MOVES: Readonly<Record<GamePhase, string>> = { opening: '1–10', middle: '11–30', late: '31–' };
/** Maximum number of names to choose from. */
const MAX_NAMES = 100;

export function MistakesOfGames({ page, query, total }: MistakesOfGamesProps) {
  const { reviews } = page;
  const { isRunning, count, done, share, games, fault } = useModel(reviews).shown;
  const text = say('reviewingGames', { done, count });
  return (
    <section class="mistakes" aria-label={say('mistakes')}>
      <div class="row-of-buttons">
        {isRunning ? (
          <>
            <progress aria-label={text} max={Math.max(1, count)} value={done + share} />
            <span>
              {text} ({percentText(count === 0 ? 0 : (done + share) / count)})
            </span>
            <Button text={say('stop')} onClick={() => reviews.stop()} />
          </>
        ) : (
          <Button text={say('findMistakes')} disabled={total === 0} onClick={() => void reviews.start(query)} />
        )}
      </div>
      {total > MAX_REVIEWED && <p class="hint-text">{say('reviewLimit', { count: MAX_REVIEWED })}</p>}
      <FaultText text={fault} />
      {games.length > 0 && <Summary page={page} />}
      {!isRunning && done > games.length && (
        <p class="hint-text">{say('notReviewed', { count: done - games.length })}</p>
      )}
    </section>
  );
}

function Summary({ page }: { readonly page: PageModel }) {
  const { games, isRunning } = page.reviews.shown;
  const names = playersOf(games);
  const you = say('you');
  const [chosen, choose] = useState<string | null>(null);
  const player = chosen ?? (names.includes(you) ? you : '');
  const found = mistakesOfPlayer(games, player);
  const table = tableOfMistakes(found.map(({ mistake }) => mistake));
  const columns = [
    ...GAME_PHASES.map((phase) => ({ text: PHASE_MOVES[phase], title: say(`in-${phase}`) })),
    { text: say('allOfThem') },
  ];
  const row = (name: keyof Words, kinds: readonly MistakeKind[]) => {
    const counts = GAME_PHASES.map((phase) => kinds.reduce((sum, kind) => sum + table[kind][phase], 0));
    return { name: say(name), counts: [...counts, counts.reduce((all, count) => all + count, 0)] };
  };
  const own = games.filter(({ listed }) => colorsOfPlayer(listed, player).length > 0).length;
  return (
    <>
      <div class="filter">
        <label>
          {say('player')}{' '}
          <input
            type="search"
            list="players"
            placeholder={say('everyPlayer')}
            value={player}
            onInput={(event) => choose(event.currentTarget.value)}
          />
        </label>
        <datalist id="players">
          {names.slice(0, MAX_NAMES).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <p aria-live={isRunning ? 'off' : 'polite'}>
        {say('reviewedGames', { count: own })} {found.length === 0 ? say('noMistakes') : ''}
      </p>
      {found.length > 0 && (
        <>
          <CountTable
            columns={columns}
            groups={[MISTAKE_KINDS.map((kind) => row(kind, [kind])), [row('allOfThem', MISTAKE_KINDS)]]}
          />
          <div class="row-of-buttons">
            <Button
              text={say('retryAll', { count: found.length })}
              class="primary"
              onClick={() => page.retryMistakes(tasksOfGames(found))}
            />
          </div>
        </>
      )}
    </>
  );
}
