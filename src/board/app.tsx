/** The page: three modes around one board. Analysis and study look at the same tree. */
import { useEffect, useState } from 'preact/hooks';
import { messageOf } from '../core/errors.ts';
import { VERSION } from '../engine/version.ts';
import type { TreeNode } from '../review/tree.ts';
import { AnalyzeBoard } from './analyze/board.tsx';
import { AnalyzeModel } from './analyze/model.ts';
import { AnalyzePanel, Bar } from './analyze/panel.tsx';
import { BookShelf } from './book/shelf.ts';
import { EngineHost } from './engine/host.ts';
import { Header, type Mode } from './header.tsx';
import { Help } from './help.tsx';
import { analyzeKey, playKey, useKeys } from './keys.ts';
import { say, useLanguage } from './lang/languages.ts';
import { Notices } from './notices.tsx';
import { PlayBoard } from './play/board.tsx';
import { PlayModel } from './play/model.ts';
import { NewGame } from './play/new-game.tsx';
import { PlayPanel } from './play/panel.tsx';
import { answerText, colorText, statusText } from './play/words.ts';
import { SettingsDialog } from './settings-dialog.tsx';
import { Share } from './share/dialog.tsx';
import { gameOfLink } from './share/link.ts';
import { readTrees } from './share/read.ts';
import { useModel } from './state/model.ts';
import { Settings } from './state/settings.ts';
import { keeping } from './state/storage.ts';
import { StudyList } from './study/list.tsx';
import { StudyPanel, type Tool } from './study/panel.tsx';
import { StudyStore } from './study/store.ts';

type Opened = 'none' | 'new' | 'share' | 'help' | 'settings' | 'studies';

export function App({ onUpdate }: { readonly onUpdate: (tell: (reload: () => void) => void) => void }) {
  const [spoken, speak] = useState('');
  const [settings] = useState(() => new Settings());
  const [host] = useState(() => new EngineHost());
  const [play] = useState(
    () =>
      new PlayModel(
        host,
        (color, point) => speak(say('moved', { color: colorText(color), point })),
        (told) => speak(answerText(told, play)),
      ),
  );
  const [studies] = useState(() => new StudyStore());
  const [analyze] = useState(() => new AnalyzeModel(host, studies));
  const [shelf] = useState(() => new BookShelf());
  const [mode, setMode] = useState<Mode>('play');
  const [opened, setOpened] = useState<Opened>('none');
  const [tool, setTool] = useState<Tool>('move');
  const [fault, setFault] = useState('');
  const [update, setUpdate] = useState<(() => void) | null>(null);
  const [, redraw] = useState(0);
  useModel(settings);
  useModel(host);
  useModel(play);
  useModel(analyze);
  useModel(shelf);
  useModel(studies);
  useModel(keeping);
  const { language } = settings.look;

  useEffect(() => void useLanguage(language).then(() => redraw((count) => count + 1)), [language]);
  useEffect(() => onUpdate((reload) => setUpdate(() => reload)), [onUpdate]);
  useEffect(() => {
    const openLink = () => {
      try {
        const linked = gameOfLink(location.hash);
        if (linked === null) return false;
        analyze.desk.openGame(linked.game, linked.shown, location.hash);
        enter('analyze');
        return true;
      } catch (error) {
        setFault(say('badLink', { reason: messageOf(error) }));
        return false;
      }
    };
    if (!openLink()) play.enter();
    addEventListener('hashchange', openLink);
    return () => removeEventListener('hashchange', openLink);
  }, [analyze, play]);

  useEffect(() => {
    // A phone in a pocket has better things to do with its battery.
    const onChange = () => {
      if (mode === 'play' || !matchMedia('(pointer: coarse)').matches) return;
      if (document.hidden) analyze.leave();
      else analyze.enter(analyze.isOn);
    };
    document.addEventListener('visibilitychange', onChange);
    return () => document.removeEventListener('visibilitychange', onChange);
  }, [mode, analyze]);

  const game = mode === 'play' ? play.game : analyze.game;
  const enter = (next: Mode) => {
    if (analyze.setup !== null) analyze.endSetup(false);
    setTool('move');
    setMode(next);
    if (next === 'play') {
      analyze.leave();
      play.enter();
    } else {
      play.leave();
      analyze.enter(next === 'analyze');
    }
  };
  /** From a game to its analysis; between analysis and study the tree stays. */
  const look = (next: 'analyze' | 'study') => {
    if (mode === 'play') analyze.follow(play.game);
    enter(next);
  };
  const openTrees = (games: readonly TreeNode[]) => {
    setOpened('none');
    analyze.desk.openTrees(games);
    enter(mode === 'study' ? 'study' : 'analyze');
  };
  /** A file that is dropped on the page: a book, or a game. */
  const drop = async (file: File) => {
    setFault('');
    if (/\.(?:tbook|tbk|lib|db|rif)$/i.test(file.name)) {
      shelf.open(file.name, file, game.variant);
      if (mode !== 'analyze') look('analyze');
      return;
    }
    try {
      openTrees(readTrees(await file.text(), game.variant));
    } catch (error) {
      setFault(`${file.name}: ${messageOf(error)}`);
    }
  };
  const playOn = () => {
    play.continueFrom(analyze.game);
    enter('play');
  };
  useKeys(opened !== 'none', (key) => {
    if (key === '?') setOpened('help');
    else if (key === 'p' && mode !== 'play') enter('play');
    else if (key === 'a' && mode !== 'analyze') look('analyze');
    else if (key === 'd' && mode !== 'study') look('study');
    else if (key === 's') setOpened('share');
    else if (mode === 'play') return playKey(key, play, () => setOpened('new'));
    else return analyzeKey(key, analyze);
    return true;
  });

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped anywhere, and opened by a dialog as well
    <div
      class={`app ${mode}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (file !== undefined) void drop(file);
      }}
    >
      <Header
        mode={mode}
        onMode={(next) => (next === 'play' ? enter(next) : look(next))}
        onSettings={() => setOpened('settings')}
        onHelp={() => setOpened('help')}
      />
      <Notices
        host={host}
        studies={studies}
        fault={fault}
        update={update}
        onSave={() => setOpened('share')}
        onRetry={() => retry(host, mode === 'play' ? play : analyze, mode)}
      />
      <main>
        <section class="table" aria-label={mode === 'play' ? statusText(play) : say(mode)}>
          {mode !== 'play' && <Bar chance={analyze.cursor.current.chance} />}
          {mode === 'play' ? (
            <PlayBoard play={play} settings={settings} />
          ) : (
            <AnalyzeBoard
              analyze={analyze}
              settings={settings}
              tool={mode === 'study' ? tool : 'move'}
              shelf={mode === 'analyze' ? shelf : null}
            />
          )}
        </section>
        {mode === 'play' ? (
          <PlayPanel
            play={play}
            onNew={() => setOpened('new')}
            onShare={() => setOpened('share')}
            onAnalyze={() => look('analyze')}
          />
        ) : mode === 'analyze' ? (
          <AnalyzePanel analyze={analyze} shelf={shelf} onShare={() => setOpened('share')} onPlayOn={playOn} />
        ) : (
          <StudyPanel
            study={analyze}
            tool={tool}
            onTool={setTool}
            onStudies={() => setOpened('studies')}
            onShare={() => setOpened('share')}
            onPlayOn={playOn}
          />
        )}
      </main>
      <p class="unseen" aria-live="polite">
        {mode === 'play' ? `${spoken} ${play.game.end === null ? '' : statusText(play)}` : ''}
      </p>
      {opened === 'new' && (
        <NewGame
          settings={play.settings}
          onClose={() => setOpened('none')}
          onStart={(chosen) => {
            setOpened('none');
            play.start(chosen);
          }}
        />
      )}
      {opened === 'share' && (
        <Share
          game={game}
          tree={mode === 'play' ? null : analyze.cursor.current}
          onOpen={openTrees}
          onClose={() => setOpened('none')}
        />
      )}
      {opened === 'help' && <Help version={VERSION} onClose={() => setOpened('none')} />}
      {opened === 'studies' && (
        <StudyList
          studies={studies}
          analyze={analyze}
          onFault={setFault}
          onClose={() => {
            setTool('move');
            setOpened('none');
          }}
        />
      )}
      {opened === 'settings' && <SettingsDialog settings={settings} onClose={() => setOpened('none')} />}
    </div>
  );
}

function retry(host: EngineHost, model: PlayModel | AnalyzeModel, mode: Mode): void {
  model.leave();
  host.restart();
  model.enter(mode === 'analyze');
}
