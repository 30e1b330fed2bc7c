/** `tengen match`: the command line around src/measure/match. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { type Command, INTERRUPTED, WRONG_USAGE } from '../core/command.ts';
import { gamesInOrder, prepareExports, writeExport, writeExports, writePsq } from '../measure/match/game-files.ts';
import { killAllEngines } from '../measure/match/live-engines.ts';
import { type MatchConfig, type MatchEvents, type MatchOutcome, runMatch } from '../measure/match/match.ts';
import { type MatchOptions, readMatchOptions } from '../measure/match/options/options.ts';
import { ENGINE_KEYS, MATCH_OPTIONS } from '../measure/match/options/table.ts';
import { isFault, MatchProgress } from '../measure/match/progress.ts';
import { formatReport } from '../measure/match/report/report.ts';
import { START_TRIES } from '../measure/match/starts.ts';
import { summarize } from '../measure/match/summarize.ts';
import { summaryLines } from '../measure/match/summary-text.ts';
import { complain, onStopSignal } from '../platform/node/streams.ts';

const GIVEN_UP = 1;
/** Sampling interval of the runner's own delay, ms. */
const DELAY_RESOLUTION_MS = 5;

export const COMMAND: Command = {
  name: 'match',
  summary: 'plays engines against each other: openings, SPRT, resume, reports',
  usages: ['-engine cmd=A [...] -engine cmd=B [...] [options]'],
  about: [
    'Plays a match between brains that speak the Gomocup protocol. To resume a stopped match, run the same command again. Options have one dash or two.',
  ],
  options: MATCH_OPTIONS,
  dash: '-',
  keys: { title: 'Keys of -engine and -each', options: ENGINE_KEYS },
  notes: ['An engine that fails to start three times is dropped: its remaining games are not played.'],
  needsArguments: true,
  exits: { 0: 'finished or decided', 1: 'an engine was dropped', 130: 'stopped' },
  failure: WRONG_USAGE,
  prepare(args) {
    const options = readMatchOptions(args);
    return () => run(options);
  },
};

async function run(options: MatchOptions): Promise<number> {
  for (const warning of options.warnings) complain(`warning: ${warning}`);
  const stop = new AbortController();
  // The first signal ends the match in an orderly way, the second one at once.
  const release = onStopSignal(() => {
    if (stop.signal.aborted) {
      killAllEngines();
      process.exit(INTERRUPTED);
    }
    stop.abort();
  });
  process.stdout.on('error', () => stop.abort()); // the pipe was closed, for example by head
  try {
    return await play(options, stop.signal);
  } finally {
    release();
  }
}

async function play({ config, fleet, sign, outputs }: MatchOptions, signal: AbortSignal): Promise<number> {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  await prepareExports(outputs);
  const progress = new MatchProgress(
    {
      isTerminal: process.stdout.isTTY === true && !outputs.json,
      columns: process.stdout.columns ?? 80,
      write: (text) => void (outputs.json || process.stdout.write(text)),
    },
    () => performance.now(),
    { intervalMs: outputs.intervalS * 1000, verbose: outputs.verbose },
  );
  let lastJsonMs = performance.now();
  const events: MatchEvents = {
    onReady: (run) => progress.begin(run),
    onFailedStart: (failed) => {
      progress.failedStart(failed);
      if (outputs.json) print(JSON.stringify({ type: 'failed-start', ...failed }));
    },
    onGame: async (record, run) => {
      if (outputs.psq !== null) await writePsq(outputs.psq, record);
      progress.game(record, run);
      if (!outputs.json) return;
      if (outputs.verbose || isFault(record)) print(JSON.stringify(record));
      if (performance.now() - lastJsonMs < outputs.intervalS * 1000) return;
      lastJsonMs = performance.now();
      print(JSON.stringify({ ...summarize(config, run), type: 'progress' }));
    },
  };
  const delay = monitorEventLoopDelay({ resolution: DELAY_RESOLUTION_MS });
  delay.enable();
  const outcome =
    fleet === null
      ? await runMatch(config, events, signal)
      : await playByFleet(fleet, sign, config, events, signal, (line) => {
          if (outputs.json) print(JSON.stringify({ type: 'notice', text: line }));
          else progress.line(line);
        });
  delay.disable();
  progress.end();
  const games = await gamesInOrder(outcome.file);
  await writeExports(games, outputs);
  if (outputs.html !== null) await writeExport(outputs.html, formatReport(config, outcome, games));
  // A clock is only as good as the runner that reads it: on a busy machine, this delay may explain an overrun.
  const runnerDelayMs = Math.max(0, Math.round(delay.max / 1e6) - DELAY_RESOLUTION_MS);
  const summary = summarize(config, outcome);
  const { end, givenUp } = outcome;
  if (outputs.json) print(JSON.stringify({ ...summary, end, givenUp, runnerDelayMs }));
  else if (summary.gamesPlayed > 0) {
    const clock = fleet === null ? [`clock: runner delay at most ${runnerDelayMs} ms`] : [];
    const resume = end === 'stopped' ? ['', 'stopped; run the same command again to resume'] : [];
    for (const line of ['', ...summaryLines(summary), ...clock, ...resume]) print(line);
  }
  for (const { name, detail } of givenUp) {
    complain(`tengen match: ${name} failed to start ${START_TRIES} times and was dropped: ${detail}`);
  }
  if (end === 'stopped') return INTERRUPTED;
  return givenUp.length > 0 ? GIVEN_UP : 0;
}

/** Coordinates the match while workers play it. @param notice prints a line for people */
async function playByFleet(
  url: string,
  sign: string | null,
  config: MatchConfig,
  events: MatchEvents,
  signal: AbortSignal,
  notice: (line: string) => void,
): Promise<MatchOutcome> {
  const { runFleetMatch } = await import('../measure/fleet/match-work.ts');
  const { openRedisTransport } = await import('../measure/fleet/redis/transport.ts');
  const transport = await openRedisTransport(url, notice);
  try {
    return await runFleetMatch(config, events, signal, transport, {
      onNotice: notice,
      ...(sign === null ? {} : { sign }),
    });
  } finally {
    await transport.close();
  }
}
