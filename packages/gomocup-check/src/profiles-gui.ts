/** Profiles of managers with a window: Piskvork, Yixin-Board and qpiskvork. */
import { setTimeout as sleep } from 'node:timers/promises';
import { BrainError } from '../../../src/measure/match/brain-error.ts';
import { brief, GOMOCUP_MEMORY, points } from './kit.ts';
import {
  askMove,
  boardLines,
  looseMove,
  PROFILE_TURN_MS,
  type Profile,
  ProfileGame,
  rawLines,
  spacedMove,
  tell,
} from './profile.ts';
import type { SentenceNumber } from './sentences.ts';
import { type CheckContext, type Finding, fail, note, warn } from './step.ts';

export const PISKVORK: Profile = {
  name: 'piskvork',
  manager: 'Piskvork 8, sources of June 2025',
  source: 'plastovicka/Piskvork 2c32965 (2025-06-19): source/protocol.cpp, source/game.cpp',
  habits: [
    'ends lines with CR LF and gives stdout and stderr of the brain one pipe',
    'waits for a line that is OK in any case, and drops the brain at any other line',
    'sends seven INFO lines after OK, then BEGIN, TURN (one stone) or BOARD, later INFO time_left and TURN',
    'loses the game for the brain at any line that is neither MESSAGE, DEBUG, SUGGEST nor two numbers',
    'sends INFO evaluate when the mouse moves, if that is switched on, and only while no brain thinks',
    'sends TAKEBACK for each undone stone, the last one first, at the next request; RESTART for the next game',
    'skips empty lines',
    'suspends a brain while the other brain thinks, not while a person does',
    'closes stdin after END and kills the process after 700 ms',
  ],
  needs: ['clean-ok', 'info-silent', 'stderr', 'begin-turn', 'takeback', 'move-now', 'suspended', 'memory', 'end'],
  id: 'profile-piskvork',
  title: 'a game as Piskvork plays it, with undo and a second game',
  why: 'most people play against engines in Piskvork.',
  sentences: ['L5', 'L7', 'S1', 'S5', 'I1', 'M1', 'M2', 'M9', 'E1'],
  fix: 'Replay the lines that are shown by hand, with CR LF; print nothing but moves, MESSAGE and DEBUG lines.',
  run: playPiskvork,
};

async function playPiskvork(context: CheckContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  const brain = context.probe('\r\n');
  const expectOk = async (line: string, wait = context.patience.shortened(5000)) => {
    const { answer } = await brain.client.ask(line, wait, 'OK', (text) => text);
    return /^ok$/i.test(answer) ? null : answer;
  };
  const refused = await expectOk('START 15', context.spec.startTimeoutMs);
  if (refused !== null) return [fail(`START 15 was answered "${brief(refused)}": Piskvork drops the brain`, 'S1')];
  const settings = [
    `INFO max_memory ${GOMOCUP_MEMORY}`,
    'INFO timeout_match 60000',
    `INFO timeout_turn ${PROFILE_TURN_MS}`,
    'INFO game_type 0',
    'INFO rule 0',
    'INFO time_left 60000',
    'INFO folder C:\\ProgramData\\Piskvorky data\\',
  ];
  const game = new ProfileGame(15);
  const ask = async (lines: readonly string[]) => {
    const before = brain.errors.length;
    const { move, noise } = await askMove(context, brain, lines);
    const foreign = [...noise, ...brain.errors.slice(before)];
    if (foreign.length > 0)
      findings.push(fail(`printed "${brief(foreign[0])}" instead of a move: Piskvork ends the game`, 'M3'));
    findings.push(...game.place(move));
    await sleep(30);
    return move;
  };
  await ask([...settings, 'BEGIN']);
  const other = game.reply();
  const second = await ask(['INFO evaluate 3,3', 'INFO time_left 59000', `TURN ${other.x},${other.y}`]);
  if (findings.length > 0) return findings;
  const warnUnlessOk = async (line: string, consequence: string, says: SentenceNumber) => {
    try {
      const answer = await expectOk(line);
      if (answer !== null) findings.push(warn(`${line} was answered "${brief(answer)}": ${consequence}`, says));
    } catch (error) {
      if (!(error instanceof BrainError) || error.failure === 'exit') throw error;
      findings.push(warn(error.message, says));
    }
  };
  for (const { x, y } of [second, other])
    if (findings.length === 0) await warnUnlessOk(`TAKEBACK ${x},${y}`, 'Piskvork restarts the game', 'M9');
  if (findings.length === 0) {
    game.stones.splice(-2, 2, { x: 14, y: 14 });
    await ask(['INFO time_left 58000', 'TURN 14,14']);
  }
  await warnUnlessOk('RESTART', 'Piskvork starts the brain again', 'S5');
  if (findings.length === 0) {
    game.stones.splice(0, game.stones.length, ...points('h8i9j10k7'));
    await ask([...settings, ...boardLines(game.board())]);
  }
  if (/^(MESSAGE|DEBUG)\r?$/im.test(brain.bytes))
    findings.push(fail('a MESSAGE or DEBUG line without a blank and text: Piskvork reads it as the reply', 'L5'));
  tell(brain, 'END');
  brain.client.closeInput();
  if (!(await brain.client.exited(700))) findings.push(warn('still running 700 ms after END: Piskvork kills it', 'E1'));
  return findings;
}

export const YIXIN_BOARD: Profile = {
  name: 'yixin-board',
  manager: 'Yixin-Board of 2018 and 2025',
  source: 'accreator/Yixin-Board 609c060 (2018-05-31) and dhbloo/Yixin-Board 004ccfc (2025-06-18): main.c',
  habits: [
    'ends lines with LF, writes commands in lower case, INFO and the first START in upper case, keys of INFO in lower',
    'sends start with two numbers (dhbloo: with one) and never waits for OK',
    'sends start and board for the first move and after undo, turn for later moves',
    'sends yxquerydatabaseall (dhbloo: yxquerydatabaseallt), lines x,y and done after each stone, also to a brain that ' +
      'has just been asked for a move',
    'sends start, yxboard and yxshowforbid when the rule changes, under every rule',
    'never asks which commands the brain knows; shows what follows ERROR and UNKNOWN in its log',
    'writes the row before the column in board and turn, and reads the move in the same order',
    'takes any line that is two numbers with a comma for a move, asked or not; an illegal one ends the game',
  ],
  needs: ['lower-case', 'unknown', 'info-silent', 'line-ends', 'end-thinking'],
  id: 'profile-yixin-board',
  title: 'a game as Yixin-Board plays it',
  why: 'players analyze with it, and it sends commands that many brains do not know.',
  sentences: ['L1', 'L8', 'L9', 'S3', 'S4', 'I1', 'M2', 'M5', 'E1'],
  fix: 'Read commands in any case, and answer unknown ones and the lines that belong to them with UNKNOWN at most.',
  run: playYixinBoard,
};

async function* playYixinBoard(context: CheckContext): AsyncGenerator<Finding> {
  const brain = context.probe('\n');
  const game = new ProfileGame(15);
  const rowFirst = () => game.board().map(({ x, y, field }) => `${y},${x},${field}`);
  const query = () => ['yxquerydatabaseall', ...game.stones.map(({ x, y }) => `${y},${x}`), 'done'];
  tell(
    brain,
    'info show_detail 1',
    'yxshowinfo',
    'START 15 15',
    'INFO max_node -1',
    'INFO timeout_match 60000',
    'INFO time_left 60000',
    `INFO timeout_turn ${PROFILE_TURN_MS}`,
    'INFO max_depth 225',
    'INFO time_increment 0',
    'INFO caution_factor 1',
    'INFO thread_num 1',
    'INFO hash_size 262144',
    'INFO pondering 0',
    'INFO vcthread 0',
    'INFO rule 0',
    ...['start 15 15', 'yxboard', 'done', 'yxshowforbid'],
    ...query(),
    'info usedatabase 1',
  );
  await sleep(300);
  // Without yxboard, a brain may take the block for a question; its answer must not become a move of the game.
  if (brain.replies.some((line) => looseMove(line) !== null)) {
    yield warn('yxboard and its lines were answered with a move, which Yixin-Board plays', 'L9');
    return;
  }
  game.stones.push(...points('h8i9j10'));
  for (let count = 0; count < 3; count++) {
    const last = game.stones[game.stones.length - 1];
    const request = count === 0 ? ['start 15 15', 'board', ...rowFirst(), 'done'] : [`turn ${last.y},${last.x}`];
    const asked = askMove(context, brain, ['INFO time_left 60000', ...request]);
    tell(brain, ...query());
    const { move } = await asked;
    const wrong = game.place({ x: move.y, y: move.x });
    yield* wrong;
    if (wrong.length > 0) return;
    tell(brain, ...query());
    game.reply();
    await sleep(50);
  }
  tell(brain, 'yxstop');
  await sleep(100);
  tell(brain, 'end');
  if (!(await brain.client.exited(1000))) yield warn('still running 1 s after end', 'E1');
  const unknown = brain.replies.filter((line) => /^UNKNOWN\b/i.test(line)).length;
  yield note(unknown === 0 ? 'knows its extensions' : 'its extensions are unknown');
}

export const QPISKVORK: Profile = {
  name: 'qpiskvork',
  manager: 'qpiskvork of August 2024',
  source: 'Joker2770/qpiskvork 86871d0 (2024-08-19): src/EngineLoader.cpp, src/commander.cpp, src/mainwindow.cpp',
  habits: [
    'ends commands with CR LF, but the lines of a BOARD block with LF',
    'sends START, ABOUT, INFO and BEGIN without waiting, and plays a game whose OK comes late or never',
    'judges a line by its first letter: E, R and a blank are ERROR, U, N and W UNKNOWN, and both end the game',
    'judges each piece of output as it arrives, and loses a line that is cut in two',
    'splits a piece by CR LF if it contains a CR, else by LF',
    'checks the time for a game, not that for a move; notices neither that a process has died nor SUGGEST',
    'kills the process right after END',
  ],
  needs: ['clean-ok', 'about', 'line-ends', 'together', 'board', 'end'],
  id: 'profile-qpiskvork',
  needsNoOk: true,
  title: 'a game as qpiskvork plays it',
  why: 'it is the manager for Linux and macOS, and it does not join lines that arrive in pieces.',
  sentences: ['L1', 'L2', 'L3', 'S3', 'M3', 'M5'],
  fix: 'Write each line with one call, end all lines with LF, and read lines that end with LF and CR LF mixed.',
  run: playQpiskvork,
};

async function playQpiskvork(context: CheckContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  const brain = context.probe('\r\n');
  const game = new ProfileGame(15);
  const start = [
    'START 15',
    'ABOUT',
    'INFO timeout_match 60000',
    `INFO timeout_turn ${PROFILE_TURN_MS}`,
    `INFO max_memory ${GOMOCUP_MEMORY}`,
    'INFO game_type 0',
    'INFO rule 0',
    'INFO time_left 60000',
  ];
  const { move: first } = await askMove(context, brain, [...start, 'BEGIN'], spacedMove);
  findings.push(...game.place(first));
  for (let count = 0; count < 3 && findings.length === 0; count++) {
    await sleep(50);
    const { x, y } = game.reply();
    const isBoard = count === 1;
    if (isBoard) {
      const block = boardLines(game.board());
      brain.client.sendRaw(`INFO time_left 60000\r\n${block.slice(0, -1).join('\n')}\n`);
    }
    const lines = isBoard ? ['DONE'] : ['INFO time_left 60000', `TURN ${x},${y}`];
    const { move } = await askMove(context, brain, lines, spacedMove);
    findings.push(...game.place(move));
  }
  const foreign = rawLines(brain).find((line) => /^[ERUNW ]/.test(line));
  if (foreign !== undefined)
    findings.push(fail(`printed "${brief(foreign)}": its first letter ends the game in qpiskvork`, 'M3'));
  if (brain.brokenLines > 0)
    findings.push(
      warn(`${brain.brokenLines} pieces of output end within a line, which qpiskvork loses or reads as two`, 'L3'),
    );
  if (/[^\r]\n/.test(brain.bytes) && brain.bytes.includes('\r'))
    findings.push(warn('some lines end with CR LF, some with LF: qpiskvork does not split them', 'L3'));
  tell(brain, 'END');
  return findings;
}
