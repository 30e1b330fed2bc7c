/** The HTML report of a match. */
import type { GameRecord } from '../../../records/notation/game-record.ts';
import { formatTimeControl } from '../engine-spec.ts';
import type { MatchConfig, MatchRun } from '../match.ts';
import { summarize } from '../summarize.ts';
import { reportData } from './collect.ts';
import { reportPage } from './page.ts';

/** @param games in the order of the schedule @returns the text of a self-contained HTML file */
export function formatReport(config: MatchConfig, run: MatchRun, games: readonly GameRecord[]): string {
  // The file may contain more games than were requested.
  const counted = games.filter(({ game }) => game < run.schedule.total);
  return reportPage(reportData(summarize(config, run), run.schedule, counted, matchConditions(config, counted)));
}

/** @returns the conditions of the match as short labels and texts */
function matchConditions(config: MatchConfig, games: readonly GameRecord[]): [string, string][] {
  const limits = config.engines.map((engine) => {
    const parts = [
      engine.nodes === null ? '' : `${engine.nodes} nodes`,
      engine.depth === null ? '' : `depth ${engine.depth}`,
      engine.time.matchMs === null && engine.time.turnMs === null ? '' : `${formatTimeControl(engine.time)} s`,
    ];
    return parts.filter((part) => part !== '').join(', ');
  });
  const same = limits.every((limit) => limit === limits[0]);
  const opening = config.settings.swap2
    ? 'swap2'
    : config.openings.length === 0
      ? 'none'
      : `${config.openings.length}, both colors`;
  const dates = games.map(({ endedAt }) => endedAt.slice(0, 10)).sort();
  return [
    ['limit', same ? limits[0] : config.engines.map(({ name }, i) => `${name} ${limits[i]}`).join('; ')],
    ['openings', opening],
    ['played', dates[0] === dates.at(-1) ? (dates[0] ?? 'nothing yet') : `${dates[0]} to ${dates.at(-1)}`],
  ];
}
