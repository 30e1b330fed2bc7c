/** Dialogs, and parts of the analysis, that are loaded together when one of them is opened. */

export { Explorer } from './panels/library/explorer.tsx';
export { Report } from './panels/moves/report.tsx';
export { NewGame } from './panels/play/new-game.tsx';
export { StudyList } from './panels/study/list.tsx';
export { SettingsDialog } from './settings-dialog.tsx';
