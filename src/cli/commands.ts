/** The commands by name, each loaded when it is used. */
import type { Command } from '../core/command.ts';

export const COMMANDS: Readonly<Record<string, () => Promise<{ readonly COMMAND: Command }>>> = {
  play: () => import('./play.ts'),
  board: () => import('./board.ts'),
  analyze: () => import('./analyze.ts'),
  serve: () => import('./serve.ts'),
  mcp: () => import('./mcp.ts'),
  match: () => import('./match.ts'),
  check: () => import('./check.ts'),
  book: () => import('./book.ts'),
  convert: () => import('./convert.ts'),
  forbidden: () => import('./forbidden.ts'),
  selfplay: () => import('./selfplay.ts'),
  worker: () => import('./worker.ts'),
  fleet: () => import('./fleet.ts'),
  bench: () => import('./bench.ts'),
};
