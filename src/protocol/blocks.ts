/** Commands that are followed by lines and DONE. */
import { BLOCKED } from '../core/color.ts';
import { emptyCount, emptyPosition, type Position } from '../rules/position.ts';
import { answerSwap2 } from './answer-swap2.ts';
import type { Brain } from './brain.ts';
import { ProtocolError } from './errors.ts';
import { type BoardLine, ownColor, parseBoardLine, parsePoint, stonesOf } from './parse.ts';
import { NOTHING, type Reply } from './reply.ts';

/** A block being read. */
export interface Block {
  readonly name: string;
  /** @throws ProtocolError for a line that cannot be used; it is skipped */
  line(text: string): void;
  done(brain: Brain): Reply;
}

/** How a command's block is made, and what stands in for it when the command is refused. */
export interface BlockKind {
  open(name: string, board: Position): Block;
  refused(name: string, reason: string): Block;
}

/** Takes in the lines of a command that is not obeyed, so that they are not mistaken for commands. */
function refusedBlock(name: string, reason: string): Block {
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
      if (emptyCount(filled) === 0) throw new ProtocolError('board is full: expected an empty point');
      const own = ownColor(lines);
      brain.drop();
      brain.engine.setPosition({ stones: stonesOf(lines, own), sideToMove: own });
      brain.own = own;
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

/** More lines than any case of swap2 has are not kept. */
const MOST_SWAP2_LINES = 6;

export const SWAP2BOARD: BlockKind = {
  open(name, board) {
    const lines: string[] = [];
    return {
      name,
      line: (text) => void (lines.length < MOST_SWAP2_LINES && lines.push(text)),
      done(brain) {
        const points = lines.map((line) => parsePoint(line, board));
        return answerSwap2(brain, points);
      },
    };
  },
  refused: refusedBlock,
};
