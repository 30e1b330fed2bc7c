/** Saves, shares and opens games. */
import { useRef, useState } from 'preact/hooks';
import { messageOf } from '../../../core/errors.ts';
import type { TreeNode } from '../../../play/review/tree.ts';
import { say } from '../../lang/languages.ts';
import type { PageModel } from '../../models/page/model.ts';
import { Button, FaultText, FileButton } from '../../parts/controls.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { variantText } from '../../parts/rules.ts';
import { copyFrom } from '../../share/copy.ts';
import { linkOf, TOO_MANY_GAMES } from '../../share/link.ts';
import { readFile, readTrees } from '../../share/read.ts';
import { type DownloadKind, fileKindsOf, recordText } from '../../share/texts.ts';
import { datedName, download, fileOf } from '../../share/write.ts';

export function Share({ page }: { readonly page: PageModel }) {
  const { game } = page;
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const link = `${location.origin}${location.pathname}${linkOf(game)}`;
  const open = async (read: (onNote: (text: string) => void) => TreeNode[] | Promise<TreeNode[]>, file?: File) => {
    setFault('');
    const notes: string[] = [];
    try {
      page.openTrees(await read((note) => notes.push(note)), notes);
    } catch (error) {
      if (file !== undefined && error instanceof Error && error.name === TOO_MANY_GAMES) page.openMany(file);
      else setFault(messageOf(error));
    }
  };
  return (
    <Dialog title={say('share')} name="share" onClose={() => page.close()}>
      <Copied label={say('record')} text={recordText(game)} />
      <Copied label={say('link')} text={link} />
      <div class="field">
        <span>{say('saveAs')}</span>
        <div class="row-of-buttons">
          {fileKindsOf(game).map((kind) => (
            <Button
              text={kind}
              key={kind}
              onClick={() => void saveGame(page, kind).catch((error) => setFault(messageOf(error)))}
            />
          ))}
        </div>
      </div>
      <form
        class="field"
        onSubmit={(event) => {
          event.preventDefault();
          void open((onNote) => readTrees(text, game.variant, onNote));
        }}
      >
        <label for="pasted">{say('pasteGame')}</label>
        <textarea id="pasted" rows={3} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        <div class="row-of-buttons">
          <Button type="submit" text={say('open')} class="primary" disabled={text.trim() === ''} />
          <FileButton
            text={say('openFile')}
            accept=".sgf,.psq,.pos,.txt"
            onFiles={([file]) => void open((onNote) => readFile(file, game.variant, onNote), file)}
          />
        </div>
      </form>
      <FaultText text={fault} />
    </Dialog>
  );
}

async function saveGame(page: PageModel, kind: DownloadKind): Promise<void> {
  const { game, players } = page;
  const tree = page.showsTree ? page.analyze.cursor.current : null;
  const { black, white } = players;
  const names = black === '' && white === '' ? [] : [`${black || '?'} – ${white || '?'},`];
  const name = datedName(...names, variantText(game.variant));
  download(await fileOf(game, kind, tree, players), `${name}.${kind}`);
}

/** A text to copy: by a button, or by hand if the browser does not allow that. */
function Copied({ label, text }: { readonly label: string; readonly text: string }) {
  const [state, setState] = useState<'copy' | 'copied' | 'copyFailed'>('copy');
  const input = useRef<HTMLInputElement>(null);
  const copy = async () => {
    if (input.current !== null) setState((await copyFrom(input.current)) ? 'copied' : 'copyFailed');
  };
  return (
    <label class="field">
      {label}
      <span class="copied">
        <input ref={input} readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
        <Button text={say(state === 'copied' ? 'copied' : 'copy')} onClick={() => void copy()} />
      </span>
      {state === 'copyFailed' && (
        <span class="fault" role="alert">
          {say('copyFailed')}
        </span>
      )}
    </label>
  );
}
