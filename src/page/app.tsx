/** The page: one board in its modes, with the panel of the mode next to it. */
import { useEffect, useState } from 'preact/hooks';
import { OpenDialog } from './dialogs.tsx';
import { Header } from './header.tsx';
import { pageKey, useKeys } from './keys.ts';
import { say, useLanguage } from './lang/languages.ts';
import type { Language } from './lang/speech.ts';
import { Notices } from './notices.tsx';
import { PageModel } from './page-model.ts';
import { AnalyzeBoard } from './panels/analyze/board.tsx';
import { AnalyzePanel, Bar } from './panels/analyze/panel.tsx';
import { PlayBoard } from './panels/play/board.tsx';
import { PlayPanel } from './panels/play/panel.tsx';
import { statusText } from './panels/play/words.ts';
import { StudyPanel } from './panels/study/panel.tsx';
import { Lazy } from './parts/lazy.tsx';
import { droppedFiles } from './shelf/library/dropped.ts';
import { useModel } from './state/model.ts';

/** @param onUpdate receives the function that offers a newer version of the page; `reload` loads that version */
export function App({ onUpdate }: { readonly onUpdate: (offer: (reload: () => void) => void) => void }) {
  const [page] = useState(() => new PageModel());
  const [update, setUpdate] = useState<(() => void) | null>(null);
  useModel(page);
  useTexts(page.settings.look.language);
  useEffect(() => onUpdate((reload) => setUpdate(() => reload)), [onUpdate]);
  useEffect(() => page.start(), [page]);
  useKeys(page.shown.dialog !== null, (key) => pageKey(key, page));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped anywhere, and opened by a dialog as well
    <div
      class={`app ${page.shown.mode}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const { dataTransfer } = event;
        if (dataTransfer !== null) void page.openDropped(droppedFiles(dataTransfer));
      }}
    >
      <Header
        mode={page.shown.mode}
        onMode={(next) => page.show(next)}
        onSettings={() => page.open('settings')}
        onHelp={() => page.open('help')}
        onLibrary={() => page.open('library')}
      />
      <Notices
        host={page.host}
        studies={page.studies}
        reviews={page.reviews.shown.isRunning && page.shown.dialog !== 'library' ? page.reviews : null}
        fault={page.shown.fault}
        update={update}
        onSave={() => page.open('share')}
        onRetry={() => page.retry()}
        onLibrary={() => page.open('library')}
      />
      <main>
        {page.shown.mode === 'learn' ? (
          <Lazy load={learnView} props={learnProps(page)} />
        ) : (
          <>
            <Table page={page} />
            <Panel page={page} />
          </>
        )}
      </main>
      <Spoken page={page} />
      <OpenDialog page={page} />
    </div>
  );
}

const explorer = async () => (await import('./forms.ts')).Explorer;
const report = async () => (await import('./forms.ts')).Report;
const learnView = async () => (await import('./panels/learn/view.tsx')).LearnView;

const learnProps = (page: PageModel) => ({
  lesson: page.shown.lesson,
  settings: page.settings,
  onLesson: (id: string) => page.openLesson(id),
  onProblems: () => page.show('problems'),
  onPlay: () => page.show('play'),
});

/** Draws the page again once the texts of a language are loaded. */
function useTexts(language: Language): void {
  const [, redraw] = useState(0);
  useEffect(() => void useLanguage(language).then(() => redraw((count) => count + 1)), [language]);
}

function Table({ page }: { readonly page: PageModel }) {
  const { play, analyze, shelf, settings } = page;
  const { mode, tool } = page.shown;
  if (mode === 'play') {
    return (
      <section class="table" aria-label={statusText(play)}>
        <PlayBoard play={play} settings={settings} />
      </section>
    );
  }
  if (mode === 'problems') {
    const { problems } = page;
    return (
      <section class="table" aria-label={say(mode)}>
        {problems !== null && <problems.view.ProblemBoard model={problems.model} settings={settings} />}
      </section>
    );
  }
  return (
    <section class="table" aria-label={say(mode)}>
      <Bar chance={analyze.cursor.current.chance} color={analyze.cursor.color} />
      <AnalyzeBoard
        analyze={analyze}
        settings={settings}
        tool={mode === 'study' ? tool : 'move'}
        isStudy={mode === 'study'}
        shelf={mode === 'analyze' ? shelf : null}
      />
    </section>
  );
}

function Panel({ page }: { readonly page: PageModel }) {
  const { play, analyze, shelf } = page;
  const share = () => page.open('share');
  const playOn = () => page.playOn();
  const saveProblem = () => page.saveAsProblem();
  switch (page.shown.mode) {
    case 'play':
      return (
        <PlayPanel play={play} onNew={() => page.open('new')} onShare={share} onAnalyze={() => page.show('analyze')} />
      );
    case 'analyze':
      return (
        <AnalyzePanel
          analyze={analyze}
          shelf={shelf}
          library={page.library}
          explorer={explorer}
          report={report}
          onShare={share}
          onPlayOn={playOn}
          onProblem={saveProblem}
          onOpen={(node, ref) => page.openGame(node, ref)}
          onList={(filter) => page.openLibrary(filter)}
        />
      );
    case 'study':
      return (
        <StudyPanel
          analyze={analyze}
          tool={page.shown.tool}
          onTool={(tool) => page.choose(tool)}
          onStudies={() => page.open('studies')}
          onShare={share}
          onPlayOn={playOn}
          onProblem={saveProblem}
        />
      );
    case 'learn':
      return null;
    case 'problems': {
      const { problems } = page;
      if (problems === null) return <aside class="panel" aria-label={say('problems')} />;
      return <problems.view.ProblemPanel model={problems.model} onAnalyze={() => page.analyzeShown()} />;
    }
  }
}

/** For screen readers: what happened in the game. */
function Spoken({ page }: { readonly page: PageModel }) {
  const { play } = page;
  const end = play.game.end === null ? '' : statusText(play);
  return (
    <p class="unseen" aria-live="polite">
      {page.shown.mode === 'play' ? `${page.shown.spoken} ${end}` : ''}
    </p>
  );
}
