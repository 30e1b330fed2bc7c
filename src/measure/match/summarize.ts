/** Adds up the state of a match. */
import { estimateOf, homogeneityOf, ratings } from '../stats/index.ts';
import type { MatchConfig, MatchRun } from './match.ts';
import type { MatchSummary } from './summary.ts';

/** @returns the state of a match as one plain object */
export function summarize({ engines, settings, sprt: options }: MatchConfig, run: MatchRun): MatchSummary {
  const { standings, schedule, file } = run;
  const { pairings, sprt, workers } = standings;
  const results = pairings.map(({ games, pairs }, i) => {
    const [first, second] = schedule.pairings[i];
    return { first, second, games, pairs };
  });
  const rated = ratings(engines.length, results);
  return {
    type: 'summary',
    file,
    rule: settings.rule.code,
    size: settings.size,
    gamesPlayed: standings.games,
    gamesPlanned: schedule.total,
    engines: standings.engines.map((engine, i) => ({
      ...engine,
      elo: rated[i].elo,
      eloError: Number.isFinite(rated[i].error) ? rated[i].error : null,
    })),
    pairings: pairings.map(({ first, second, games, pairs }) => ({
      first,
      second,
      games: { ...games },
      pairs,
      estimate: estimateOf({ games, pairs }),
    })),
    sprt: sprt && options && { ...sprt, elo0: options.elo0, elo1: options.elo1, model: options.model },
    ...(workers.length === 0 ? {} : { workers, homogeneity: homogeneityOf(workers.map(({ pairs }) => pairs)) }),
  };
}
