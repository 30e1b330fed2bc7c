/** The commands of the protocol. protocol.md describes each one; a test compares the two lists. */
import { BLACK, BLOCKED, WHITE } from '../core/color.ts';
import { MAX_LINES } from '../core/limits.ts';
import { VERSION } from '../engine/version.ts';
import { answerBalance } from './balance.ts';
import { type BlockKind, BOARD, YXBLOCK, YXBLOCKPATH, YXBLOCKPATHUNDO, YXBLOCKUNDO, YXBOARD } from './blocks.ts';
import type { Brain } from './brain.ts';
import { POSITION_BLOCKS } from './database-blocks.ts';
import {
  checkDatabase,
  databaseToLib,
  databaseToPositions,
  databaseToText,
  databaseToTexts,
  type FileCommand,
  fixDatabase,
  libToDatabase,
  mergeDatabase,
  saveDatabase,
  setDatabase,
  splitDatabase,
  textToDatabase,
} from './database-files.ts';
import { SOOSORV_BLOCKS, SWAP2BOARD, soosorvOpening, swap2Choice, swap2Opening } from './opening-steps.ts';
import { parsePoint, parseRectangle, parseSize, quote } from './parse.ts';
import { NOTHING, OK, ProtocolError, type Reply } from './reply.ts';
import { REPLY_TEXTS } from './reply-texts.ts';

export type ProtocolCommand = PlainCommand | BlockCommand;

interface AnyCommand {
  /** Its name and syntax, printed by --help. */
  readonly usage: string;
  readonly needsGame?: true;
  /** Rejected while a move is pending, without affecting it; other commands are executed at any time. */
  readonly isBusyWhileThinking?: true;
  /** Ends the current game, if any. */
  readonly startsGame?: true;
}

interface PlainCommand extends AnyCommand {
  /** The argument is a file name; without an argument the next line is. */
  readonly takesFile?: true;
  /** Executes the command. @throws ProtocolError or EngineError, with the state unchanged */
  run(brain: Brain, args: string): Reply;
}

/** A command followed by lines and DONE. It drops a running search unless `keepsSearch` is set. */
interface BlockCommand extends AnyCommand {
  readonly opensBlock: BlockKind;
  readonly keepsSearch?: true;
}

export const ABOUT_LINE = `name="tengen", version="${VERSION}", author="the tengen authors", country="International", www="-"`;

const YIXIN_LIMITS: Reply = [REPLY_TEXTS.maxThreads(), REPLY_TEXTS.maxHashSize()];

function blockCommand(usage: string, opensBlock: BlockKind): ProtocolCommand {
  return { usage, needsGame: true, opensBlock };
}

/** A block about future searches. */
function settingBlock(usage: string, opensBlock: BlockKind): ProtocolCommand {
  return { usage, needsGame: true, keepsSearch: true, opensBlock };
}

/** A command that is not answered. */
function silent(usage: string, execute: (brain: Brain, args: string) => void): ProtocolCommand {
  return {
    usage,
    run(brain, args) {
      execute(brain, args);
      return NOTHING;
    },
  };
}

/** A database command that uses the rule and the board of the game. */
function fileCommand(usage: string, run: FileCommand): ProtocolCommand {
  return { usage, needsGame: true, takesFile: true, run };
}

function start(brain: Brain, args: string): Reply {
  const size = parseSize(args, brain.engine.position.rule.winLength);
  brain.startGame({ width: size, height: size });
  return OK;
}

function rectStart(brain: Brain, args: string): Reply {
  brain.startGame(parseRectangle(args));
  return OK;
}

function restart(brain: Brain): Reply {
  const { width, height } = brain.engine.position;
  brain.startGame({ width, height });
  return OK;
}

function begin(brain: Brain): Reply {
  const count = brain.engine.position.stones.length;
  if (count > 0) throw new ProtocolError(REPLY_TEXTS.beginWithStones(count));
  brain.engine.setPosition({ stones: [], sideToMove: BLACK });
  return brain.startMove();
}

function turn(brain: Brain, args: string): Reply {
  const { x, y } = parsePoint(args, brain.engine.position);
  brain.engine.play(x, y, brain.opponentColor());
  try {
    return brain.startMove();
  } catch (error) {
    brain.engine.undo({ x, y });
    throw error;
  }
}

function play(brain: Brain, args: string): Reply {
  const { x, y } = parsePoint(args, brain.engine.position);
  const own = brain.own ?? brain.engine.sideToMove;
  brain.engine.play(x, y, own);
  brain.own = own;
  return [`${x},${y}`];
}

function takeBack(brain: Brain, args: string): Reply {
  const point = parsePoint(args, brain.engine.position);
  const hasStone = brain.engine.position.stones.some(
    ({ x, y, color }) => x === point.x && y === point.y && color !== BLOCKED,
  );
  if (!hasStone) throw new ProtocolError(REPLY_TEXTS.takeBackNothing(point.x, point.y));
  brain.drop();
  brain.engine.undo(point);
  return OK;
}

function balance(count: 1 | 2): PlainCommand['run'] {
  return (brain, args) => {
    if (!/^[+-]?\d{1,6}$/.test(args || '0')) throw new ProtocolError(`bias "${quote(args)}": expected a whole number`);
    return answerBalance(brain, Number(args), count);
  };
}

/** The first stones of a game; a running search belongs to the last game. */
function openingStep(opening: (brain: Brain) => Reply): PlainCommand['run'] {
  return (brain) => {
    brain.drop();
    return opening(brain);
  };
}

function forbid(brain: Brain, args: string): Reply {
  const [, word, x, y, side] = /^(add|del)[ \t]+(\d{1,3})[ \t]+(\d{1,3})[ \t]+([01])$/i.exec(args) ?? [];
  if (word === undefined) throw new ProtocolError(REPLY_TEXTS.badForbid(quote(args)));
  const point = parsePoint(`${x},${y}`, brain.engine.position);
  brain.excludedMoves.setForbidden(point, side === '0' ? BLACK : WHITE, word.toLowerCase() === 'add');
  return NOTHING;
}

function nBest(brain: Brain, args: string): Reply {
  if (!/^[1-9]\d{0,3}$/.test(args)) throw new ProtocolError(REPLY_TEXTS.badNBest(quote(args)));
  return brain.startMove(Number(args));
}

function showInfo(brain: Brain): Reply {
  brain.dialect.isYixinBoard = true;
  return YIXIN_LIMITS;
}

function showForbidden(brain: Brain): Reply {
  const digits = (n: number): string => String(n).padStart(2, '0');
  const points = brain.engine.forbiddenPoints().map(({ x, y }) => digits(x) + digits(y));
  return [`FORBID ${points.join('')}.`];
}

const COMMANDS: readonly ProtocolCommand[] = [
  { usage: 'START <size>', startsGame: true, run: start },
  { usage: 'RECTSTART <width>,<height>', startsGame: true, run: rectStart },
  { usage: 'RESTART', needsGame: true, startsGame: true, run: restart },
  { usage: 'BEGIN', needsGame: true, isBusyWhileThinking: true, run: begin },
  { usage: 'TURN <x>,<y>', needsGame: true, isBusyWhileThinking: true, run: turn },
  blockCommand('BOARD <x>,<y>,<field> ... DONE', BOARD),
  { usage: 'TAKEBACK <x>,<y>', needsGame: true, run: takeBack },
  { usage: 'PLAY <x>,<y>', needsGame: true, isBusyWhileThinking: true, run: play },
  blockCommand('SWAP2BOARD <x>,<y> ... DONE', SWAP2BOARD),
  silent('INFO <key> <value>', (brain, args) => brain.set(args)),
  { usage: 'ABOUT', run: () => [ABOUT_LINE] },
  silent('END', (brain) => brain.end()),
  silent('STOP', (brain) => brain.stopAndWait()),
  silent('YXSTOP', (brain) => brain.stopAndWait()),
  { usage: 'YXSHOWINFO', run: showInfo },
  blockCommand('YXBOARD <x>,<y>,<field> ... DONE', YXBOARD),
  settingBlock('YXBLOCK <x>,<y> ... DONE', YXBLOCK),
  settingBlock('YXBLOCKUNDO <x>,<y> ... DONE', YXBLOCKUNDO),
  silent('YXBLOCKRESET', (brain) => brain.excludedMoves.clearPoints()),
  settingBlock('YXBLOCKPATH <x>,<y> ... DONE', YXBLOCKPATH),
  settingBlock('YXBLOCKPATHUNDO <x>,<y> ... DONE', YXBLOCKPATHUNDO),
  silent('YXBLOCKPATHRESET', (brain) => brain.excludedMoves.clearPaths()),
  { usage: 'YXFORBID add|del <x> <y> <side>', needsGame: true, run: forbid },
  { usage: 'YXNBEST <lines>', needsGame: true, isBusyWhileThinking: true, run: nBest },
  {
    usage: 'YXSEARCHDEFEND',
    needsGame: true,
    isBusyWhileThinking: true,
    run: (brain) => brain.startMove(MAX_LINES),
  },
  { usage: 'YXBALANCEONE <bias>', needsGame: true, isBusyWhileThinking: true, run: balance(1) },
  { usage: 'YXBALANCETWO <bias>', needsGame: true, isBusyWhileThinking: true, run: balance(2) },
  { usage: 'YXSWAP2STEP1', needsGame: true, startsGame: true, run: openingStep(swap2Opening) },
  { usage: 'YXSWAP2STEP2', needsGame: true, isBusyWhileThinking: true, run: (brain) => swap2Choice(brain, 3) },
  { usage: 'YXSWAP2STEP3', needsGame: true, isBusyWhileThinking: true, run: (brain) => swap2Choice(brain, 5) },
  { usage: 'YXSOOSORVSTEP1', needsGame: true, startsGame: true, run: openingStep(soosorvOpening) },
  ...Object.entries(SOOSORV_BLOCKS).map(([usage, block]) => blockCommand(usage, block)),
  { usage: 'YXSHOWFORBID', needsGame: true, run: showForbidden },
  silent('YXHASHCLEAR', (brain) => brain.engine.clearHash()),
  { usage: 'YXSHOWHASHUSAGE', run: ({ engine }) => [REPLY_TEXTS.hashUse((100 * engine.tableUse()).toFixed(1))] },
  { usage: 'YXHASHDUMP', run: () => [REPLY_TEXTS.hashNotWritten()] },
  { usage: 'YXHASHLOAD', run: () => [REPLY_TEXTS.hashNotRead()] },
  { usage: 'YXSETDATABASE <file>', takesFile: true, run: setDatabase },
  { usage: 'YXSAVEDATABASE', run: saveDatabase },
  ...Object.entries(POSITION_BLOCKS).map(([usage, block]) => settingBlock(usage, block)),
  { usage: 'YXDBCHECK', run: checkDatabase },
  { usage: 'YXDBFIX', run: fixDatabase },
  { usage: 'YXDBMERGE <file>', takesFile: true, run: mergeDatabase },
  fileCommand('YXDBSPLIT <file>', splitDatabase),
  fileCommand('YXLIBTODB <file>', libToDatabase),
  fileCommand('YXDBTOLIB <file>', databaseToLib),
  { usage: 'YXTXTTODB <file>', takesFile: true, run: textToDatabase },
  fileCommand('YXDBTOTXT <file>', databaseToText),
  { usage: 'YXDBTOTXTALL <file>', takesFile: true, run: databaseToTexts },
  fileCommand('YXDBTOPOS <file>', databaseToPositions),
  { usage: 'YXDRAW', needsGame: true, run: draw },
  { usage: 'YXRESIGN', needsGame: true, run: () => [REPLY_TEXTS.resigned()] },
];

export const PROTOCOL_COMMANDS: ReadonlyMap<string, ProtocolCommand> = new Map(
  COMMANDS.map((command) => [command.usage.split(' ', 1)[0], command]),
);

/** Accepts a draw if the last search saw no advantage. */
function draw(brain: Brain): Reply {
  const isAccepted = brain.lastScore !== null && brain.lastScore <= 0;
  return [isAccepted ? REPLY_TEXTS.drawAccepted() : REPLY_TEXTS.drawDeclined()];
}
