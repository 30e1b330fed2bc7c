/** The managers whose conversations are played. */
import type { Profile } from './profile.ts';
import { PISKVORK, QPISKVORK, YIXIN_BOARD } from './profiles-gui.ts';
import { C_GOMOKU_CLI, JUDGE, LISKVORK } from './profiles-tournament.ts';

export const PROFILES: readonly Profile[] = [JUDGE, PISKVORK, YIXIN_BOARD, C_GOMOKU_CLI, QPISKVORK, LISKVORK];
