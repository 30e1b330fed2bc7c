/** The HTML report of a match. */
import script from 'tengen:report-script';
import type { GameRecord } from '../../../records/notation/game-record.ts';
import { formatTimeControl } from '../engine-spec.ts';
import type { MatchConfig, MatchRun } from '../match.ts';
import { summarize } from '../summarize.ts';
import { type ReportData, reportData } from './collect.ts';
import { PAGE_STYLE } from './style.ts';

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

/** @returns self-contained HTML: it needs no server, network or other files */
function reportPage(data: ReportData): string {
  // "<" would let a name such as "</script>" end the block early.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<!-- The script contains Preact, copyright 2015-present Jason Miller, MIT license. -->
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<title>Match</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main id="report"></main>
<script type="application/json" id="data">${json}</script>
<script>${script}</script>
</body>
</html>
`;
}
