/** Notices above the board: failures, conflicts and a new version. */
import type { ComponentChildren } from 'preact';
import type { EngineHost } from './engine/host.ts';
import { say } from './lang/languages.ts';
import type { GameReviews } from './models/library/game-reviews.ts';
import { Button } from './parts/controls.tsx';
import { CloseButton } from './parts/dialog.tsx';
import type { StudyStore } from './shelf/study/store.ts';
import { keeping } from './state/storage.ts';

export function Notices(props: {
  readonly host: EngineHost;
  readonly studies: StudyStore;
  /** The reviews of games that run; null: none do, or a dialog shows them. */
  readonly reviews: GameReviews | null;
  readonly fault: string;
  readonly update: (() => void) | null;
  readonly onRetry: () => void;
  readonly onSave: () => void;
  readonly onLibrary: () => void;
}) {
  const { host, studies, reviews, fault, update } = props;
  const { notice } = host.shown;
  const dismissEngine = () => host.dismiss();
  return (
    <>
      {notice?.kind === 'restarted' && (
        <Notice text={say('engineRestarted', { reason: notice.reason })} role="status" onClose={dismissEngine} />
      )}
      {notice?.kind === 'failed' && (
        <Fault text={`${say('engineFailed', { reason: notice.reason })} ${say('engineHelp')}`} onClose={dismissEngine}>
          <Button text={say('tryAgain')} onClick={props.onRetry} />
        </Fault>
      )}
      {keeping.problem !== null && (
        <Fault text={say(keeping.problem === 'full' ? 'notKeptFull' : 'notKept')} onClose={() => keeping.dismiss()}>
          <Button text={`${say('share')}…`} onClick={props.onSave} />
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
      {reviews !== null && (
        <Notice text={say('reviewingGames', { done: reviews.shown.done, count: reviews.shown.count })}>
          <Button text={say('stop')} onClick={() => reviews.stop()} />
          <Button text={`${say('library')}…`} onClick={props.onLibrary} />
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
