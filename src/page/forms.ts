/** Dialogs that are loaded together when one of them is opened. */
export { Help } from './help.tsx';
export { NewGame } from './panels/play/new-game.tsx';
export { SettingsDialog } from './settings-dialog.tsx';
