/** Dialogs and parts of panels that are loaded together when one of them is first shown. */

export { AnalyzedWin } from './panels/analyze/known-win.tsx';
export { BookPanel } from './panels/book/panel.tsx';
export { Explorer } from './panels/library/explorer.tsx';
export { Report } from './panels/moves/report.tsx';
export { NewGame } from './panels/play/new-game.tsx';
export { Survival } from './panels/play/survival.tsx';
export { StudyList } from './panels/study/list.tsx';
export { StudyPanel } from './panels/study/panel.tsx';
export { SettingsDialog } from './settings-dialog.tsx';
