/** Turns the engine's claims of wins into records that the checker (check.ts) accepts. */
import { BLACK, Board, FoursAfter, WHITE } from './board.ts';
import { MAX_CHAIN, moveOf, type ProofRecord, type Records, repliesOf } from './check.ts';
import { findFours } from './fours.ts';
import type { KnownMoves } from './known.ts';

/** What the engine says about a position, Black to move. */
export interface Claim {
  readonly move: number;
  /** Plies until Black's five; null: no win was found. */
  readonly winIn: number | null;
}

export interface ProverHost {
  /**
   * @param isFresh whether the engine forgets what it has learned from other positions
   * @returns the engine's best move within that many nodes and whether it wins, or null if there is no move
   */
  claim(board: Board, nodes: number, isFresh: boolean): Claim | null;
  /** Saves a record. */
  keep(record: ProofRecord): void;
  /** Saves that no win was found within that many nodes. */
  leaveOpen(key: string, nodes: number): void;
  /** Throws to end the work; called between positions. */
  checkTime(): void;
}

/** How hard to try. */
interface Effort {
  /** How many moves may be made for which the engine claims no win. */
  readonly quiet: number;
  /** Limit of the engine's search in a position. */
  readonly nodes: number;
  /** Whether one open reply ends the attempt, as the engine, or another position, promises that there is none. */
  readonly isPromised: boolean;
  /** The attempt ends at this count of searches. */
  readonly lastClaim: number;
}

type Line = readonly number[];
/** Black wins by these fours; or a record has the position; or it is open. */
type Verdict = Line | boolean;

/** How many wins by fours are tried on a position before new ones are sought. */
const MAX_POOL = 12;
/** After a claimed win, each position must be a win: more nodes are worth spending. */
const PROMISED = 4;
/** How many replies are tried as models for others, and positions on the way. */
const MAX_LIKE = 10;
const MAX_VISITS = 150;
/** Below a claimed win, this many claims that do not hold are replaced by those of a fresh search. */
const MAX_RETRIES = 10;
/** In place of a reply: the guides show how it loses. */
const AS = -1;
/** Share of the node limit while Black follows the moves of another position. */
const GUIDED_SHARE = 0.25;
/** Limit of searches in such an attempt. */
const GUIDED_CLAIMS = 1000;

export class Prover {
  readonly board: Board;
  claims = 0;
  /** Black's moves from the first position on, each with the reply being proven and the number of those to come. */
  readonly path: { readonly move: number; readonly reply: number; readonly toCome: number }[] = [];
  private retriesLeft = 0;

  /**
   * @param proven the records
   * @param open keys of positions where no win was found, and within how many nodes
   * @param nodes limit of the engine's search in a position
   */
  constructor(
    readonly proven: Records,
    readonly open: Map<string, number>,
    private readonly nodes: number,
    private readonly known: KnownMoves,
    private readonly host: ProverHost,
    size = 15,
  ) {
    this.board = new Board(size);
  }

  /** The same as {@link prove}, and leaves a record even if fours win. @returns whether Black wins */
  settle(quiet: number, guide: Board | null = null): boolean {
    const effort = { quiet, nodes: this.nodes, isPromised: false, lastClaim: Number.POSITIVE_INFINITY };
    const verdict = this.prove([], effort, guide);
    return typeof verdict === 'boolean' ? verdict : this.closeReplies(verdict[0], [], this.promised(effort), null);
  }

  private promised(effort: Effort): Effort {
    return { ...effort, quiet: 0, nodes: PROMISED * this.nodes, isPromised: true };
  }

  /**
   * Tries to prove that Black, to move, wins on {@link board}.
   * @param pool wins by fours of neighboring positions
   * @param guide a proven position, like that on the board but for stones of White; its moves are tried first
   */
  private prove(pool: readonly Line[], effort: Effort, guide: Board | null): Verdict {
    const { board, host } = this;
    const canonical = board.canonical();
    const { key } = canonical;
    if (this.proven.has(key)) return true;
    const fours = findFours(board);
    if (fours !== null) return fours;
    const [defense, another] = board.completions(WHITE);
    if (another !== undefined) return false;
    if (defense !== undefined) return this.closeReplies(defense, pool, effort, guide);
    const { quiet, nodes } = effort;
    const known = this.known.at(board, canonical);
    if (guide !== null && known === undefined && this.follow(guide, pool, effort)) return true;
    if (this.claims >= effort.lastClaim) return false;
    const isOpen = (this.open.get(key) ?? 0) >= nodes;
    if (isOpen && quiet === 0) return false;
    host.checkTime();
    const claim = known === undefined && !isOpen ? this.claimOf(effort) : null;
    if (claim !== null && claim.winIn !== null && this.closeClaim(claim, pool, effort)) return true;
    const move = known ?? claim?.move;
    if (quiet > 0 && move !== undefined) {
      const further = { ...effort, quiet: quiet - 1, nodes: this.nodes, isPromised: false };
      if (this.closeReplies(move, pool, further, guide)) return true;
    }
    if (claim !== null && this.claims < effort.lastClaim) {
      this.open.set(key, nodes);
      host.leaveOpen(key, nodes);
    }
    return false;
  }

  /** Tries to win with the move of a proven position. */
  private follow(guide: Board, pool: readonly Line[], { lastClaim }: Effort): boolean {
    const move = this.moveAt(guide);
    if (move === undefined || this.board.cells[move] !== 0) return false;
    const nodes = Math.ceil(GUIDED_SHARE * this.nodes);
    const effort = { quiet: 0, nodes, isPromised: true, lastClaim: Math.min(lastClaim, this.claims + GUIDED_CLAIMS) };
    return this.closeReplies(move, pool, effort, guide);
  }

  /** @returns Black's move in the record of a position */
  private moveAt(guide: Board): number | undefined {
    const [found] = this.proven.find(guide);
    return found && moveOf(guide, found);
  }

  /** Where a promise fails, the engine searches once more without what it remembers, which may have misled it. */
  private claimOf({ nodes, isPromised }: Effort): Claim | null {
    const claim = this.claim(nodes, false);
    return isPromised && claim?.winIn === null ? this.claim(nodes, true) : claim;
  }

  private closeClaim({ move }: Claim, pool: readonly Line[], effort: Effort): boolean {
    const promised = this.promised(effort);
    if (!effort.isPromised) this.retriesLeft = MAX_RETRIES;
    if (this.closeReplies(move, pool, promised, null)) return true;
    // Where Black follows another position, the attempt ends at once.
    const isGuided = effort.lastClaim < Number.POSITIVE_INFINITY;
    if (effort.isPromised && (isGuided || this.retriesLeft-- <= 0)) return false;
    const again = this.claim(effort.nodes, true);
    if (again === null || again.winIn === null || (effort.isPromised && again.move === move)) return false;
    return this.closeReplies(again.move, pool, promised, null);
  }

  private claim(nodes: number, isFresh: boolean): Claim | null {
    this.claims++;
    return this.host.claim(this.board, nodes, isFresh);
  }

  /**
   * Proves that every reply to Black's move loses, and keeps the record.
   * @param effort for the positions after the replies
   * @param guide a proven position, like that on the board but for stones of White, or null
   */
  private closeReplies(move: number, inherited: readonly Line[], effort: Effort, guide: Board | null): boolean {
    const { board, proven } = this;
    const { key, symmetry } = board.canonical();
    const uses = new Map<Line, number>();
    let siblings: number[] = [];
    const like = new Set<number>();
    let as: Line = [];
    const chain =
      guide !== null && this.moveAt(guide) === move
        ? [guide.copy(), ...proven.chainOf(guide, proven.find(guide), MAX_CHAIN - 1)]
        : [];
    const guides = chain.filter(({ cells }) => cells[move] === 0);
    for (const other of [board, ...guides]) other.play(move, BLACK);
    let isClosed = !board.threatensFive(WHITE) || board.hasFive(BLACK);
    if (isClosed) {
      let pool = inherited.slice(0, MAX_POOL).map((line) => new FoursAfter(board, line));
      const before = board.copy();
      const replies = repliesOf(board);
      for (const [i, reply] of replies.entries()) {
        const met = pool.find((win) => win.meets(reply));
        if (met !== undefined) {
          uses.set(met.line, (uses.get(met.line) ?? 0) + 1);
          pool = [met, ...pool.filter((win) => win !== met)];
          continue;
        }
        board.play(reply, WHITE);
        const sibling = this.modelFor(reply, before, siblings, guides);
        let next = sibling === undefined ? this.guideFor([reply], guides) : null;
        if (next === null && !effort.isPromised) next = this.guideFor(siblings, [before]);
        const lines = pool.map(({ line }) => line);
        this.path.push({ move, reply, toCome: replies.length - i - 1 });
        const verdict = sibling !== undefined || this.prove(lines, effort, next);
        this.path.pop();
        board.undo(reply);
        if (sibling === AS) as = guide?.stones(WHITE) ?? [];
        else if (sibling !== undefined) like.add(sibling);
        if (verdict === true && sibling !== AS)
          siblings = [sibling ?? reply, ...siblings.filter((other) => other !== sibling)].slice(0, MAX_LIKE);
        if (verdict === false) isClosed = false;
        if (!isClosed && effort.isPromised) break;
        if (typeof verdict === 'boolean') continue;
        uses.set(verdict, 1);
        pool = [new FoursAfter(board, verdict), ...pool].slice(0, MAX_POOL);
      }
    }
    board.undo(move);
    if (!isClosed) return false;
    const lines = [...uses].sort((a, b) => b[1] - a[1]).map(([line]) => line);
    const named = (cells: Line): string => board.namesOf(board.turned(cells, symmetry));
    const record: ProofRecord = {
      at: key,
      move: named([move]),
      fours: lines.map(named),
      ...(like.size === 0 ? {} : { like: named([...like]) }),
      ...(as.length === 0 ? {} : { as: named(as) }),
    };
    this.keep(record);
    return true;
  }

  private keep(record: ProofRecord): void {
    this.proven.add(record);
    this.host.keep(record);
  }

  /**
   * @param before the board without White's reply
   * @returns one of the other replies, or AS for the guides, that shows how the reply loses, if nothing simpler does
   */
  private modelFor(
    reply: number,
    before: Board,
    siblings: readonly number[],
    guides: readonly Board[],
  ): number | undefined {
    const { board, proven } = this;
    if (siblings.length + guides.length === 0 || proven.has(board.canonical().key)) return undefined;
    proven.visitsLeft = MAX_VISITS;
    if (guides.some((guide) => proven.movesLike(board, guide, reply) !== null)) return AS;
    return siblings.find((sibling) => proven.movesLike(board, before, sibling) !== null);
  }

  /** @param replies the one on the board, and others that may show how it loses @returns a proven position, or null */
  private guideFor(replies: readonly number[], guides: readonly Board[]): Board | null {
    for (const reply of replies) {
      for (const guide of guides) {
        if (guide.cells[reply] !== 0) continue;
        const after = guide.copy();
        after.play(reply, WHITE);
        if (this.proven.find(after).length > 0) return after;
      }
    }
    return null;
  }
}
