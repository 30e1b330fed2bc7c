/** `tengen match`: the command line around src/match. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { MatchError } from '../core/errors.ts';
import { gamesInOrder, prepareExports, writeExports, writePsq } from '../match/game-files.ts';
import { killAllEngines } from '../match/live-engines.ts';
import { type MatchConfig, type MatchEvents, type MatchOutcome, runMatch } from '../match/match.ts';
import { type MatchOptions, readMatchOptions } from '../match/options/options.ts';
import { matchUsage } from '../match/options/table.ts';
import { isFault, Progress } from '../match/progress.ts';
import { formatReport } from '../match/report/report.ts';
import { START_TRIES } from '../match/starts.ts';
import { summarize } from '../match/summarize.ts';
import { summaryLines } from '../match/summary-text.ts';

const DONE = 0;
const GIVEN_UP = 1;
const WRONG_USAGE = 2;
const STOPPED = 130;
/** Sampling interval of the runner's own delay, ms. */
const DELAY_RESOLUTION_MS = 5;

/** Runs `tengen match`. @returns the exit code */
export async function matchCommand(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args.some((word) => /^--?(help|h)$/i.test(word))) {
    process.stdout.write(matchUsage());
    return args.length === 0 ? WRONG_USAGE : DONE;
  }
  let options: MatchOptions;
  try {
    options = readMatchOptions(args);
  } catch (error) {
    return complain(error, WRONG_USAGE);
  }
  for (const warning of options.warnings) process.stderr.write(`warning: ${warning}\n`);
  const stop = new AbortController();
  const release = stopOnSignals(stop);
  process.stdout.on('error', () => stop.abort()); // nobody reads any more, as with a pipe into head
  try {
    return await play(options, stop.signal);
  } catch (error) {
    return complain(error, WRONG_USAGE);
  } finally {
    release();
  }
}

async function play({ config, fleet, outputs }: MatchOptions, signal: AbortSignal): Promise<number> {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  await prepareExports(outputs);
  const progress = new Progress(
    {
      isTerminal: process.stdout.isTTY === true && !outputs.json,
      columns: process.stdout.columns ?? 80,
      write: (text) => {
        if (!outputs.json) process.stdout.write(text);
      },
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
      : await playByFleet(fleet, config, events, signal, (line) => {
          if (outputs.json) print(JSON.stringify({ type: 'notice', text: line }));
          else progress.line(line);
        });
  delay.disable();
  progress.end();
  const games = await gamesInOrder(outcome.file);
  await writeExports(games, outputs);
  if (outputs.html !== null) {
    await mkdir(dirname(outputs.html), { recursive: true });
    await writeFile(outputs.html, formatReport(config, outcome, games));
  }
  const summary = summarize(config, outcome);
  // A clock is no better than the runner that reads it: on a busy machine this bounds what an overrun may owe to it.
  const runnerDelayMs = Math.max(0, Math.round(delay.max / 1e6) - DELAY_RESOLUTION_MS);
  const { end, givenUp } = outcome;
  if (outputs.json) print(JSON.stringify({ ...summary, end, givenUp, runnerDelayMs }));
  else if (summary.gamesPlayed > 0) {
    print('');
    for (const line of summaryLines(summary)) print(line);
    if (fleet === null) print(`clock: the runner itself was late by ${runnerDelayMs} ms at most`);
    if (end === 'stopped') print('\nstopped; the same command goes on from here');
  }
  for (const { name, detail } of givenUp) {
    process.stderr.write(`tengen match: ${name} did not start in ${START_TRIES} tries and was given up: ${detail}\n`);
  }
  if (end === 'stopped') return STOPPED;
  return givenUp.length > 0 ? GIVEN_UP : DONE;
}

/** Leads the match while workers play it. @param notice a line for people */
async function playByFleet(
  url: string,
  config: MatchConfig,
  events: MatchEvents,
  signal: AbortSignal,
  notice: (line: string) => void,
): Promise<MatchOutcome> {
  const { runFleetMatch } = await import('../fleet/coordinator.ts');
  const { openRedisTransport } = await import('../fleet/redis/transport.ts');
  const transport = await openRedisTransport(url, notice);
  try {
    return await runFleetMatch(config, events, signal, transport, { onNotice: notice });
  } finally {
    await transport.close();
  }
}

/**
 * The first signal ends the match in good order, a second one at once. @returns function that takes the handlers off
 */
function stopOnSignals(stop: AbortController): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const onSignal = () => {
    if (stop.signal.aborted) {
      killAllEngines();
      process.exit(STOPPED);
    }
    stop.abort();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}

function complain(error: unknown, code: number): number {
  // Anything but a MatchError is a bug or the system's doing: its trace helps.
  const text =
    error instanceof MatchError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? error.message)
        : String(error);
  process.stderr.write(`tengen match: ${text}\n`);
  return code;
}
