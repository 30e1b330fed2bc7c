/**
 * The sentences of the protocol, each with its number: what a brain must do, in one sentence. Steps name the sentences
 * that they check, and reports print them next to a fault.
 */

/** Sentences by number: the letter of a chapter and a count. */
export const SENTENCES = {
  L1: 'The manager ends a line with CR LF, LF or CR. A brain accepts all three and does not wait for an LF after a CR.',
  L2: 'A pipe may split a line anywhere and may deliver many lines at once. A brain reads lines, not chunks.',
  L3: 'A brain ends each line with LF and writes the whole line at once.',
  L4: 'A brain prints nothing before it is asked: no banner, no empty line.',
  L5: 'MESSAGE and DEBUG are followed by a blank and a text. They may come before any answer and answer nothing.',
  L6: 'A line of a brain has at most 2000 characters. A longer or binary line of the manager changes nothing.',
  L7: 'A brain writes nothing to stderr.',
  L8: 'Commands and keys of INFO may be in upper or lower case.',
  L9: 'A brain answers a command that it does not know with UNKNOWN and a text, and keeps its state.',
  L10: 'A brain answers a command that it cannot obey with ERROR and a text, and keeps its state.',
  S1: 'START size begins a game on an empty square board. The answer is OK alone on its line, or ERROR and a text.',
  S2: 'A brain supports the sizes 15 and 20, and answers ERROR to a size that it does not support.',
  S3: 'A manager need not wait for OK: it may send START, INFO and BOARD at once, and reads the lines after them.',
  S4: 'START may come again in the same process. It drops the game and keeps what INFO has set.',
  S5: 'RESTART begins another game on an empty board of the same size. The answer is OK.',
  S6: 'RECTSTART width,height begins a game on a rectangular board. The answer is OK, or ERROR and a text.',
  M1: 'BEGIN asks for the first move on the empty board.',
  M2: "TURN x,y places the opponent's stone and asks for a move.",
  M3: 'A move is two numbers and a comma, x,y, and nothing else on its line: one line for each request.',
  M4: 'A move is on an empty point of the board. Under renju, Black does not play a forbidden point.',
  M5: 'BOARD, lines x,y,field and DONE replace the position and ask for a move, which comes after DONE.',
  M6: 'BOARD and DONE without a line between them ask for the first move on the empty board.',
  M7: 'Field 1 is a stone of the brain, 2 of its opponent. Only under renju are the lines in playing order.',
  M8: 'Field 3 is a blocked point, on which no one plays and which belongs to neither side.',
  M9: 'TAKEBACK x,y removes the stone on that point. The answer is OK.',
  M10: 'SWAP2BOARD and DONE ask for three points, x,y x,y x,y, with one blank between them.',
  M11: 'SWAP2BOARD with three points asks for SWAP, for the fourth point, or for the fourth and the fifth.',
  M12: 'SWAP2BOARD with five points asks for SWAP or for the sixth point.',
  M13: 'A brain may answer SUGGEST x,y, which places no stone. PLAY x,y then does; the answer is that point.',
  I1: 'INFO key value has no answer, whatever the key and the value are.',
  I2: 'INFO timeout_turn is the time for a move, in ms; 0 asks for a move at once.',
  I3: 'INFO timeout_match is the time for all moves of a game, in ms; 0 sets no limit.',
  I4: 'INFO time_left is what is left of it (2147483647: no limit), may be negative, and takes precedence over timeout_turn.',
  I5: 'INFO timeout_turn and time_left apply to a search that is running.',
  I6: 'INFO max_memory is the limit for the process and its children, in bytes; 0 sets none.',
  I7: 'INFO rule is a sum: 0 freestyle, 1 exactly five wins, 2 continuous game, 4 renju, 8 caro.',
  I8: 'A brain writes files only to the folder that INFO folder names.',
  A1: 'ABOUT is answered at any time, before START too, with one line of pairs key="value" that includes name.',
  T1: "The time for a move runs from the request to the answer; the opponent's moves are free.",
  T2: 'A manager may suspend the process between its moves. A brain does not charge that time to itself.',
  T3: 'A brain is ready for the next command before it has written its answer.',
  T4: 'The time for a game must last until the board is full.',
  T5: 'A brain that searches uses the time that it has.',
  P1: 'A brain is one process: it leaves no children running.',
  E1: 'END ends the process at once, with status 0 and without output; a manager kills it after 500 ms.',
  E2: 'END also ends it while it thinks.',
  E3: 'END also ends it between BOARD and DONE.',
  E4: 'The end of input ends the process.',
} as const;

/** Number of a sentence, such as `M5`. */
export type SentenceNumber = keyof typeof SENTENCES;

/** Chapters by the letter that their numbers begin with. */
export const CHAPTERS: Readonly<Record<string, string>> = {
  L: 'Lines',
  S: 'Start of a game',
  M: 'Moves',
  I: 'INFO',
  A: 'ABOUT',
  T: 'Time',
  P: 'Processes',
  E: 'End',
};

/** @returns the number and the sentence */
export function sentence(number: SentenceNumber): string {
  return `${number} ${SENTENCES[number]}`;
}
