/** The book's entry for the analyzed position: its moves, with weights, values, results of games and comments. */
import { useEffect } from 'preact/hooks';
import { winChance } from '../../../engine/win-chance.ts';
import { percentText } from '../../../play/review/verdicts.ts';
import { isAbout } from '../../../play/state/game-state.ts';
import { readPoint } from '../../../play/state/notation.ts';
import { variantOf } from '../../../play/state/variant.ts';
import {
  AT_LEAST,
  AT_MOST,
  MIN_WIN,
  markText,
  movesToWin,
  type PositionInfo,
  valueText,
} from '../../../records/book/info.ts';
import { gamesOf, type Shown } from '../../../records/book/look-up.ts';
import { say } from '../../lang/languages.ts';
import type { AnalyzeModel } from '../../models/analyze/model.ts';
import type { PageModel } from '../../models/page/model.ts';
import { Button, FaultText, FileButton } from '../../parts/controls.tsx';
import { variantText } from '../../parts/rules.ts';
import { ownBookFor } from '../../shelf/book/shelf.ts';
import { MoveTable } from '../moves/move-table.tsx';

/** Files that can be read as books. */
const ENDINGS = '.tbook,.tbk,.lib,.db,.sgf,.rif,.psq,.pos';

export function BookPanel({ page: { analyze, shelf } }: { readonly page: PageModel }) {
  const { game } = analyze;
  const { variant } = game;
  const { book, reading, fault } = shelf.shown;
  useEffect(() => shelf.look(game), [shelf, game, book]);
  const own = ownBookFor(variant);
  const open = (file: File | undefined) => file !== undefined && shelf.open(file.name, file, variant);
  return (
    <section
      class="book"
      aria-label={say('book')}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        open(event.dataTransfer?.files[0]);
      }}
    >
      <h2>
        {say('book')}{' '}
        {book !== null && (
          <small>
            {book.name} · {say('positionsIn', { count: book.count })}
          </small>
        )}
      </h2>
      {fault !== null && <FaultText text={say('badBook', fault)} />}
      {reading !== null && (
        <p class="hint-text" role="status">
          {say('readingBook', { name: reading })}
        </p>
      )}
      {book !== null && !isAbout(book, variant) && (
        <p class="hint-text">
          {say('otherGames', { variant: variantText(variantOf(book.rule, book.size, book.size, null)) })}
        </p>
      )}
      {book !== null && isAbout(book, variant) && <Page analyze={analyze} shown={shelf.shownFor(game)} />}
      <div class="actions">
        {own !== null && book?.name !== own.file && (
          <Button text={say('ownBook')} onClick={() => void shelf.openOwn(own, variant)} />
        )}
        <FileButton text={say('openBook')} title={say('dropBook')} accept={ENDINGS} onFiles={([file]) => open(file)} />
        {book !== null && <Button text={say('closeBook')} onClick={() => shelf.close()} />}
      </div>
    </section>
  );
}

/** Columns of the table of moves. One that is empty for all moves is hidden. */
const COLUMNS = ['weight', 'value', 'results', 'comment'] as const;
type Column = (typeof COLUMNS)[number];

/** The position and its moves. */
function Page({ analyze, shown }: { readonly analyze: AnalyzeModel; readonly shown: Shown | null }) {
  if (shown === null) return <p class="hint-text">…</p>;
  const { info, isKnown, next } = shown;
  const columns = COLUMNS.filter((column) => next.some((move) => cellText(column, move.info) !== ''));
  const rows = next.map(({ move, images, info: said }) => {
    const point = readPoint(move, analyze.game.variant);
    return {
      name: point === null ? move : `${move.toUpperCase()}${markText(said.mark)}`,
      point,
      also: images.slice(1).map((image) => image.toUpperCase()),
      cells: columns.map((column) => ({
        text: cellText(column, said),
        title: column === 'value' ? pointsText(said) : undefined,
      })),
    };
  });
  return (
    <>
      {info.comment !== '' && <p class="advice book-comment">{plain(info.comment)}</p>}
      {next.length === 0 ? (
        <p class="hint-text">{say(isKnown ? 'noBookMoves' : 'notInBook')}</p>
      ) : (
        <MoveTable analyze={analyze} label={say('bookMoves')} columns={columns} rows={rows} />
      )}
    </>
  );
}

function cellText(column: Column, info: PositionInfo): string {
  switch (column) {
    case 'weight':
      return info.weight === 0 ? '' : String(info.weight);
    case 'value':
      return worthText(info);
    case 'results':
      return gamesOf(info) === 0 ? '' : `${info.black}/${info.draws}/${info.white}`;
    case 'comment':
      return [info.label, plain(info.comment)].filter((text) => text !== '').join('; ');
  }
}

/** @returns the value on the engine's scale, and the depth of its search */
function pointsText({ value, depth }: PositionInfo): string | undefined {
  return value === null ? undefined : `${valueText(value)}, ${say('depth', { depth })}`;
}

/** @returns the mover's win chance, or the number of moves to its win (+) or loss (−), as in the engine's lines */
function worthText({ value, bound }: PositionInfo): string {
  if (value === null) return '';
  const sign = bound === AT_LEAST ? '≥ ' : bound === AT_MOST ? '≤ ' : '';
  if (Math.abs(value) < MIN_WIN) return sign + percentText(winChance({ score: value, winIn: null }));
  return `${sign}${value > 0 ? '+' : '−'}${movesToWin(value)}`;
}

/** RenLib ends a title with a byte 8. */
function plain(comment: string): string {
  return comment.replaceAll('\b', '\n').trim();
}
