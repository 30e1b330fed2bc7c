/** Notices above the board: failures, conflicts and a new version. */
import type { ComponentChildren } from 'preact';
import { say } from './lang/languages.ts';
import type { PageModel } from './models/page/model.ts';
import { Button } from './parts/controls.tsx';
import { CloseButton } from './parts/dialog.tsx';
import { keeping } from './state/storage.ts';

export function Notices({ page, update }: { readonly page: PageModel; readonly update: (() => void) | null }) {
  const { host, studies, reviews } = page;
  const { fault, dialog } = page.shown;
  const { notice } = host.shown;
  const dismissEngine = () => host.dismiss();
  return (
    <>
      {notice?.kind === 'restarted' && (
        <Notice text={say('engineRestarted', { reason: notice.reason })} role="status" onClose={dismissEngine} />
      )}
      {notice?.kind === 'failed' && (
        <Fault text={`${say('engineFailed', { reason: notice.reason })} ${say('engineHelp')}`} onClose={dismissEngine}>
          <Button text={say('tryAgain')} onClick={() => page.retry()} />
        </Fault>
      )}
      {keeping.problem !== null && (
        <Fault text={say(keeping.problem === 'full' ? 'notKeptFull' : 'notKept')} onClose={() => keeping.dismiss()}>
          <Button text={`${say('share')}…`} onClick={() => page.open('share')} />
          <Button text={say('tryAgain')} onClick={() => void studies.write()} />
        </Fault>
      )}
      {studies.copiedAs !== null && (
        <Notice
          text={say('keptAsCopy', { name: studies.copiedAs })}
          role="alert"
          onClose={() => studies.dismissCopy()}
        />
      )}
      {reviews.shown.isRunning && dialog !== 'library' && (
        <Notice text={say('reviewingGames', { done: reviews.shown.done, count: reviews.shown.count })}>
          <Button text={say('stop')} onClick={() => reviews.stop()} />
          <Button text={`${say('library')}…`} onClick={() => page.open('library')} />
        </Notice>
      )}
      {fault !== '' && <Fault text={fault} />}
      {update !== null && (
        <Notice text={say('newVersion')} role="status">
          <Button text={say('reload')} onClick={update} />
        </Notice>
      )}
    </>
  );
}

interface NoticeProps {
  readonly text: string;
  readonly role?: 'status' | 'alert';
  readonly look?: string;
  readonly onClose?: () => void;
  readonly children?: ComponentChildren;
}

function Notice({ text, role, look = 'notice', onClose, children }: NoticeProps) {
  return (
    <div class={look} role={role}>
      <p>{text}</p>
      {children}
      {onClose && <CloseButton onClick={onClose} />}
    </div>
  );
}

function Fault(props: NoticeProps) {
  return <Notice role="alert" look="notice bad" {...props} />;
}
