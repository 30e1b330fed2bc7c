/** Turns the engine's claims of wins into records that the checker (check.ts) accepts. */
import { BLACK, Board, WHITE, winsByFours } from './board.ts';
import { type ProofRecord, repliesOf } from './check.ts';
import { findFours } from './fours.ts';

/** What the engine says about a position, Black to move. */
export interface Claim {
  readonly move: number;
  readonly wins: boolean;
}

export interface ProverHost {
  /** @returns the engine's best move and whether it wins, or null if it has no move */
  claim(board: Board): Claim | null;
  /** Saves a record. */
  keep(record: ProofRecord): void;
  /** Saves that no win was found. */
  leaveOpen(key: string): void;
  /** Throws to end the work; called between positions. */
  checkTime(): void;
}

type Line = readonly number[];
/** Black wins by these fours; or a record has the position; or it is open. */
type Verdict = Line | boolean;

/** How many wins by fours are tried on a position before new ones are sought. */
const MAX_POOL = 12;

export class Prover {
  readonly board: Board;
  /** Black's moves where no win is claimed, by key and in the key's orientation. */
  readonly known = new Map<string, number>();
  claims = 0;

  /**
   * @param proven keys of the positions that have a record
   * @param open keys of positions where no win was found
   */
  constructor(
    readonly proven: Set<string>,
    readonly open: Set<string>,
    private readonly host: ProverHost,
    size = 15,
  ) {
    this.board = new Board(size);
  }

  /** Notes Black's move in a position. @param game its moves, Black first, the last one Black's answer */
  know(game: string): void {
    const { board } = this;
    const answer = board.cellsOf(game).pop();
    if (answer === undefined) throw new Error(`"${game}": expected an odd number of moves`);
    board.playGame(game);
    board.undo(answer);
    const { key, symmetry } = board.canonical();
    this.known.set(key, board.turned([answer], symmetry)[0]);
  }

  /** The same as {@link prove}, and leaves a record even if fours win. @returns whether Black wins */
  settle(quiet: number): boolean {
    const verdict = this.prove([], quiet);
    return typeof verdict === 'boolean' ? verdict : this.closeReplies(verdict[0], [], 0, false);
  }

  /**
   * Tries to prove that Black, to move, wins on {@link board}.
   * @param pool wins by fours of neighboring positions
   * @param quiet how many moves may be made for which the engine claims no win
   */
  private prove(pool: readonly Line[], quiet: number): Verdict {
    const { board, host } = this;
    const met = pool.find((line) => winsByFours(board, line));
    if (met !== undefined) return met;
    const { key, symmetry } = board.canonical();
    if (this.proven.has(key)) return true;
    const fours = findFours(board);
    if (fours !== null) return fours;
    const [defense, another] = board.completions(WHITE);
    if (another !== undefined) return false;
    if (defense !== undefined) return this.closeReplies(defense, pool, quiet, false);
    if (this.open.has(key) && quiet === 0) return false;
    host.checkTime();
    const answer = this.known.get(key);
    const known = answer === undefined ? undefined : this.unturned(answer, symmetry);
    const claim = known === undefined && !this.open.has(key) ? this.claim() : null;
    if (claim?.wins && this.closeReplies(claim.move, pool, 0, false)) return true;
    const move = known ?? claim?.move;
    if (quiet > 0 && move !== undefined && this.closeReplies(move, pool, quiet - 1, true)) return true;
    if (known === undefined && !this.open.has(key)) {
      this.open.add(key);
      host.leaveOpen(key);
    }
    return false;
  }

  private claim(): Claim | null {
    this.claims++;
    return this.host.claim(this.board);
  }

  /** @returns the cell that a symmetry takes to `cell` */
  private unturned(cell: number, symmetry: number): number {
    return this.board.turned([...this.board.cells.keys()], symmetry).indexOf(cell);
  }

  /**
   * Proves that every reply to Black's move loses, and keeps the record.
   * @param triesAll whether to go on after an open reply
   */
  private closeReplies(move: number, inherited: readonly Line[], quiet: number, triesAll: boolean): boolean {
    const { board } = this;
    const { key, symmetry } = board.canonical();
    const uses = new Map<Line, number>();
    board.play(move, BLACK);
    let isClosed = !board.threatensFive(WHITE) || board.hasFive(BLACK);
    if (isClosed) {
      let pool = inherited.slice(0, MAX_POOL);
      for (const reply of repliesOf(board)) {
        board.play(reply, WHITE);
        const verdict = this.prove(pool, quiet);
        board.undo(reply);
        if (verdict === false) isClosed = false;
        if (!isClosed && !triesAll) break;
        if (typeof verdict === 'boolean') continue;
        uses.set(verdict, (uses.get(verdict) ?? 0) + 1);
        if (pool[0] !== verdict) pool = [verdict, ...pool.filter((line) => line !== verdict)].slice(0, MAX_POOL);
      }
    }
    board.undo(move);
    if (!isClosed) return false;
    const lines = [...uses].sort((a, b) => b[1] - a[1]).map(([line]) => line);
    const named = (cells: Line): string => board.namesOf(board.turned(cells, symmetry));
    this.proven.add(key);
    this.host.keep({ at: key, move: named([move]), fours: lines.map(named) });
    return true;
  }
}
