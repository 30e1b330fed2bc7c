/** The dialog that is open, if any. */
import { VERSION } from '../engine/version.ts';
import { Help } from './help.tsx';
import type { PageModel } from './page-model.ts';
import { NewGame } from './panels/play/new-game.tsx';
import { Lazy } from './parts/lazy.tsx';
import { SettingsDialog } from './settings-dialog.tsx';
import { namesOf } from './shelf/played/closed-games.ts';

export function OpenDialog({ page }: { readonly page: PageModel }) {
  const { play, analyze, settings, studies } = page;
  const close = () => page.close();
  switch (page.shown.dialog) {
    case 'new':
      return <NewGame settings={play.settings} onClose={close} onStart={(chosen) => page.startGame(chosen)} />;
    case 'share':
      return (
        <Lazy
          load={shareDialog}
          props={{
            game: page.game,
            players: page.shown.mode === 'play' ? namesOf(play.played) : { black: '', white: '' },
            tree: page.showsTree ? analyze.cursor.current : null,
            onOpen: (games, notes) => page.openTrees(games, notes),
            onMany: (file) => page.openMany(file),
            onClose: close,
          }}
        />
      );
    case 'help':
      return <Help version={VERSION} onClose={close} />;
    case 'studies':
      return (
        <Lazy
          load={studyList}
          props={{
            studies,
            desk: analyze.desk,
            onFault: (text) => page.fail(text),
            onClose: () => {
              page.choose('move');
              close();
            },
          }}
        />
      );
    case 'library':
      return (
        <Lazy
          load={libraryDialog}
          props={{
            library: page.library,
            reviews: page.reviews,
            game: page.game,
            filter: page.shown.libraryFilter,
            onOpen: (node, ref) => page.openGame(node, ref),
            onRetry: (tasks) => page.retryMistakes(tasks),
            onClose: close,
          }}
        />
      );
    case 'settings':
      return (
        <SettingsDialog
          settings={settings}
          server={page.host.shown.server}
          onServer={(server) => page.setServer(server)}
          onRestart={() => page.retry()}
          onClose={close}
        />
      );
    case null:
      return null;
  }
}

const shareDialog = async () => (await import('./share/dialog.tsx')).Share;
const studyList = async () => (await import('./panels/study/list.tsx')).StudyList;
const libraryDialog = async () => (await import('./panels/library/dialog.tsx')).LibraryDialog;
