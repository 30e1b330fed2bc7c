/**
 * Replies of a fixed form; rejections without their ERROR. The build generates the formats of the native program from
 * this table (tools/native/texts-c.ts): each text is one template, whose parameters `name` and `text` are texts and all
 * others whole numbers.
 */
import { MAX_SIZE, MIN_SIZE } from '../core/limits.ts';
import { MAX_THREADS } from '../engine/helpers.ts';

export const REPLY_TEXTS = {
  // Rejected commands.
  beforeStart: (name: string) => `${name} before START: send START <size> first`,
  busy: (name: string) => `busy: ${name} received while the engine is thinking`,
  boardFull: () => 'board is full: no empty point is left',
  badPoint: (text: string, lastX: number, lastY: number) =>
    `coordinate "${text}": expected x,y with x from 0 to ${lastX} and y from 0 to ${lastY}`,
  badSize: (text: string, least: number) => `unsupported board size "${text}": expected ${least} to ${MAX_SIZE}`,
  badRectangle: (text: string) =>
    `unsupported board size "${text}": expected width,height with both from ${MIN_SIZE} to ${MAX_SIZE}`,
  beginWithStones: (count: number) => `BEGIN with stones on the board (${count}): send RESTART first`,
  takeBackNothing: (x: number, y: number) => `TAKEBACK ${x},${y}: no stone is on this point`,
  badForbid: (text: string) => `YXFORBID "${text}": expected add or del, x, y, and 0 or 1`,
  badNBest: (text: string) => `YXNBEST "${text}": expected a number from 1`,
  wrongStones: (name: string, text: string, count: number) => `${name}: expected ${text} stones, received ${count}`,
  // Rejected lines of blocks.
  badBoardLine: (text: string) => `BOARD line "${text}": expected x,y,field with field 1, 2 or 3`,
  boardLineOffBoard: (text: string, lastX: number, lastY: number) =>
    `BOARD line "${text}": expected x from 0 to ${lastX} and y from 0 to ${lastY}`,
  boardLineTaken: (text: string) => `BOARD line "${text}": an earlier line already has this point`,
  // Other lines.
  blockEnded: (name: string, text: string) => `ERROR ${name} ended by ${text}: expected DONE`,
  skipped: (text: string) => `skipped ${text}`,
  unknown: (text: string) => `UNKNOWN ${text}`,
  onlyFouls: () => 'MESSAGE every remaining point is forbidden to the side to move',
  maxThreads: () => `MESSAGE INFO MAX_THREAD_NUM ${MAX_THREADS}`,
  /** The table as a power of two in kilobytes: 1 GB. */
  maxHashSize: () => 'MESSAGE INFO MAX_HASH_SIZE 20',
  hashNotWritten: () => 'MESSAGE the transposition table is not written to files',
  hashNotRead: () => 'MESSAGE the transposition table is not read from files',
  hashUse: (text: string) => `MESSAGE transposition table ${text}% full`,
  drawAccepted: () => 'MESSAGE the draw is accepted',
  drawDeclined: () => 'MESSAGE the draw is declined',
  resigned: () => 'MESSAGE the resignation is accepted',
  swap2Move: (number: number, x: number, y: number) => `MESSAGE SWAP2 MOVE${number} ${x} ${y}`,
  swap2Choice: (number: number, text: string) => `MESSAGE SWAP2 SWAP${number} ${text}`,
  // Yixin-Board's marks on its board.
  wipeMarks: () => 'MESSAGE REALTIME REFRESH',
  markBest: (x: number, y: number) => `MESSAGE REALTIME BEST ${x},${y}`,
  markMove: (name: string, x: number, y: number) => `MESSAGE REALTIME ${name} ${x},${y}`,
  lineScore: (score: number) => `MESSAGE REALTIME VAL ${score}`,
  lineMoves: (text: string) => `MESSAGE REALTIME PV ${text}`,
} as const;
