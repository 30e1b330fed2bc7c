/**
 * Reviews of games of the library: in the background, one after the other. This device stores the mistakes of every
 * reviewed game, so that none is reviewed twice.
 */
import { BLACK, type Color, WHITE } from '../../../core/color.ts';
import { messageOf } from '../../../core/errors.ts';
import type { Mistake } from '../../../play/review/mistakes.ts';
import { gameTreeOf, lineThrough, type TreeNode } from '../../../play/review/tree.ts';
import { PageEngine } from '../../engine/page-engine.ts';
import { EngineTasks } from '../../engine/tasks.ts';
import { gameOfLink, linkOf } from '../../share/link.ts';
import type { LibraryClient } from '../../shelf/library/client.ts';
import type { ListQuery } from '../../shelf/library/search.ts';
import { treeOfGame } from '../../shelf/library/trees.ts';
import { factsText, playersText } from '../../shelf/library/words.ts';
import type { ListedGame } from '../../shelf/library/worker.ts';
import { StateModel } from '../../state/model.ts';
import { Records } from '../../state/records.ts';
import { bestChance, type RetryTask, type RetryTasks, reviewedLine, reviewLine } from '../analyze/review.ts';

/** Maximum number of games in one run. */
export const MAX_REVIEWED = 1000;

/** A mistake, and its player's win chance by the best move instead. */
interface FoundMistake extends Mistake {
  readonly best: number;
}

/** What this device stores about a game. */
interface GameReview {
  /** The moves as a link: games with the same moves share a review. */
  readonly id: string;
  readonly mistakes: readonly FoundMistake[];
}

interface ReviewedGame {
  readonly listed: ListedGame;
  readonly review: GameReview;
}

interface Run {
  readonly isRunning: boolean;
  /** Number of games to review. */
  readonly count: number;
  /** Number of games that are done, with those that cannot be reviewed. */
  readonly done: number;
  /** The finished share of the current game, 0 to 1. */
  readonly share: number;
  readonly games: readonly ReviewedGame[];
  /** Why the run has ended early; empty: it has not. */
  readonly fault: string;
}

const NO_RUN: Run = { isRunning: false, count: 0, done: 0, share: 0, games: [], fault: '' };

/** Milliseconds between two updates of the page during a game. */
const PERIOD_MS = 250;

export class GameReviews extends StateModel<Run> {
  private readonly stored = new Records<GameReview>('reviews');
  private readonly engine = new PageEngine(null, { onFailure: (text) => this.fail(text), onRestart() {} });
  private readonly tasks = new EngineTasks<'review'>(
    () => this.engine.for('play'),
    () => {},
  );
  /** Number of the newest run. */
  private newest = 0;
  private reportedAt = 0;

  constructor(private readonly library: LibraryClient) {
    super(NO_RUN);
  }

  /** Reviews the first games that a query finds, instead of those of an earlier run. */
  async start(query: ListQuery): Promise<void> {
    this.stop();
    const run = this.newest;
    this.set({ ...NO_RUN, isRunning: true });
    try {
      const { games } = await this.library.ask('list', query, 0, MAX_REVIEWED);
      if (run !== this.newest) return;
      this.set({ count: games.length });
      for (const listed of games) {
        const review = await this.reviewOf(listed);
        if (run !== this.newest) return;
        const { done, games: earlier } = this.shown;
        this.set({ done: done + 1, share: 0, games: review === null ? earlier : [...earlier, { listed, review }] });
      }
      this.end('');
    } catch (error) {
      if (run === this.newest) this.end(messageOf(error));
    }
  }

  /** Ends the run; what it has found stays. */
  stop(): void {
    if (this.shown.isRunning) this.end('');
  }

  private fail(reason: string): void {
    if (this.shown.isRunning) this.end(reason);
  }

  private end(fault: string): void {
    this.newest++;
    this.tasks.drop();
    this.engine.close();
    this.set({ isRunning: false, share: 0, fault });
  }

  /** @returns null: the game is gone, or cannot be reviewed */
  private async reviewOf({ ref }: ListedGame): Promise<GameReview | null> {
    const game = await this.library.ask('read', ref);
    if (game === null) return null;
    let last: TreeNode;
    try {
      last = treeOfGame(game);
    } catch {
      return null;
    }
    const id = linkOf(last.game);
    const stored = await this.stored.get(id).catch(() => null);
    if (stored !== null) return stored;
    const mistakes = await this.mistakesOf(last);
    if (mistakes === null) return null;
    const review = { id, mistakes };
    await this.stored
      .change(id, () => review)
      .catch(() => {
        // The game will be reviewed again another time.
      });
    return review;
  }

  /** @param last position of the game @returns null: the run has ended */
  private async mistakesOf(last: TreeNode): Promise<FoundMistake[] | null> {
    const line = lineThrough(last);
    const analyses = await this.tasks.run('review', 'review', (engine, isCurrent) =>
      reviewLine(engine, line, isCurrent, (share) => this.report(share)),
    );
    if (analyses === null) return null;
    const reviewed = reviewedLine(line, analyses);
    return reviewed.mistakes.map((mistake) => ({ ...mistake, best: bestChance(reviewed, mistake) }));
  }

  private report(share: number): void {
    const now = Date.now();
    if (now - this.reportedAt < PERIOD_MS) return;
    this.reportedAt = now;
    this.set({ share });
  }
}

interface MistakeOfGame {
  readonly mistake: FoundMistake;
  readonly game: ReviewedGame;
}

/** @param player part of a name; empty: all players @returns the mistakes of a player, in the order of the games */
export function mistakesOfPlayer(games: readonly ReviewedGame[], player: string): MistakeOfGame[] {
  return games.flatMap((game) => {
    const sides = colorsOfPlayer(game.listed, player);
    return game.review.mistakes.flatMap((mistake) => (sides.includes(mistake.move.color) ? [{ mistake, game }] : []));
  });
}

export function colorsOfPlayer({ black, white }: Pick<ListedGame, 'black' | 'white'>, player: string): Color[] {
  const words = player.trim().toLowerCase();
  const isPlayer = (name: string) => name.toLowerCase().includes(words);
  const sides: Color[] = [];
  if (isPlayer(black)) sides.push(BLACK);
  if (isPlayer(white)) sides.push(WHITE);
  return sides;
}

/** @returns the names of the players, the most frequent one first */
export function playersOf(games: readonly ReviewedGame[]): string[] {
  const counts = new Map<string, number>();
  for (const { listed } of games) {
    for (const name of [listed.black, listed.white]) if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([name]) => name);
}

export function tasksOfGames(mistakes: readonly MistakeOfGame[]): RetryTasks {
  return { count: mistakes.length, task: (index) => taskOf(mistakes[index]) };
}

function taskOf({ mistake, game: { listed, review } }: MistakeOfGame): RetryTask {
  const { game } = gameOfLink(review.id)!;
  const node = lineThrough(gameTreeOf(game))[mistake.move.number - 1];
  return { mistake, node, best: mistake.best, title: `${playersText(listed)}, ${factsText(listed)}` };
}
