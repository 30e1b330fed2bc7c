/** Keys of the page, except those of the board. */
import { useLayoutEffect } from 'preact/hooks';
import type { AnalyzeModel } from './models/analyze/model.ts';
import type { PageModel } from './models/page/model.ts';
import type { PlayModel } from './models/play/model.ts';
import type { ProblemModel } from './models/problems/model.ts';
import type { LinePosition } from './parts/controls.tsx';

/** Keys with Control or Command: no key alone undoes anything. */
const UNDO = 'Ctrl Z';
const REDO = 'Ctrl Y';
/** Digits select a line of the analysis. */
const DIGIT = /^[1-9]$/;

/** Executes the command of a key. @returns whether it has one */
export function pageKey(key: string, page: PageModel): boolean {
  const { mode } = page.shown;
  const isPlay = mode === 'play';
  if (key === '?') page.open('help');
  else if (key === 'p') page.show('play');
  else if (key === 'a') page.show('analyze');
  else if (key === 'd') page.show('study');
  else if (key === 'r') page.show('problems');
  else if (key === 'b') page.show('learn');
  else if (key === 's' && mode !== 'learn') page.open('share');
  else if (key === 'l') page.open('library');
  else if (key === 'n' && isPlay) page.open('new');
  else if (mode === 'learn') return false;
  else if (mode === 'problems') return page.problems !== null && problemKey(key, page.problems);
  else return isPlay ? playKey(key, page.play) : analyzeKey(key, page.analyze);
  return true;
}

function problemKey(key: string, model: ProblemModel): boolean {
  if (key === 'h') model.hint();
  else if (key === 'n') model.next();
  else return stepKey(key, model);
  return true;
}

function playKey(key: string, play: PlayModel): boolean {
  if (key === UNDO) play.undo();
  else if (key === REDO) play.redo();
  else if (key === 'h') void play.askHint();
  else if (key === 'm') play.moveNow();
  else return false;
  return true;
}

function analyzeKey(key: string, analyze: AnalyzeModel): boolean {
  if (key === 'e') analyze.toggle();
  else if (key === 't') analyze.toggleThreats();
  else if (key === 'w') void analyze.askThreat();
  else if (key === 'f') void analyze.solve();
  else if (DIGIT.test(key)) analyze.toggleLine(Number(key) - 1);
  else return stepKey(key, analyze.cursor);
  return true;
}

function stepKey(key: string, position: LinePosition): boolean {
  if (key === 'ArrowLeft') position.step(-1);
  else if (key === 'ArrowRight') position.step(1);
  else if (key === 'Home') position.goTo(0);
  else if (key === 'End') position.goTo(Number.POSITIVE_INFINITY);
  else return false;
  return true;
}

/** Handles keys outside text fields, unless a dialog is open. @param obey returns whether it knows the key */
export function useKeys(isOff: boolean, obey: (key: string) => boolean): void {
  // Not delayed to the next frame: a key may follow the one that closes a dialog.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const key = keyOf(event);
      if (isOff || key === null) return;
      if (target.closest('input, textarea, select, dialog') !== null) return;
      // On the board, arrows move from point to point.
      if (target.closest('[role=grid]') !== null && /^(Arrow|Home|End)/.test(key)) return;
      if (obey(key)) event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

/** @returns the key, or its command with Control or Command; null if it has none */
function keyOf({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string | null {
  if (altKey) return null;
  if (!ctrlKey && !metaKey) return key;
  const letter = key.toLowerCase();
  if (letter === 'z') return shiftKey ? REDO : UNDO;
  return letter === 'y' && !shiftKey ? REDO : null;
}
