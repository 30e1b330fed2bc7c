/** Commands that are followed by lines and DONE. */
import { BLOCKED } from '../core/color.ts';
import type { XY } from '../core/point.ts';
import { emptyCount, emptyPosition, type Position } from '../rules/position.ts';
import { answerSwap2 } from './answer-swap2.ts';
import type { Brain } from './brain.ts';
import { ProtocolError } from './errors.ts';
import { type BoardLine, ownColor, parseBoardLine, parseFields, parsePoint, stonesOf } from './parse.ts';
import { NOTHING, type Reply } from './reply.ts';
import { REPLY_TEXTS } from './reply-texts.ts';

/** A block being read. */
export interface Block {
  readonly name: string;
  /** A quoted text is open: lines are part of it, whatever they say. */
  readonly isQuoting?: boolean;
  /** Takes the next line of the text. @returns what stands behind the end of the text in it */
  quote?(line: string): string;
  /** @throws ProtocolError for a line that cannot be used; it is skipped */
  line(text: string): void;
  done(brain: Brain): Reply;
}

/** How a command's block is made, and what stands in for it when the command is refused. */
export interface BlockKind {
  /** What stands behind the word is read by the block; otherwise it is the first lines. */
  readonly readsHead?: boolean;
  open(name: string, board: Position, head: string): Block;
  refused(name: string, reason: string, head: string): Block;
}

/** Takes in the lines of a command that is not obeyed, so that they are not mistaken for commands. */
export function refusedBlock(name: string, reason: string): Block {
  return { name, line: () => {}, done: () => [`ERROR ${reason}`] };
}

function boardBlock(name: string, board: Position, finish: (brain: Brain) => Reply): Block {
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
      brain.takeSide(own);
      return finish(brain);
    },
  };
}

export const BOARD: BlockKind = {
  open: (name, board) => boardBlock(name, board, (brain) => brain.startMove()),
  refused: refusedBlock,
};

/** The same without an answer. */
export const YXBOARD: BlockKind = {
  open: (name, board) => boardBlock(name, board, () => NOTHING),
  refused: refusedBlock,
};

/** Points that are left out from now on, or no longer. */
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
    refused: refusedBlock,
  };
}

export const YXBLOCK = pointsBlock(true);
export const YXBLOCKUNDO = pointsBlock(false);

/** The moves of a game, the last of which is left out from now on, or no longer. */
function pathBlock(isExcluded: boolean): BlockKind {
  return {
    open(name, board) {
      const moves: XY[] = [];
      let isOnBoard = true;
      return {
        name,
        line(text) {
          // Yixin-Board names points beyond a smaller board as well; there is nothing to leave out there.
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
    refused: refusedBlock,
  };
}

export const YXBLOCKPATH = pathBlock(true);
export const YXBLOCKPATHUNDO = pathBlock(false);

/** More lines than any case of swap2 has are not kept. */
const MAX_SWAP2_LINES = 6;

export const SWAP2BOARD: BlockKind = {
  open(name, board) {
    const lines: string[] = [];
    return {
      name,
      line: (text) => void (lines.length < MAX_SWAP2_LINES && lines.push(text)),
      done(brain) {
        const points = lines.map((line) => parsePoint(line, board));
        return answerSwap2(brain, points);
      },
    };
  },
  refused: refusedBlock,
};
