/** Adds up the state of a match. */
import { estimateOf, homogeneityOf, ratings } from '../stats/index.ts';
import type { MatchConfig, MatchRun } from './match.ts';
import type { MatchSummary } from './summary.ts';

/** @returns the state of a match as one plain object */
export function summarize(config: MatchConfig, run: MatchRun): MatchSummary {
  const { standings, schedule, file } = run;
  const results = standings.pairings.map(({ games, pairs }, i) => {
    const [first, second] = schedule.pairings[i];
    return { first, second, games, pairs };
  });
  const rated = ratings(config.engines.length, results);
  const sprt = standings.sprt;
  return {
    type: 'summary',
    file,
    rule: config.settings.rule.code,
    size: config.settings.size,
    gamesPlayed: standings.games,
    gamesPlanned: schedule.total,
    engines: standings.engines.map((engine, i) => ({
      ...engine,
      elo: rated[i].elo,
      eloError: Number.isFinite(rated[i].error) ? rated[i].error : null,
    })),
    pairings: standings.pairings.map(({ first, second, games, pairs }) => ({
      first,
      second,
      games: { ...games },
      pairs,
      estimate: estimateOf({ first, second, games, pairs }),
    })),
    sprt:
      sprt === null || config.sprt === null
        ? null
        : { ...sprt, elo0: config.sprt.elo0, elo1: config.sprt.elo1, model: config.sprt.model },
    ...(standings.workers.length === 0
      ? {}
      : { workers: standings.workers, homogeneity: homogeneityOf(standings.workers.map((worker) => worker.pairs)) }),
  };
}
