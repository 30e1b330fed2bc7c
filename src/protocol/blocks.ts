/** Commands with a block: lines that end with DONE. */
import { BLOCKED } from '../core/color.ts';
import type { XY } from '../core/point.ts';
import { emptyCount, emptyPosition, type Position } from '../rules/position.ts';
import type { Brain } from './brain.ts';
import { type BoardLine, ownColor, parseBoardLine, parseFields, parsePoint, stonesOf } from './parse.ts';
import { NOTHING, ProtocolError, type Reply } from './reply.ts';
import { REPLY_TEXTS } from './reply-texts.ts';

/** A block being read. */
export interface Block {
  readonly name: string;
  /** A quoted text is open: all lines are part of it, even ones that look like commands. */
  readonly isQuoting?: boolean;
  /** Takes the next line of the text. @returns what follows the end of the text on that line */
  quote?(line: string): string;
  /** @throws ProtocolError for an invalid line, which the caller skips */
  line(text: string): void;
  done(brain: Brain): Reply;
}

/** Makes the block of a command, or its substitute when the command is rejected. */
export interface BlockKind {
  /** Whether the block parses what follows the command word; otherwise these are its first lines. */
  readonly readsHead?: boolean;
  open(name: string, board: Position, head: string): Block;
  /** Missing: {@link refusedBlock}. */
  refused?(name: string, reason: string, head: string): Block;
}

/** Consumes the lines of a rejected command, so that they are not mistaken for commands. */
export function refusedBlock(name: string, reason: string): Block {
  return { name, line: () => {}, done: () => [`ERROR ${reason}`] };
}

function boardBlock(finish: (brain: Brain) => Reply): BlockKind {
  return {
    open(name, board) {
      const filled = emptyPosition(board.width, board.height);
      const lines: BoardLine[] = [];
      return {
        name,
        line(text) {
          const line = parseBoardLine(text, filled);
          filled.cells[line.y * filled.width + line.x] = BLOCKED;
          lines.push(line);
        },
        done(brain) {
          if (emptyCount(filled) === 0) throw new ProtocolError(REPLY_TEXTS.boardFull());
          const own = ownColor(lines);
          brain.drop();
          brain.engine.setPosition({ stones: stonesOf(lines, own), sideToMove: own });
          brain.own = own;
          return finish(brain);
        },
      };
    },
  };
}

export const BOARD = boardBlock((brain) => brain.startMove());

/** Like {@link BOARD}, without an answer. */
export const YXBOARD = boardBlock(() => NOTHING);

/** Excludes points from the searches to come, or includes them again. */
function pointsBlock(isExcluded: boolean): BlockKind {
  return {
    open(name, board) {
      const points: XY[] = [];
      return {
        name,
        line: (text) => void points.push(parsePoint(text, board)),
        done(brain) {
          for (const point of points) brain.excludedMoves.setPoint(point, isExcluded);
          return NOTHING;
        },
      };
    },
  };
}

export const YXBLOCK = pointsBlock(true);
export const YXBLOCKUNDO = pointsBlock(false);

/** Excludes the last of the moves of a game, or includes it again. */
function pathBlock(isExcluded: boolean): BlockKind {
  return {
    open(name, board) {
      const moves: XY[] = [];
      let isOnBoard = true;
      return {
        name,
        line(text) {
          // Yixin-Board also sends points outside a smaller board; there is nothing to exclude there.
          const [x, y] = parseFields(text) ?? [];
          if (x >= board.width || y >= board.height) isOnBoard = false;
          else moves.push(parsePoint(text, board));
        },
        done(brain) {
          if (isOnBoard) brain.excludedMoves.setPath(moves, isExcluded);
          return NOTHING;
        },
      };
    },
  };
}

export const YXBLOCKPATH = pathBlock(true);
export const YXBLOCKPATHUNDO = pathBlock(false);
