/** The dialog that is open, if any. */
import { VERSION } from '../engine/version.ts';
import type { PageModel } from './page-model.ts';
import { Lazy } from './parts/lazy.tsx';
import { namesOf } from './shelf/played/closed-games.ts';

export function OpenDialog({ page }: { readonly page: PageModel }) {
  const { play, analyze, settings, studies } = page;
  const close = () => page.close();
  switch (page.shown.dialog) {
    case 'new':
      return (
        <Lazy
          load={newGame}
          props={{ settings: play.settings, onClose: close, onStart: (chosen) => page.startGame(chosen) }}
        />
      );
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
      return <Lazy load={help} props={{ version: VERSION, onClose: close }} />;
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
        <Lazy
          load={settingsDialog}
          props={{
            settings,
            server: page.host.shown.server,
            onServer: (server) => page.setServer(server),
            onRestart: () => page.retry(),
            onClose: close,
          }}
        />
      );
    case null:
      return null;
  }
}

const newGame = async () => (await import('./forms.ts')).NewGame;
const help = async () => (await import('./panels/learn/view.tsx')).Help;
const settingsDialog = async () => (await import('./forms.ts')).SettingsDialog;
const shareDialog = async () => (await import('./share/dialog.tsx')).Share;
const studyList = async () => (await import('./forms.ts')).StudyList;
const libraryDialog = async () => (await import('./panels/library/dialog.tsx')).LibraryDialog;
