/** Dialogs, and the moves of the library, that are loaded together when one of them is opened. */

export { Explorer } from './panels/library/explorer.tsx';
export { NewGame } from './panels/play/new-game.tsx';
export { StudyList } from './panels/study/list.tsx';
export { SettingsDialog } from './settings-dialog.tsx';
