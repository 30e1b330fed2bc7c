/** The list of studies, to open, rename, save as files, delete and restore them. */
import { useState } from 'preact/hooks';
import { pageSpeech, say } from '../../lang/languages.ts';
import type { PageModel } from '../../models/page/model.ts';
import { Button, Confirm, FormButtons } from '../../parts/controls.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { datedName, download, fileName, textFile } from '../../share/write.ts';
import { type StudyRecord, titleOf } from '../../shelf/study/record.ts';
import { RESTORABLE_DAYS } from '../../state/records.ts';

export function StudyList({ page }: { readonly page: PageModel }) {
  const { studies } = page;
  const { desk } = page.analyze;
  const { list, deleted } = studies;
  const [hasDeleted, setHasDeleted] = useState(false);
  const close = () => {
    page.choose('move');
    page.close();
  };
  const open = (record: StudyRecord) => {
    if (!desk.openStudy(record)) page.fail(say('badStudy', { name: titleOf(record) }));
    close();
  };
  return (
    <Dialog title={say('studies')} name="studies" onClose={close}>
      <div class="row-of-buttons">
        <Button
          text={say('newStudy')}
          onClick={() => {
            desk.newStudy();
            close();
          }}
        />
        {list.length > 1 && (
          <Button
            text={say('saveAll')}
            onClick={() => download(textFile(list.map(({ sgf }) => sgf).join('')), `${datedName(say('studies'))}.sgf`)}
          />
        )}
      </div>
      {list.length === 0 && <p class="hint-text">{say('noStudies')}</p>}
      <ul class="studies-list">
        {list.map((record) => (
          <Row
            key={record.id}
            page={page}
            record={record}
            onOpen={() => open(record)}
            onDelete={() => {
              setHasDeleted(true);
              desk.delete(record);
            }}
          />
        ))}
      </ul>
      {deleted.length > 0 && (
        <details open={hasDeleted}>
          <summary>{say('deletedStudies', { count: deleted.length, days: RESTORABLE_DAYS })}</summary>
          <ul class="studies-list">
            {deleted.map((record) => (
              <li key={record.id}>
                <p class="title">{titleOf(record)}</p>
                <div class="row-of-buttons">
                  <Button text={say('restore')} onClick={() => void studies.setDeleted(record.id, false)} />
                  <Confirm text={say('deleteForGood')} isEnabled onSure={() => void studies.removeForGood(record.id)} />
                </div>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Dialog>
  );
}

interface RowProps {
  readonly page: PageModel;
  readonly record: StudyRecord;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

function Row({ page, record, onOpen, onDelete }: RowProps) {
  const { desk } = page.analyze;
  const isOpen = record.id === desk.openId;
  const title = titleOf(record);
  const [isNaming, setNaming] = useState(false);
  const [name, setName] = useState(record.name);
  if (isNaming) {
    return (
      <li>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            desk.rename(record, name.trim());
            setNaming(false);
          }}
        >
          <input
            aria-label={say('nameOfStudy')}
            value={name}
            placeholder={title}
            // biome-ignore lint/a11y/noAutofocus: the user has just pressed the button for it
            autoFocus
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <FormButtons onCancel={() => setNaming(false)} />
        </form>
      </li>
    );
  }
  return (
    <li class={isOpen ? 'now' : ''}>
      <button type="button" class="title" aria-current={isOpen ? 'true' : undefined} onClick={onOpen}>
        {title} <small>{timeText(record.changedAt)}</small>
      </button>
      <div class="row-of-buttons">
        <Button
          text={say('rename')}
          disabled={record.variant === null}
          onClick={() => {
            setName(record.name);
            setNaming(true);
          }}
        />
        <Button
          text="sgf"
          aria-label={`sgf: ${title}`}
          onClick={() => download(textFile(record.sgf), `${fileName(title)}.sgf`)}
        />
        <Button text={say('delete')} onClick={onDelete} />
      </div>
    </li>
  );
}

function timeText(ms: number): string {
  return new Intl.DateTimeFormat(pageSpeech().language, { dateStyle: 'medium', timeStyle: 'short' }).format(ms);
}
