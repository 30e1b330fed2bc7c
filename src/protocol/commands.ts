/** The words of the protocol. protocol.md describes each; a test compares the two lists. */
import { MAX_THREADS } from '../engine/helpers.ts';
import { VERSION } from '../engine/version.ts';
import { type BlockKind, BOARD, SWAP2BOARD, YXBOARD } from './blocks.ts';
import { ProtocolError } from './errors.ts';
import { parsePoint, parseRectangle, parseSize, quote } from './parse.ts';
import { NOTHING, OK, type Reply } from './reply.ts';
import type { Session } from './session.ts';

export interface Command {
  /** How it is written; printed by --help. */
  readonly usage: string;
  readonly needsGame?: true;
  /** Refused while a move is owed, which is unharmed; other commands are obeyed at any time. */
  readonly isBusyWhileThinking?: true;
  /** The command is followed by lines and DONE. */
  readonly opensBlock?: BlockKind;
  /** Obeys. @throws ProtocolError or EngineError, having changed nothing */
  run(session: Session, args: string): Reply;
}

/** The answer to ABOUT. */
export const ABOUT_LINE = `name="tengen", version="${VERSION}", author="the tengen authors", country="International", www="-"`;

/** What Yixin-Board may set: threads, and the table as a power of two in kilobytes (1 GB). */
const YIXIN_LIMITS: Reply = [`MESSAGE INFO MAX_THREAD_NUM ${MAX_THREADS}`, 'MESSAGE INFO MAX_HASH_SIZE 20'];

function blockCommand(usage: string, kind: BlockKind): Command {
  return {
    usage,
    needsGame: true,
    opensBlock: kind,
    run(session, args) {
      session.drop();
      return session.openInline(kind.open(usage.split(' ')[0], session.engine.position), args);
    },
  };
}

function start(session: Session, args: string): Reply {
  const size = parseSize(args, session.engine.position.rule.winLength);
  session.startGame({ width: size, height: size });
  return OK;
}

function rectStart(session: Session, args: string): Reply {
  session.startGame(parseRectangle(args));
  return OK;
}

function restart(session: Session): Reply {
  const { width, height } = session.engine.position;
  session.startGame({ width, height });
  return OK;
}

function begin(session: Session): Reply {
  const count = session.engine.position.stones.length;
  if (count > 0) throw new ProtocolError(`BEGIN with ${count} stones on the board: expected an empty board`);
  session.engine.setPosition({ stones: [], sideToMove: 1 });
  return session.startMove();
}

function turn(session: Session, args: string): Reply {
  const { x, y } = parsePoint(args, session.engine.position);
  session.engine.play(x, y, session.opponentColor());
  try {
    return session.startMove();
  } catch (error) {
    session.engine.undo({ x, y });
    throw error;
  }
}

function play(session: Session, args: string): Reply {
  const { x, y } = parsePoint(args, session.engine.position);
  const own = session.own ?? session.engine.sideToMove;
  session.engine.play(x, y, own);
  session.own = own;
  return [`${x},${y}`];
}

function takeBack(session: Session, args: string): Reply {
  const point = parsePoint(args, session.engine.position);
  const hasStone = session.engine.position.stones.some(
    ({ x, y, color }) => x === point.x && y === point.y && color !== 3,
  );
  if (!hasStone) throw new ProtocolError(`TAKEBACK ${point.x},${point.y}: expected a point with a stone on it`);
  session.drop();
  session.engine.undo(point);
  return OK;
}

function nBest(session: Session, args: string): Reply {
  if (!/^[1-9]\d{0,3}$/.test(args)) throw new ProtocolError(`YXNBEST "${quote(args)}": expected a number from 1`);
  return session.startMove(Number(args));
}

function showForbidden(session: Session): Reply {
  const digits = (n: number): string => String(n).padStart(2, '0');
  const points = session.engine.forbiddenPoints().map(({ x, y }) => digits(x) + digits(y));
  return [`FORBID ${points.join('')}.`];
}

export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['START', { usage: 'START <size>', run: start }],
  ['RECTSTART', { usage: 'RECTSTART <width>,<height>', run: rectStart }],
  ['RESTART', { usage: 'RESTART', needsGame: true, run: restart }],
  ['BEGIN', { usage: 'BEGIN', needsGame: true, isBusyWhileThinking: true, run: begin }],
  ['TURN', { usage: 'TURN <x>,<y>', needsGame: true, isBusyWhileThinking: true, run: turn }],
  ['BOARD', blockCommand('BOARD <x>,<y>,<field> ... DONE', BOARD)],
  ['TAKEBACK', { usage: 'TAKEBACK <x>,<y>', needsGame: true, run: takeBack }],
  ['PLAY', { usage: 'PLAY <x>,<y>', needsGame: true, isBusyWhileThinking: true, run: play }],
  ['SWAP2BOARD', blockCommand('SWAP2BOARD <x>,<y> ... DONE', SWAP2BOARD)],
  [
    'INFO',
    {
      usage: 'INFO <key> <value>',
      run(session, args) {
        session.set(args);
        return NOTHING;
      },
    },
  ],
  ['ABOUT', { usage: 'ABOUT', run: () => [ABOUT_LINE] }],
  [
    'END',
    {
      usage: 'END',
      run(session) {
        session.end();
        return NOTHING;
      },
    },
  ],
  ['STOP', { usage: 'STOP', run: stop }],
  ['YXSTOP', { usage: 'YXSTOP', run: stop }],
  ['YXSHOWINFO', { usage: 'YXSHOWINFO', run: () => YIXIN_LIMITS }],
  ['YXBOARD', blockCommand('YXBOARD <x>,<y>,<field> ... DONE', YXBOARD)],
  ['YXNBEST', { usage: 'YXNBEST <lines>', needsGame: true, isBusyWhileThinking: true, run: nBest }],
  ['YXSHOWFORBID', { usage: 'YXSHOWFORBID', needsGame: true, run: showForbidden }],
  [
    'YXHASHCLEAR',
    {
      usage: 'YXHASHCLEAR',
      run(session) {
        session.engine.clearHash();
        return NOTHING;
      },
    },
  ],
]);

function stop(session: Session): Reply {
  session.stop();
  return NOTHING;
}
