/** Black's moves that are given rather than searched. */
import { Board } from './board.ts';

export class KnownMoves {
  /** By key and in the key's orientation. */
  private readonly moves = new Map<string, number>();
  private readonly board: Board;

  constructor(size = 15) {
    this.board = new Board(size);
  }

  /** Notes Black's move in a position. @param game its moves, Black first, the last one Black's answer */
  add(game: string): void {
    const { board } = this;
    const answer = board.cellsOf(game).pop();
    if (answer === undefined) throw new Error(`"${game}": expected an odd number of moves`);
    board.playGame(game);
    board.undo(answer);
    const { key, symmetry } = board.canonical();
    this.moves.set(key, board.turned([answer], symmetry)[0]);
  }

  /** @returns Black's move, or undefined */
  at(board: Board, { key, symmetry } = board.canonical()): number | undefined {
    const move = this.moves.get(key);
    return move === undefined ? undefined : board.turnedBack([move], symmetry)[0];
  }
}
