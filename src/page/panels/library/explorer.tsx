/** The games of the library with the position on the board: which moves followed, and how the games ended. */
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../../core/errors.ts';
import { pointOfCell } from '../../../core/point.ts';
import type { GameState } from '../../../play/state/game-state.ts';
import { labelOf } from '../../../play/state/notation.ts';
import { numberText, say } from '../../lang/languages.ts';
import type { AnalyzeModel } from '../../models/analyze/model.ts';
import type { PageModel } from '../../models/page/model.ts';
import { Button, FaultText } from '../../parts/controls.tsx';
import type { LibraryClient } from '../../shelf/library/client.ts';
import { ALL_GAMES, type GameFilter, type GameRef, type PlayedMove } from '../../shelf/library/search.ts';
import { treeOfGame } from '../../shelf/library/trees.ts';
import { factsText, playersText, soughtPosition } from '../../shelf/library/words.ts';
import type { LibraryApi } from '../../shelf/library/worker.ts';
import { useModel } from '../../state/model.ts';
import type { Answer } from '../../state/worker-calls.ts';
import { MoveTable } from '../moves/move-table.tsx';
import { FilterFields } from './filter.tsx';

type Explored = Answer<LibraryApi, 'explore'>;

/** What the library knows about a position; null until it is known, and on boards that are not square. */
function useExplored(library: LibraryClient, game: GameState, filter: GameFilter) {
  const [found, setFound] = useState<Explored | null>(null);
  const [fault, setFault] = useState('');
  useEffect(() => {
    const position = soughtPosition(game);
    let isCurrent = true;
    const show = (result: Explored | null, reason: string) => {
      if (!isCurrent) return;
      setFound(result);
      setFault(reason);
    };
    if (position === null) show(null, '');
    else {
      library.ask('explore', filter, position).then(
        (result) => show(result, ''),
        (error) => show(null, messageOf(error)),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [game, filter, library.shown.version]);
  return { found, fault, setFault };
}

export function Explorer({ page }: { readonly page: PageModel }) {
  const { analyze } = page;
  const library = useModel(page.library);
  const { game } = analyze;
  const [filter, setFilter] = useState(ALL_GAMES);
  const { found, fault, setFault } = useExplored(library, game, filter);
  const open = async (ref: GameRef) => {
    try {
      const read = await library.ask('read', ref);
      if (read === null) return;
      let node = treeOfGame(read);
      while (node.game.plies.length > game.plies.length && node.parent !== null) node = node.parent;
      page.openGame(node, ref);
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  const reason = <FaultText text={fault} />;
  if (soughtPosition(game) === null) return <p class="hint-text">{say('onlySquare')}</p>;
  if (found === null) return fault === '' ? <p class="hint-text">…</p> : reason;
  return (
    <>
      {reason}
      <FilterFields filter={filter} onChange={setFilter} isFull={false} />
      {found.all === 0 ? (
        <p class="hint-text">{say('emptyLibrary')}</p>
      ) : (
        <p class="hint-text" role="status">
          {say('gamesHere', { count: found.games, all: found.all })}
        </p>
      )}
      {found.moves.length > 0 && <Moves analyze={analyze} moves={found.moves} />}
      {found.latest.length > 0 && (
        <ul class="games">
          {found.latest.map((one) => (
            <li key={`${one.ref.block}.${one.ref.index}`}>
              <button type="button" class="title" onClick={() => void open(one.ref)}>
                {playersText(one)} <small>{factsText(one)}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="actions">
        <Button text={`${say('library')}…`} onClick={() => page.openLibrary(filter)} />
      </div>
    </>
  );
}

function Moves({ analyze, moves }: { readonly analyze: AnalyzeModel; readonly moves: readonly PlayedMove[] }) {
  const { width, height } = analyze.game.variant;
  const nameOf = (cell: number) => labelOf(pointOfCell(cell, width), height);
  const rows = moves.map((move) => ({
    name: nameOf(move.cell),
    point: pointOfCell(move.cell, width),
    also: move.images.filter((cell) => cell !== move.cell).map(nameOf),
    cells: [
      { text: numberText(move.games) },
      { text: `${move.black}/${move.draws}/${move.white}` },
      { text: String(move.year ?? '') },
    ],
  }));
  return <MoveTable analyze={analyze} label={say('playedMoves')} columns={['games', 'results', 'year']} rows={rows} />;
}
