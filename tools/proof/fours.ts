/** Finds wins of Black by fours alone, on the prover's own board. */
import { BLACK, type Board, WHITE } from './board.ts';

const MAX_FOURS = 10;
/** Moves tried in one search. A win that needs more is left to the engine, which finds it as a win by threats. */
const MAX_TRIES = 1500;

/** @returns the shortest win by fours as Black's moves (see winsByFours), or null: none found */
export function findFours(board: Board): number[] | null {
  let tries = MAX_TRIES;
  function winsWithin(fours: number): number[] | null {
    const [five] = board.completions(BLACK);
    if (five !== undefined) return [five];
    if (fours === 0) return null;
    // A four of White leaves one move, which must be a four itself.
    const isFour = new Set(board.fourMoves(BLACK));
    const defenses = board.completions(WHITE);
    for (const move of defenses.length > 0 ? defenses.filter((cell) => isFour.has(cell)) : isFour) {
      if (--tries < 0) return null;
      board.play(move, BLACK);
      const rest = board.threatensFive(WHITE) ? null : restAfter(fours);
      board.undo(move);
      if (rest !== null) return [move, ...rest];
    }
    return null;
  }
  function restAfter(fours: number): number[] | null {
    const [five, another] = board.completions(BLACK);
    if (another !== undefined) return [];
    board.play(five, WHITE);
    const rest = winsWithin(fours - 1);
    board.undo(five);
    return rest;
  }
  for (let fours = 1; fours <= MAX_FOURS && tries > 0; fours++) {
    const before = tries;
    const line = winsWithin(fours);
    if (line !== null) return line;
    // Nothing lay deeper than the search before it.
    if (before - tries === 0) return null;
  }
  return null;
}
