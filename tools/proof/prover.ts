/** Turns the engine's claims of wins into records that the checker (check.ts) accepts. */
import { BLACK, Board, WHITE, winsByFours } from './board.ts';
import { type ProofRecord, type Records, repliesOf } from './check.ts';
import { findFours } from './fours.ts';

/** What the engine says about a position, Black to move. */
export interface Claim {
  readonly move: number;
  readonly wins: boolean;
}

export interface ProverHost {
  /** @returns the engine's best move within that many nodes and whether it wins, or null if there is no move */
  claim(board: Board, nodes: number): Claim | null;
  /** Saves a record. */
  keep(record: ProofRecord): void;
  /** Saves that no win was found within that many nodes. */
  leaveOpen(key: string, nodes: number): void;
  /** Throws to end the work; called between positions. */
  checkTime(): void;
}

type Line = readonly number[];
/** Black wins by these fours; or a record has the position; or it is open. */
type Verdict = Line | boolean;

/** How many wins by fours are tried on a position before new ones are sought. */
const MAX_POOL = 12;
/** After a claimed win, each position must be a win: more nodes are worth spending. */
const PROMISED = 4;
/** How many replies are tried as models for others, and positions on the way. */
const MAX_LIKE = 4;
const MAX_VISITS = 1000;

export class Prover {
  readonly board: Board;
  private readonly guide: Board;
  /** Black's moves where no win is claimed, by key and in the key's orientation. */
  readonly known = new Map<string, number>();
  claims = 0;

  /**
   * @param proven the records
   * @param open keys of positions where no win was found, and within how many nodes
   * @param nodes limit of the engine's search in a position
   */
  constructor(
    readonly proven: Records,
    readonly open: Map<string, number>,
    private readonly nodes: number,
    private readonly host: ProverHost,
    size = 15,
  ) {
    this.board = new Board(size);
    this.guide = new Board(size);
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
    const verdict = this.prove([], quiet, false);
    return typeof verdict === 'boolean' ? verdict : this.closeReplies(verdict[0], [], 0, true);
  }

  /**
   * Tries to prove that Black, to move, wins on {@link board}.
   * @param pool wins by fours of neighboring positions
   * @param quiet how many moves may be made for which the engine claims no win
   * @param isPromised whether the engine has claimed the win before
   */
  private prove(pool: readonly Line[], quiet: number, isPromised: boolean): Verdict {
    const { board, host } = this;
    const met = pool.find((line) => winsByFours(board, line));
    if (met !== undefined) return met;
    const { key, symmetry } = board.canonical();
    if (this.proven.has(key)) return true;
    const fours = findFours(board);
    if (fours !== null) return fours;
    const [defense, another] = board.completions(WHITE);
    if (another !== undefined) return false;
    if (defense !== undefined) return this.closeReplies(defense, pool, quiet, isPromised);
    const nodes = isPromised ? PROMISED * this.nodes : this.nodes;
    const isOpen = (this.open.get(key) ?? 0) >= nodes;
    if (isOpen && quiet === 0) return false;
    host.checkTime();
    const answer = this.known.get(key);
    const known = answer === undefined ? undefined : board.turnedBack([answer], symmetry)[0];
    const claim = known === undefined && !isOpen ? this.claim(nodes) : null;
    if (claim?.wins && this.closeReplies(claim.move, pool, 0, true)) return true;
    const move = known ?? claim?.move;
    if (quiet > 0 && move !== undefined && this.closeReplies(move, pool, quiet - 1, false)) return true;
    if (claim !== null) {
      this.open.set(key, nodes);
      host.leaveOpen(key, nodes);
    }
    return false;
  }

  private claim(nodes: number): Claim | null {
    this.claims++;
    return this.host.claim(this.board, nodes);
  }

  /**
   * Proves that every reply to Black's move loses, and keeps the record.
   * @param isPromised whether the engine claims the win: then one open reply ends the attempt
   */
  private closeReplies(move: number, inherited: readonly Line[], quiet: number, isPromised: boolean): boolean {
    const { board } = this;
    const { key, symmetry } = board.canonical();
    const uses = new Map<Line, number>();
    let models: number[] = [];
    const like = new Set<number>();
    board.play(move, BLACK);
    let isClosed = !board.threatensFive(WHITE) || board.hasFive(BLACK);
    if (isClosed) {
      let pool = inherited.slice(0, MAX_POOL);
      for (const reply of repliesOf(board)) {
        board.play(reply, WHITE);
        const model = this.modelFor(reply, models, pool);
        const verdict = model !== undefined || this.prove(pool, quiet, isPromised);
        board.undo(reply);
        if (model !== undefined) like.add(model);
        if (verdict === true)
          models = [model ?? reply, ...models.filter((other) => other !== model)].slice(0, MAX_LIKE);
        if (verdict === false) isClosed = false;
        if (!isClosed && isPromised) break;
        if (typeof verdict === 'boolean') continue;
        uses.set(verdict, (uses.get(verdict) ?? 0) + 1);
        if (pool[0] !== verdict) pool = [verdict, ...pool.filter((line) => line !== verdict)].slice(0, MAX_POOL);
      }
    }
    board.undo(move);
    if (!isClosed) return false;
    const lines = [...uses].sort((a, b) => b[1] - a[1]).map(([line]) => line);
    const named = (cells: Line): string => board.namesOf(board.turned(cells, symmetry));
    const record = { at: key, move: named([move]), fours: lines.map(named) };
    this.keep(like.size === 0 ? record : { ...record, like: named([...like]) });
    return true;
  }

  private keep(record: ProofRecord): void {
    this.proven.add(record);
    this.host.keep(record);
  }

  /** @returns one of the other replies that shows how White's reply on the board loses, if nothing simpler does */
  private modelFor(reply: number, models: readonly number[], pool: readonly Line[]): number | undefined {
    const { board, guide, proven } = this;
    if (models.length === 0 || pool.some((line) => winsByFours(board, line))) return undefined;
    if (proven.has(board.canonical().key)) return undefined;
    const key = [BLACK, WHITE] as const;
    board.undo(reply);
    guide.setUp(key.map((side) => board.namesOf(board.stones(side))).join('/'));
    board.play(reply, WHITE);
    proven.visitsLeft = MAX_VISITS;
    return models.find((model) => proven.winsLike(board, guide, model));
  }
}
