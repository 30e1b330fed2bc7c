/** The page: one board in its modes, with the panel of the mode next to it. */
import { useEffect, useState } from 'preact/hooks';
import { Header } from './header.tsx';
import { pageKey, useKeys } from './keys.ts';
import { say, useLanguage } from './lang/languages.ts';
import type { Language } from './lang/speech.ts';
import { PageModel } from './models/page/model.ts';
import type { DialogName } from './models/page/place.ts';
import type { PlayModel } from './models/play/model.ts';
import { Notices } from './notices.tsx';
import { AnalyzeBoard } from './panels/analyze/board.tsx';
import { AnalyzePanel, Bar } from './panels/analyze/panel.tsx';
import { PlayBoard } from './panels/play/board.tsx';
import { PlayPanel } from './panels/play/panel.tsx';
import { answerText, statusText } from './panels/play/words.ts';
import { colorText } from './parts/figures.ts';
import { Lazy, type Load } from './parts/lazy.tsx';
import { droppedFiles } from './shelf/library/dropped.ts';
import { useModel } from './state/model.ts';

/** @param onUpdate receives the function that offers a newer version of the page; `reload` loads that version */
export function App({ onUpdate }: { readonly onUpdate: (offer: (reload: () => void) => void) => void }) {
  const [page] = useState(() => new PageModel(problems));
  const [update, setUpdate] = useState<(() => void) | null>(null);
  useModel(page);
  useTexts(page.settings.look.language);
  useEffect(() => onUpdate((reload) => setUpdate(() => reload)), [onUpdate]);
  useEffect(() => page.start(), [page]);
  useKeys(page.shown.dialog !== null, (key) => pageKey(key, page));
  const { mode, dialog } = page.shown;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files are dropped anywhere, and opened by a dialog as well
    <div
      class={`app ${mode}`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const { dataTransfer } = event;
        if (dataTransfer !== null) void page.openDropped(droppedFiles(dataTransfer));
      }}
    >
      <Header page={page} />
      <Notices page={page} update={update} />
      <main>
        <Content page={page} />
      </main>
      <p class="unseen" aria-live="polite">
        {mode === 'play' ? spokenText(page.play) : ''}
      </p>
      {dialog !== null && <Lazy load={DIALOGS[dialog]} props={{ page }} />}
    </div>
  );
}

const DIALOGS: Readonly<Record<DialogName, Load<{ readonly page: PageModel }>>> = {
  new: async () => (await import('./forms.ts')).NewGame,
  share: async () => (await import('./panels/share/dialog.tsx')).Share,
  help: async () => (await import('./panels/learn/view.tsx')).Help,
  settings: async () => (await import('./forms.ts')).SettingsDialog,
  studies: async () => (await import('./forms.ts')).StudyList,
  library: async () => (await import('./panels/library/dialog.tsx')).LibraryDialog,
};
const problems = () => import('./panels/problems/view.tsx');
const problemView = async () => (await problems()).ProblemView;
const studyPanel = async () => (await import('./forms.ts')).StudyPanel;
const survival = async () => (await import('./forms.ts')).Survival;
const analyzeParts = {
  book: async () => (await import('./forms.ts')).BookPanel,
  explorer: async () => (await import('./forms.ts')).Explorer,
  knownWin: async () => (await import('./forms.ts')).AnalyzedWin,
  report: async () => (await import('./forms.ts')).Report,
};
const learnView = async () => (await import('./panels/learn/view.tsx')).LearnView;

/** Draws the page again once the texts of a language are loaded. */
function useTexts(language: Language): void {
  const [, redraw] = useState(0);
  useEffect(() => void useLanguage(language).then(() => redraw((count) => count + 1)), [language]);
}

function Content({ page }: { readonly page: PageModel }) {
  const { play, analyze } = page;
  const { mode } = page.shown;
  switch (mode) {
    case 'play':
      return (
        <>
          <section class="table" aria-label={statusText(play)}>
            <PlayBoard page={page} />
          </section>
          <PlayPanel page={page} survival={survival} />
        </>
      );
    case 'analyze':
    case 'study':
      return (
        <>
          <section class="table" aria-label={say(mode)}>
            <Bar chance={analyze.cursor.current.chance} color={analyze.cursor.color} />
            <AnalyzeBoard page={page} />
          </section>
          {mode === 'study' ? (
            <Lazy load={studyPanel} props={{ page }} />
          ) : (
            <AnalyzePanel page={page} parts={analyzeParts} />
          )}
        </>
      );
    case 'problems':
      return <Lazy load={problemView} props={{ page }} />;
    case 'learn':
      return <Lazy load={learnView} props={{ page }} />;
  }
}

/** @returns what happened in the game last, for screen readers */
function spokenText(play: PlayModel): string {
  const { announced, game } = play;
  const end = game.end === null ? '' : statusText(play);
  if (announced === null) return end;
  if ('answer' in announced) return `${answerText(announced, play)} ${end}`;
  const { color, point } = announced;
  return `${say('moved', { color: colorText(color, say), point })} ${end}`;
}
