/** Profiles of managers that play tournaments and matches: the Gomocup judge, c-gomoku-cli and liskvork. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brief, GOMOCUP_MEMORY, points, TOLERANCE_MS } from './kit.ts';
import {
  askMove,
  boardLines,
  exactMove,
  PROFILE_TURN_MS,
  type Profile,
  ProfileGame,
  rawLines,
  spacedMove,
  tell,
} from './profile.ts';
import { type CheckContext, type Finding, fail, note, warn } from './step.ts';

/** Time for a move under the judge, ms: the start of the process is part of the first one. */
const JUDGE_TURN_MS = 2000;
/** Time that the judge deducts from each move because it looks for an answer only every 10 ms. */
const JUDGE_GIFT_MS = 10;

export const JUDGE: Profile = {
  name: 'judge-2026',
  manager: 'Gomocup judge, May 2026',
  source: 'Gomocup/GomocupJudge c11ec6a (2026-05-30): client/new_protocol.py, client/ai_match.py, client/client.py',
  habits: [
    'ends lines with CR LF',
    'sends START and six INFO lines without waiting for OK, and suspends the process at once; ERROR does not matter',
    'asks for the first move with BOARD, with no stones too, and for later ones with TURN',
    'takes the first line that is two numbers with a comma, blanks allowed, for the move and skips all others',
    'writes a request before it resumes the process, whose start is therefore part of the first move',
    'waits for the whole turn when a process has died, and loses the game on time for it',
    'suspends the process between moves, adds up the memory of it and its children, kills it 500 ms after END',
  ],
  needs: ['together', 'board', 'board-empty', 'timeout-match', 'suspended', 'memory', 'one-process', 'end', 'swap2'],
  id: 'profile-judge-2026',
  needsNoOk: true,
  title: 'a game as the Gomocup judge of 2026 plays it',
  why: 'this is how every game of the tournament begins.',
  sentences: ['L1', 'S3', 'M2', 'M3', 'M5', 'T2', 'E1'],
  fix: 'Replay the lines that are shown by hand, with CR LF, without waiting for OK.',
  run: playJudge,
};

async function* playJudge(context: CheckContext): AsyncGenerator<Finding> {
  const folder = mkdtempSync(join(tmpdir(), 'gomocup-check-'));
  try {
    yield* judgeGame(context, folder, points('h8i9j10'), 3);
    yield* judgeGame(context, folder, [], 2);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function* judgeGame(
  context: CheckContext,
  folder: string,
  opening: ReturnType<typeof points>,
  moves: number,
): AsyncGenerator<Finding> {
  const brain = context.probe('\r\n');
  const game = new ProfileGame(15, opening);
  const matchMs = 60_000;
  tell(
    brain,
    'START 15',
    `INFO timeout_turn ${JUDGE_TURN_MS}`,
    `INFO timeout_match ${matchMs}`,
    `INFO max_memory ${GOMOCUP_MEMORY}`,
    'INFO game_type 3',
    'INFO rule 0',
    `INFO folder ${folder}`,
  );
  if (context.platform !== 'win32') brain.client.suspend();
  await sleep(300);
  let usedMs = 0;
  for (let count = 0; count < moves; count++) {
    const lines = count === 0 ? boardLines(game.board()) : turnLine(game);
    tell(brain, `INFO time_left ${Math.round(matchMs - usedMs)}`);
    const before = brain.replies.length;
    // The request is in the pipe before the process runs again.
    const asked = askMove(context, brain, lines, spacedMove, JUDGE_TURN_MS);
    brain.client.resume();
    const { move, elapsedMs } = await asked;
    usedMs += Math.max(0, elapsedMs - JUDGE_GIFT_MS);
    const limit = JUDGE_TURN_MS + TOLERANCE_MS;
    if (elapsedMs > limit)
      yield fail(`move ${count + 1} took ${Math.round(elapsedMs)} ms: the judge ends the game after ${limit}`, 'T1');
    const wrong = game.place(move);
    yield* wrong;
    if (wrong.length > 0) return;
    const unique = brain.client.uniqueBytes();
    if (unique !== null && unique > GOMOCUP_MEMORY) yield fail(`used ${unique} bytes of ${GOMOCUP_MEMORY}`, 'I6');
    // A line that follows the move is the answer to the next request.
    await sleep(30);
    const [, stray] = brain.replies.slice(before).filter((line) => spacedMove(line) !== null);
    if (stray !== undefined) yield fail(`printed "${brief(stray)}" after its move: it counts as the next one`, 'M3');
    if (context.platform !== 'win32') brain.client.suspend();
    await sleep(100);
  }
  brain.client.resume();
  tell(brain, 'END');
  if (!(await brain.client.exited(500))) yield warn('still running 500 ms after END: the judge kills it', 'E1');
}

function turnLine(game: ProfileGame): string[] {
  const { x, y } = game.reply();
  return [`TURN ${x},${y}`];
}

export const C_GOMOKU_CLI: Profile = {
  name: 'c-gomoku-cli',
  manager: 'c-gomoku-cli of 2025',
  source: 'dhbloo/c-gomoku-cli 0891174 (2025-01-19): src/engine.cpp, src/game.cpp, src/main.cpp',
  habits: [
    'ends lines with LF',
    'sends ABOUT first and takes the first line that begins with no keyword for the answer',
    'waits 3 s for a line that is exactly OK, and gives up at ERROR',
    'sends INFO rule, timeout_turn (unless 0), timeout_match, max_memory, time_left, then BEGIN or BOARD',
    'accepts blanks in front of the numbers of a move, and a CR at its end, but no other blank after a number',
    'sends YXSTOP when the time is over, and loses the game for the brain',
    'begins the next game with START in the same process; on Unix it waits for the end of the process without a limit',
  ],
  needs: ['clean-ok', 'about', 'stderr', 'new-game', 'line-ends', 'timeout-turn', 'end'],
  id: 'profile-c-gomoku-cli',
  title: 'two games in one process as c-gomoku-cli plays them',
  why: 'authors measure their engines with it.',
  sentences: ['L1', 'L4', 'A1', 'S1', 'S4', 'M3', 'E1'],
  fix: 'Replay the lines that are shown by hand, with LF.',
  run: playCli,
};

/** How long c-gomoku-cli waits for an answer, ms; a move may exceed its limit by half of it. */
const CLI_WAIT_MS = 3000;

async function* playCli(context: CheckContext): AsyncGenerator<Finding> {
  const brain = context.probe('\n');
  const isKeyword = (line: string) => /^(MESSAGE|DEBUG|UNKNOWN|ERROR|SUGGEST)/.test(line);
  const { answer: about } = await brain.client.ask('ABOUT', CLI_WAIT_MS, 'an answer to ABOUT', (line) =>
    isKeyword(line) ? null : line,
  );
  if (!/\bname\s*=\s*"/.test(about))
    yield warn(`took "${brief(about)}" for the answer to ABOUT, without name="..."`, 'A1');
  for (let played = 1; played <= 2; played++) {
    const game = new ProfileGame(15, played === 1 ? [] : points('h8i9j10'));
    const { answer } = await brain.client.ask('START 15', CLI_WAIT_MS, 'exactly OK', (line) =>
      line === 'OK' || line.startsWith('ERROR') ? line : null,
    );
    if (answer !== 'OK') {
      yield fail(`START 15 in game ${played} was answered "${brief(answer)}"`, 'S1');
      return;
    }
    tell(
      brain,
      'INFO rule 0',
      `INFO timeout_turn ${PROFILE_TURN_MS}`,
      'INFO timeout_match 60000',
      `INFO max_memory ${GOMOCUP_MEMORY}`,
    );
    for (let count = 0; count < 4; count++) {
      const first = game.stones.length === 0 ? ['BEGIN'] : boardLines(game.board());
      const lines = count === 0 ? first : turnLine(game);
      const { move, elapsedMs } = await askMove(context, brain, ['INFO time_left 60000', ...lines], spacedMove);
      if (elapsedMs > PROFILE_TURN_MS + CLI_WAIT_MS / 2)
        yield fail(`move ${count + 1} of game ${played} took ${Math.round(elapsedMs)} ms of ${PROFILE_TURN_MS}`, 'T1');
      const wrong = game.place(move);
      yield* wrong;
      if (wrong.length > 0) return;
      await sleep(30);
    }
  }
  for (const line of rawLines(brain))
    if (spacedMove(line) !== null && !/^\s*[+-]?\d+,\s*[+-]?\d+\r?$/.test(line))
      yield fail(`printed "${brief(line)}", with a blank after a number: no move for c-gomoku-cli`, 'M3');
  tell(brain, 'END');
  if (!(await brain.client.exited(3000))) yield fail('still running 3 s after END: the manager would hang', 'E1');
}

export const LISKVORK: Profile = {
  name: 'liskvork',
  manager: 'liskvork of July 2026',
  source: 'liskvork/liskvork 9dc671a (2026-07-18): src/client.zig, src/protocol.zig, src/server.zig, src/utils.zig',
  habits: [
    'ends lines with CR LF, reads lines that end with LF, and cannot read a number that is followed by CR or a blank',
    'sends ABOUT first; the first line must be key="value" pairs, separated by commas, with blanks anywhere between',
    'sends START; the next line must be OK, and neither a MESSAGE nor an empty line may precede it',
    'waits 5 s each for these two; sends INFO timeout_turn, timeout_match and max_memory where they are not 0',
    'sends neither INFO rule nor time_left, never BOARD; BEGIN to the first player, TURN to the second',
    'logs MESSAGE, DEBUG, ERROR and UNKNOWN with a text before a move; any other line loses, an empty one too',
    'has a buffer of 2048 bytes for a line',
    'tolerates nothing: a move after the limit loses; kills the process 1 s after END',
  ],
  needs: ['clean-ok', 'about', 'begin-turn', 'timeout-turn', 'end'],
  id: 'profile-liskvork',
  title: 'a game as liskvork plays it',
  why: 'students play it with this referee, which forgives nothing.',
  sentences: ['A1', 'S1', 'M1', 'M2', 'M3', 'L3', 'L5', 'T1', 'E1'],
  fix: 'Print "x,y" and a single LF, and answer ABOUT with name="...", version="...".',
  run: playLiskvork,
};

/** Bytes of a line that liskvork can read, with its LF. */
const LISKVORK_LINE = 2048;

/** How long liskvork waits for the answers to ABOUT and START, ms. */
const LISKVORK_WAIT_MS = 5000;

async function playLiskvork(context: CheckContext): Promise<Finding[]> {
  const findings: Finding[] = [];
  const brain = context.probe('\r\n');
  // The reader takes the line that liskvork would take, also a MESSAGE, which the client keeps from its readers.
  const answer = async (command: string, expected: string, says: 'A1' | 'S1') => {
    const before = rawLines(brain).length;
    await brain.client.ask(command, LISKVORK_WAIT_MS, expected, (line) => (/=|^OK\b/.test(line) ? line : null));
    const [first = ''] = rawLines(brain).slice(before);
    const isRight = says === 'A1' ? isLiskvorkAbout(first) : /^OK\s*$/.test(first);
    if (!isRight) findings.push(fail(`answered ${command} with "${brief(first)}": liskvork reads ${expected}`, says));
  };
  await answer('ABOUT', 'key="value" pairs only', 'A1');
  await answer('START 15', 'OK only', 'S1');
  if (findings.length > 0) return findings;
  tell(brain, `INFO timeout_turn ${PROFILE_TURN_MS}`, 'INFO timeout_match 60000', `INFO max_memory ${GOMOCUP_MEMORY}`);
  const game = new ProfileGame(15);
  for (let count = 0; count < 5; count++) {
    const before = rawLines(brain).length;
    const { move, elapsedMs } = await askMove(context, brain, count === 0 ? ['BEGIN'] : turnLine(game), spacedMove);
    const wrongLine = rawLines(brain).slice(before).find(isUnreadableInGame);
    if (wrongLine !== undefined) return [...findings, unreadable(wrongLine)];
    const over = Math.round(elapsedMs - PROFILE_TURN_MS);
    if (over > 0) findings.push(warn(`move ${count + 1} came ${over} ms after the limit of ${PROFILE_TURN_MS}`, 'T1'));
    const wrong = game.place(move);
    if (wrong.length > 0) return [...findings, ...wrong];
    await sleep(30);
  }
  tell(brain, 'END');
  if (!(await brain.client.exited(1000))) findings.push(warn('still running 1 s after END: liskvork kills it', 'E1'));
  return findings.length > 0 ? findings : [note('5 moves')];
}

/** @param line as printed, without LF @returns whether liskvork reads pairs key="value" from it, commas between */
function isLiskvorkAbout(line: string): boolean {
  return /^\s*[^="]*=[^"]*"[^"]*"(\s*,[^="]*=[^"]*"[^"]*")*\s*,?\s*$/.test(line);
}

/** @param line as printed, without LF @returns whether it is neither a move nor something that liskvork logs */
function isUnreadableInGame(line: string): boolean {
  if (line.length >= LISKVORK_LINE) return true;
  return exactMove(line) === null && !/^(MESSAGE|DEBUG|ERROR|UNKNOWN)\s+\S/.test(line);
}

/** @param line as printed, without LF */
function unreadable(line: string): Finding {
  const text = brief(line.replace(/\r$/, ''));
  if (exactMove(line.trimEnd()) !== null && line.endsWith('\r'))
    return fail(`ended "${text}" with CR LF: liskvork cannot read a number before a CR, and ends the game`, 'L3');
  const says = /^(MESSAGE|DEBUG)\b/.test(line) ? 'L5' : 'M3';
  return fail(`printed "${text}": liskvork cannot read this line, and ends the game`, says);
}
