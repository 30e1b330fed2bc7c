/** The library: its games, found by facts and position, to open, add, save and delete. */
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../../../core/errors.ts';
import { percentText } from '../../../play/review/verdicts.ts';
import { say } from '../../lang/languages.ts';
import type { PageModel } from '../../models/page/model.ts';
import { Button, CheckBox, Confirm, FaultText, FileButton, Select } from '../../parts/controls.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useFocus } from '../../parts/focus.ts';
import { datedName, download } from '../../share/write.ts';
import { GAME_ENDINGS, isGameFile } from '../../shelf/library/dropped.ts';
import type { LibraryGame } from '../../shelf/library/games.ts';
import { ALL_GAMES, type GameRef, type ListQuery, type SortField } from '../../shelf/library/search.ts';
import { type EditedFacts, treeOfGame } from '../../shelf/library/trees.ts';
import { addedText, factsText, noGameFilesText, playersText, soughtPosition } from '../../shelf/library/words.ts';
import type { LibraryApi, ListedGame } from '../../shelf/library/worker.ts';
import { useModel } from '../../state/model.ts';
import type { Answer } from '../../state/worker-calls.ts';
import { FactsForm } from './facts-form.tsx';
import { FilterFields } from './filter.tsx';
import { MistakesOfGames } from './mistakes-of-games.tsx';

/** Number of games on a page of the list. */
const PAGE = 50;
/** Files that can be chosen one by one. */
const CHOSEN = [...GAME_ENDINGS, '.txt'].join(',');

const SORTS: readonly SortField[] = ['added', 'date', 'black', 'white', 'event', 'length'];

type Listed = Answer<LibraryApi, 'list'>;

/** What the list shows. */
interface View extends Pick<ListQuery, 'filter' | 'sort' | 'isDescending'> {
  /** Whether only games with the position on the board. */
  readonly isHere: boolean;
  /** Index of the first game on the page of the list. */
  readonly from: number;
}

const LATEST = { sort: 'added', isDescending: true } as const;

export function LibraryDialog({ page }: { readonly page: PageModel }) {
  const { library, game } = page;
  const { libraryFilter: first } = page.shown;
  const { version, progress, addResult } = useModel(library).shown;
  const [view, setView] = useState<View>({ filter: first ?? ALL_GAMES, isHere: first !== null, from: 0, ...LATEST });
  const [list, setList] = useState<Listed | null>(null);
  const [message, setMessage] = useState('');
  const [fault, setFault] = useState('');
  /** The game whose facts are being changed. */
  const [edited, setEdited] = useState<{ readonly ref: GameRef; readonly game: LibraryGame } | null>(null);
  /** The game that was edited last, whose button gets the focus back. */
  const [last, setLast] = useState('');
  const { filter, isHere, sort, isDescending, from } = view;
  const query: ListQuery = { filter, position: isHere ? soughtPosition(game) : null, sort, isDescending };
  const total = list?.total ?? 0;
  /** Another list is shown from its first game. */
  const look = (values: Partial<View>) => setView((now) => ({ ...now, from: 0, ...values }));

  const attempt = async (task: () => Promise<string>) => {
    setFault('');
    try {
      setMessage(await task());
    } catch (error) {
      setFault(messageOf(error));
    }
  };
  useEffect(() => {
    let isCurrent = true;
    const show = (found: Listed) => {
      if (!isCurrent) return;
      // The games of the last page may have been deleted.
      if (from > 0 && from >= found.total) look({ from: PAGE * Math.max(0, Math.ceil(found.total / PAGE) - 1) });
      else setList(found);
    };
    library.ask('list', query, from, PAGE).then(show, (error) => isCurrent && setFault(messageOf(error)));
    return () => {
      isCurrent = false;
    };
  }, [version, view]);
  useEffect(() => {
    if (addResult === null) return;
    setMessage(addedText(addResult));
    setFault(addResult.fault);
    look(LATEST);
  }, [addResult]);
  useEffect(() => () => library.forgetAddResult(), [library]);

  const add = (files: readonly File[]) => {
    setMessage('');
    setFault(files.length === 0 ? noGameFilesText() : '');
    if (files.length > 0) void library.add(files, game.variant);
  };
  const open = (ref: GameRef) =>
    attempt(async () => {
      const found = await library.ask('read', ref);
      if (found !== null) page.openGame(treeOfGame(found), ref);
      return '';
    });
  const edit = (ref: GameRef) =>
    attempt(async () => {
      const found = await library.ask('read', ref);
      setLast(keyOf(ref));
      setEdited(found && { ref, game: found });
      return '';
    });
  const change = (ref: GameRef, facts: EditedFacts) =>
    attempt(async () => {
      const isDone = await library.ask('edit', ref, facts);
      setEdited(null);
      return isDone ? '' : say('gameGone');
    });
  const save = () =>
    attempt(async () => {
      download(await library.ask('export', query), `${datedName(say('library'))}.sgf`);
      return '';
    });
  const remove = (games: ListQuery | GameRef) =>
    void attempt(async () => say('gamesDeleted', { count: await library.ask('delete', games) }));
  const restore = () => void attempt(async () => say('gamesRestored', { count: await library.ask('restore') }));
  const purge = () => void attempt(async () => say('gamesDeleted', { count: await library.ask('purge') }));

  const close = () => page.close();
  if (edited !== null) {
    const { ref, game: facts } = edited;
    return (
      <Dialog key="list" title={`${say('library')}: ${playersText(facts)}`} name="library" onClose={close}>
        <FaultText text={fault} />
        <FactsForm game={facts} onSave={(next) => void change(ref, next)} onCancel={() => setEdited(null)} />
      </Dialog>
    );
  }
  return (
    <Dialog key="list" title={say('library')} name="library" onClose={close}>
      <div class="row-of-buttons">
        <FileButton text={say('addGames')} isMultiple accept={CHOSEN} onFiles={add} />
        <FileButton text={say('addFolder')} isMultiple onFiles={(files) => add(files.filter(isGameFile))} />
        <Button text={say('saveFound')} disabled={total === 0} onClick={() => void save()} />
      </div>
      {progress !== null && (
        <p class="advice" role="status">
          {say('addingGames', { percent: percentText(progress.share), count: progress.games })}{' '}
          <Button text={say('stop')} onClick={() => library.stop()} />
        </p>
      )}
      {message !== '' && (
        <p class="advice" role="status">
          {message}
        </p>
      )}
      <FaultText text={fault} />
      <FilterFields filter={filter} onChange={(next) => look({ filter: next })} isFull />
      {soughtPosition(game) !== null && (
        <CheckBox text={say('withPosition')} isChecked={isHere} onChange={(next) => look({ isHere: next })} />
      )}
      <ListHead text={list === null ? '…' : say('countGames', { count: total })} view={view} onChange={look} />
      {list !== null && total === 0 && <p class="hint-text">{say('noGames')}</p>}
      <ul class="games">
        {list?.games.map((one) => (
          <Row
            key={keyOf(one.ref)}
            game={one}
            isFocused={keyOf(one.ref) === last}
            onOpen={open}
            onEdit={edit}
            onDelete={remove}
          />
        ))}
      </ul>
      {total > PAGE && <Pages from={from} total={total} onGo={(next) => look({ from: next })} />}
      <MistakesOfGames page={page} query={query} total={total} />
      <div class="row-of-buttons">
        {total > 0 && <Confirm key={total} text={say('deleteFound')} isEnabled onSure={() => remove(query)} />}
        {list !== null && list.deleted > 0 && (
          <>
            <Button text={say('restoreGames')} onClick={restore} />
            <Confirm text={say('purgeGames', { count: list.deleted })} isEnabled onSure={purge} />
          </>
        )}
      </div>
    </Dialog>
  );
}

interface ListHeadProps {
  readonly text: string;
  readonly view: View;
  readonly onChange: (values: Partial<View>) => void;
}

function ListHead({ text, view: { sort, isDescending, from }, onChange }: ListHeadProps) {
  return (
    <div class="list-head">
      <strong aria-live="polite">{text}</strong>
      <Select
        isBare
        label={say('sortBy')}
        value={sort}
        options={SORTS.map((value) => ({ value, text: say(value === 'length' ? 'moves' : value) }))}
        onChange={(field) => onChange({ sort: field })}
      />
      <Button
        text={isDescending ? '↓' : '↑'}
        aria-pressed={isDescending}
        aria-label={say('descending')}
        onClick={() => onChange({ isDescending: !isDescending, from })}
      />
    </div>
  );
}

function Pages({ from, total, onGo }: { from: number; total: number; onGo: (from: number) => void }) {
  return (
    <div class="row-of-buttons">
      <Button text="‹" aria-label={say('back')} disabled={from === 0} onClick={() => onGo(Math.max(0, from - PAGE))} />
      <span>{say('range', { first: from + 1, last: Math.min(total, from + PAGE) })}</span>
      <Button text="›" aria-label={say('forward')} disabled={from + PAGE >= total} onClick={() => onGo(from + PAGE)} />
    </div>
  );
}

function keyOf({ block, index }: GameRef): string {
  return `${block}.${index}`;
}

interface RowProps {
  readonly game: ListedGame;
  /** Whether the button to edit it gets the focus. */
  readonly isFocused: boolean;
  readonly onOpen: (ref: GameRef) => void;
  readonly onEdit: (ref: GameRef) => void;
  readonly onDelete: (ref: GameRef) => void;
}

function Row({ game, isFocused, onOpen, onEdit, onDelete }: RowProps) {
  const players = playersText(game);
  const editButton = useFocus<HTMLButtonElement>(isFocused);
  return (
    <li>
      <button type="button" class="title" onClick={() => onOpen(game.ref)}>
        {players} <small>{factsText(game)}</small>
        {game.comment !== '' && <small class="remark">{game.comment}</small>}
      </button>
      <button
        type="button"
        class="quiet"
        aria-label={`${say('edit')}: ${players}`}
        ref={editButton}
        onClick={() => onEdit(game.ref)}
      >
        ✎
      </button>
      <Button text="✕" class="quiet" aria-label={`${say('delete')}: ${players}`} onClick={() => onDelete(game.ref)} />
    </li>
  );
}
