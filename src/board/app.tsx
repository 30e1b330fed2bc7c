/** The page: three modes around one board. Analysis and study look at the same tree. */
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { BLACK, type Color, EMPTY, WHITE } from '../core/color.ts';
import { messageOf } from '../core/errors.ts';
import { pointOfCell, type XY } from '../core/point.ts';
import { VERSION } from '../engine/version.ts';
import { type GameState, sideToMove } from '../game/state/game-state.ts';
import { FORBIDDEN_MARKS } from '../notation/diagram.ts';
import type { TreeNode } from '../review/tree.ts';
import { cellAt, explainForbidden, forbiddenAt, forbiddenPoints, winningRow } from '../rules/index.ts';
import { AnalyzeModel } from './analyze/model.ts';
import { AnalyzePanel, Bar, valueText } from './analyze/panel.tsx';
import { bookPoints } from './book/panel.tsx';
import { BookShelf } from './book/shelf.ts';
import { Board } from './drawing/board.tsx';
import type { Explanation, Ghost, Mark } from './drawing/marks.tsx';
import { EngineHost } from './engine/host.ts';
import { Help } from './help.tsx';
import { say, spokenLanguage, useLanguage } from './lang/languages.ts';
import { foulText } from './parts/rules.ts';
import { PlayModel } from './play/model.ts';
import { NewGame } from './play/new-game.tsx';
import { PlayPanel } from './play/panel.tsx';
import { answerText, colorText, refusalText, statusText } from './play/words.ts';
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

type Mode = 'play' | 'analyze' | 'study';
type Opened = 'none' | 'new' | 'share' | 'help' | 'settings' | 'studies';

/** What Control or Command makes of a key: a key alone takes nothing back. */
const UNDO = 'Ctrl Z';
const REDO = 'Ctrl Y';
/** Digits choose a line of the analysis. */
const DIGIT = /^[1-9]$/;

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
        analyze.open(linked.game, linked.shown, location.hash);
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
    analyze.openTrees(games);
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
      <header class="top">
        <h1>
          <Logo /> tengen
        </h1>
        <nav>
          <button
            type="button"
            aria-current={mode === 'play' ? 'page' : undefined}
            onClick={() => mode !== 'play' && enter('play')}
          >
            {say('play')}
          </button>
          <button
            type="button"
            aria-current={mode === 'analyze' ? 'page' : undefined}
            onClick={() => mode !== 'analyze' && look('analyze')}
          >
            {say('analyze')}
          </button>
          <button
            type="button"
            aria-current={mode === 'study' ? 'page' : undefined}
            onClick={() => mode !== 'study' && look('study')}
          >
            {say('study')}
          </button>
        </nav>
        <div class="tools">
          <button type="button" class="quiet" onClick={() => setOpened('settings')} aria-label={say('settings')}>
            ⚙
          </button>
          <button type="button" class="quiet" onClick={() => setOpened('help')} aria-label={say('help')}>
            ?
          </button>
        </div>
      </header>
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
          {mode !== 'play' && <Bar chance={analyze.current.chance} />}
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
          tree={mode === 'play' ? null : analyze.current}
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

/** What the page has to say beside the game. */
function Notices(props: {
  readonly host: EngineHost;
  readonly studies: StudyStore;
  readonly fault: string;
  readonly update: (() => void) | null;
  readonly onRetry: () => void;
  readonly onSave: () => void;
}) {
  const { host, studies, fault, update } = props;
  return (
    <>
      {host.failure !== null && (
        <div class="notice bad" role="alert">
          <p>
            {say('engineFailed', { reason: host.failure })} {say('engineHelp')}
          </p>
          <button type="button" onClick={props.onRetry}>
            {say('tryAgain')}
          </button>
          <button type="button" class="quiet" aria-label={say('close')} onClick={() => host.dismiss()}>
            ✕
          </button>
        </div>
      )}
      {keeping.problem !== null && (
        <div class="notice bad" role="alert">
          <p>{say(keeping.problem === 'full' ? 'notKeptFull' : 'notKept')}</p>
          <button type="button" onClick={props.onSave}>
            {say('share')}…
          </button>
          <button type="button" onClick={() => studies.retry()}>
            {say('tryAgain')}
          </button>
          <button type="button" class="quiet" aria-label={say('close')} onClick={() => keeping.dismiss()}>
            ✕
          </button>
        </div>
      )}
      {studies.copiedAs !== null && (
        <div class="notice" role="alert">
          <p>{say('keptAsCopy', { name: studies.copiedAs })}</p>
          <button type="button" class="quiet" aria-label={say('close')} onClick={() => studies.dismissCopy()}>
            ✕
          </button>
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
          <button type="button" onClick={update}>
            {say('reload')}
          </button>
        </div>
      )}
    </>
  );
}

/** Points that are offered are told apart by these. */
const LETTERS = 'ABCDEFGHIJ';

function PlayBoard({ play, settings }: { readonly play: PlayModel; readonly settings: Settings }) {
  const { game, offers, step } = play;
  const { hint, refused } = play.remarks;
  const { width, height } = game.position;
  const [hovered, setHovered] = useState<XY | null>(null);
  const shared = useShared(game, play.isYourTurn ? (refused?.point ?? hovered) : null, settings.look.numbers, true);
  const marks: Mark[] = hint === null ? shared.marks : [...shared.marks, { kind: 'hint', point: hint.point }];
  const indexOf = ({ x, y }: XY) => y * width + x;
  const offered = offers.map((point, i): Mark => ({ kind: 'letter', point, text: LETTERS[i], cell: EMPTY }));
  const remarks = new Map(shared.remarks);
  for (const [i, point] of offers.entries()) remarks.set(indexOf(point), `${say('offered')}, ${LETTERS[i]}`);
  return (
    <div class="board-and-note">
      <Board
        {...shared}
        look={settings.look}
        marks={[...marks, ...offered]}
        remarks={remarks}
        ghosts={NO_GHOSTS}
        square={step?.kind === 'place' && play.isYourTurn ? step.within : null}
        toPlay={play.isYourTurn && play.wantsPoint ? sideToMove(game) : null}
        onPlay={(point) => play.play(point)}
        onHover={setHovered}
      />
      {refused !== null && (
        <p class="board-note" role="alert">
          {refusalText(refused, height, shared.remarks.get(indexOf(refused.point)) ?? '')}
        </p>
      )}
    </div>
  );
}

interface AnalyzeBoardProps {
  readonly analyze: AnalyzeModel;
  readonly settings: Settings;
  readonly tool: Tool;
  /** Null: no book is shown. */
  readonly shelf: BookShelf | null;
}

function AnalyzeBoard(props: AnalyzeBoardProps) {
  const { analyze, settings, tool } = props;
  const { game, preview, threats, finding, setup, current } = analyze;
  const [hovered, setHovered] = useState<XY | null>(null);
  const shared = useShared(game, setup === null ? hovered : null, settings.look.numbers, current.parent !== null);
  if (setup !== null) {
    const { width, height } = setup.variant;
    const color = tool === 'white' ? WHITE : BLACK;
    return (
      <Board
        {...shared}
        {...NOTHING}
        position={{ width, height, cells: setup.cells }}
        look={{ ...settings.look, numbers: false }}
        toPlay={color}
        isEditing
        onPlay={(point) => analyze.putStone(point, color)}
        onHover={setHovered}
      />
    );
  }
  const marks = [...shared.marks, ...letterMarks(current)];
  const remarks = new Map(shared.remarks);
  const page = props.shelf?.shownFor(game) ?? null;
  const inBook: Mark[] = [];
  for (const point of page === null ? [] : bookPoints(page, game.variant)) {
    if (cellAt(game.position, point.x, point.y) !== EMPTY) continue;
    inBook.push({ kind: 'book', point });
    const at = point.y * game.position.width + point.x;
    remarks.set(at, [...(remarks.has(at) ? [remarks.get(at)] : []), say('inBook')].join(', '));
  }
  const isBare = preview === null && tool === 'move';
  if (isBare && threats !== null)
    marks.push(...threatMarks(threats.black, BLACK), ...threatMarks(threats.white, WHITE));
  if (isBare && finding === null) {
    for (const [i, info] of analyze.lines.slice(0, analyze.count).entries()) {
      marks.push({ kind: 'value', point: info.pv[0], rank: i + 1, text: valueText(info).replace(' %', '') });
    }
  }
  const ghosts: Ghost[] = (preview?.line ?? []).map((point, i) => ({
    point,
    color: ((preview?.color ?? BLACK) === BLACK) === (i % 2 === 0) ? BLACK : WHITE,
    label: String(i + 1),
  }));
  const isLetter = tool === 'letter';
  return (
    <Board
      {...shared}
      look={settings.look}
      marks={[...marks, ...inBook]}
      remarks={remarks}
      ghosts={ghosts}
      toPlay={isLetter || game.end === null ? sideToMove(game) : null}
      isEditing={isLetter}
      onPlay={(point) => (isLetter ? analyze.toggleLetter(point) : analyze.play(point))}
      onHover={setHovered}
    />
  );
}

/** What is not shown while stones are set up. */
const NOTHING = { marks: [], ghosts: [], explanations: [], winningRows: [], remarks: new Map<number, string>() };

function letterMarks({ labels, game }: TreeNode): Mark[] {
  const { width, cells } = game.position;
  return [...labels].map(([i, text]) => {
    return { kind: 'letter', point: pointOfCell(i, width), text, cell: cells[i] };
  });
}

const NO_GHOSTS: readonly Ghost[] = [];

function threatMarks(
  threats: { wins: readonly XY[]; doubles: readonly XY[]; singles: readonly XY[] },
  color: Color,
): Mark[] {
  const marks = (points: readonly XY[], strength: 'win' | 'double' | 'single') =>
    points.map((point): Mark => ({ kind: 'threat', point, strength, color }));
  return [...marks(threats.wins, 'win'), ...marks(threats.doubles, 'double'), ...marks(threats.singles, 'single')];
}

/** What both boards show: stones, the last move, forbidden points, and why the one that is looked at is forbidden. */
function useShared(game: GameState, looked: XY | null, isNumbered: boolean, hasLast: boolean) {
  const { position, variant, plies, end } = game;
  const language = spokenLanguage();
  const isBlacks = end === null && sideToMove(game) === BLACK;
  const still = useMemo(() => {
    const numbers = new Uint16Array(position.cells.length);
    for (const [i, ply] of plies.entries()) if (ply !== null) numbers[ply.y * position.width + ply.x] = i + 1;
    const marks: Mark[] = [];
    const remarks = new Map<number, string>();
    const last = plies[plies.length - 1] ?? null;
    if (last !== null && hasLast)
      marks.push({ kind: 'last', point: last, isOnBlack: plies.length % 2 === 1, isNumbered });
    for (const point of variant.rule.renju && isBlacks ? forbiddenPoints(position) : []) {
      const kind = forbiddenAt(position, point.x, point.y);
      const forbidden = explainForbidden(position, point.x, point.y);
      if (kind === null || forbidden === null) continue;
      marks.push({ kind: 'foul', point, digit: FORBIDDEN_MARKS[kind] });
      remarks.set(point.y * position.width + point.x, foulText(forbidden));
    }
    const row = end?.reason === 'five' && last !== null ? winningRow(position, variant.rule, last.x, last.y) : null;
    return { position, numbers, marks, remarks, winningRows: row === null ? [] : [row] };
  }, [game, isNumbered, hasLast, language]);
  const explanations = useMemo((): Explanation[] => {
    if (looked === null || !still.remarks.has(looked.y * position.width + looked.x)) return [];
    const lines = explainForbidden(position, looked.x, looked.y)?.lines ?? [];
    return lines.map((line) => ({
      points: line.points,
      ends: line.kind === 'four' ? line.fiveAt : line.kind === 'three' ? line.straightFourAt : [],
    }));
  }, [still, looked]);
  return { ...still, explanations };
}

function playKey(key: string, play: PlayModel, openNew: () => void): boolean {
  if (key === 'n') openNew();
  else if (key === UNDO) play.undo();
  else if (key === REDO) play.redo();
  else if (key === 'h') void play.askHint();
  else if (key === 'm') play.moveNow();
  else return false;
  return true;
}

function analyzeKey(key: string, analyze: AnalyzeModel): boolean {
  if (key === 'ArrowLeft') analyze.step(-1);
  else if (key === 'ArrowRight') analyze.step(1);
  else if (key === 'Home') analyze.goTo(0);
  else if (key === 'End') analyze.goTo(Number.POSITIVE_INFINITY);
  else if (key === 'e') analyze.toggle();
  else if (key === 't') analyze.toggleThreats();
  else if (key === 'w') void analyze.askThreat();
  else if (key === 'f') void analyze.solve();
  else if (DIGIT.test(key)) analyze.toggleLine(Number(key) - 1);
  else return false;
  return true;
}

/** Keys that work anywhere but where text is typed or a dialog is open. @param obey returns whether it knows the key */
function useKeys(isOff: boolean, obey: (key: string) => boolean): void {
  // At once, not after the next frame: a key may follow the one that closes a dialog.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const key = keyOf(event);
      if (isOff || key === null) return;
      if (target.closest('input, textarea, select, dialog') !== null) return;
      // On the board the arrows move from point to point.
      if (target.closest('[role=grid]') !== null && /^(Arrow|Home|End)/.test(key)) return;
      if (obey(key)) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

/** @returns the key, or what it means with Control or Command; null if that is nothing */
function keyOf({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string | null {
  if (altKey) return null;
  if (!ctrlKey && !metaKey) return key;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? REDO : UNDO;
  return letter === 'y' && !shiftKey ? REDO : null;
}

function Logo() {
  return (
    <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#dcae66" />
      <path d="M8 0v32M24 0v32M0 8h32M0 24h32" stroke="#7a5524" stroke-width="1.4" />
      <circle cx="16" cy="16" r="10" fill="#151517" />
      <circle cx="13" cy="12.5" r="3" fill="#55555a" />
    </svg>
  );
}
