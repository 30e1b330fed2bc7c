/** Notices above the board: failures, conflicts and a new version. */
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
  return (
    <>
      {host.shown.notice?.kind === 'restarted' && (
        <div class="notice" role="status">
          <p>{say('engineRestarted', { reason: host.shown.notice.reason })}</p>
          <CloseButton onClick={() => host.dismiss()} />
        </div>
      )}
      {host.shown.notice?.kind === 'failed' && (
        <div class="notice bad" role="alert">
          <p>
            {say('engineFailed', { reason: host.shown.notice.reason })} {say('engineHelp')}
          </p>
          <Button text={say('tryAgain')} onClick={props.onRetry} />
          <CloseButton onClick={() => host.dismiss()} />
        </div>
      )}
      {keeping.problem !== null && (
        <div class="notice bad" role="alert">
          <p>{say(keeping.problem === 'full' ? 'notKeptFull' : 'notKept')}</p>
          <Button text={`${say('share')}…`} onClick={props.onSave} />
          <Button text={say('tryAgain')} onClick={() => void studies.write()} />
          <CloseButton onClick={() => keeping.dismiss()} />
        </div>
      )}
      {studies.copiedAs !== null && (
        <div class="notice" role="alert">
          <p>{say('keptAsCopy', { name: studies.copiedAs })}</p>
          <CloseButton onClick={() => studies.dismissCopy()} />
        </div>
      )}
      {reviews !== null && (
        <div class="notice">
          <p>{say('reviewingGames', { done: reviews.shown.done, count: reviews.shown.count })}</p>
          <Button text={say('stop')} onClick={() => reviews.stop()} />
          <Button text={`${say('library')}…`} onClick={props.onLibrary} />
        </div>
      )}
      {fault !== '' && (
        <div class="notice bad" role="alert">
          <p>{fault}</p>
        </div>
      )}
      {update !== null && (
        <div class="notice" role="status">
          <p>{say('newVersion')}</p>
          <Button text={say('reload')} onClick={update} />
        </div>
      )}
    </>
  );
}
