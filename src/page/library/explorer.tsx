/** The games of the library with the position on the board: which moves followed, and how the games ended. */
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../core/errors.ts';
import { pointOfCell } from '../../core/point.ts';
import type { TreeNode } from '../../play/review/tree.ts';
import { labelOf } from '../../play/state/notation.ts';
import type { AnalyzeModel } from '../analyze/model.ts';
import { numberText, say } from '../lang/languages.ts';
import { useModel } from '../state/model.ts';
import type { LibraryClient } from './client.ts';
import { FilterFields } from './filter.tsx';
import type { LibraryTasks } from './messages.ts';
import { ALL_GAMES, type GameFilter, type GameRef, type PlayedMove } from './search.ts';
import { treeOfGame } from './trees.ts';
import { factsText, playersText, soughtPosition } from './words.ts';

export interface ExplorerProps {
  readonly library: LibraryClient;
  readonly analyze: AnalyzeModel;
  /** Called with a position of a game. */
  readonly onOpen: (node: TreeNode) => void;
  /** Opens the list of the games with this position that the filter lets through. */
  readonly onList: (filter: GameFilter) => void;
}

export function Explorer({ library, analyze, onOpen, onList }: ExplorerProps) {
  useModel(library);
  const { game } = analyze;
  const [filter, setFilter] = useState(ALL_GAMES);
  const [found, setFound] = useState<LibraryTasks['explore']['result'] | null>(null);
  const [fault, setFault] = useState('');
  useEffect(() => {
    const position = soughtPosition(game);
    let isCurrent = true;
    const show = (result: LibraryTasks['explore']['result'] | null, reason: string) => {
      if (!isCurrent) return;
      setFound(result);
      setFault(reason);
    };
    if (position === null) show(null, '');
    else {
      library.ask('explore', { filter, position }).then(
        (result) => show(result, ''),
        (error) => show(null, messageOf(error)),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [game, filter, library.version]);
  const open = async (ref: GameRef) => {
    try {
      const read = await library.ask('read', { ref });
      if (read === null) return;
      let node = treeOfGame(read);
      while (node.game.plies.length > game.plies.length && node.parent !== null) node = node.parent;
      onOpen(node);
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  const reason = fault !== '' && (
    <p class="fault" role="alert">
      {fault}
    </p>
  );
  if (soughtPosition(game) === null) return <p class="hint-text">{say('onlySquare')}</p>;
  if (found === null) return reason || <p class="hint-text">…</p>;
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
        <button type="button" onClick={() => onList(filter)}>
          {say('library')}…
        </button>
      </div>
    </>
  );
}

function Moves({ analyze, moves }: { readonly analyze: AnalyzeModel; readonly moves: readonly PlayedMove[] }) {
  const { width, height } = analyze.game.variant;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
    <div class="book-moves" tabIndex={0} role="group" aria-label={say('playedMoves')}>
      <table onPointerLeave={() => analyze.show(null)}>
        <thead>
          <tr>
            <th scope="col">{say('move')}</th>
            <th scope="col">{say('games')}</th>
            <th scope="col">{say('results')}</th>
            <th scope="col">{say('year')}</th>
          </tr>
        </thead>
        <tbody>
          {moves.map((move) => {
            const point = pointOfCell(move.cell, width);
            const preview = () => analyze.show({ line: [point], color: analyze.cursor.color, index: null });
            const also = move.images
              .filter((cell) => cell !== move.cell)
              .map((cell) => labelOf(pointOfCell(cell, width), height));
            return (
              <tr key={move.cell} onPointerEnter={preview}>
                <th scope="row">
                  <button
                    type="button"
                    title={also.length > 0 ? `= ${also.join(' ')}` : undefined}
                    onFocus={preview}
                    onBlur={() => analyze.show(null)}
                    onClick={() => analyze.cursor.play(point)}
                  >
                    {labelOf(point, height)}
                  </button>
                </th>
                <td>{numberText(move.games)}</td>
                <td>{`${move.black}/${move.draws}/${move.white}`}</td>
                <td>{move.year ?? ''}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
