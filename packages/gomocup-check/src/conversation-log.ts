/** What was sent and received during a step, so that a fault can show it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { shorten } from '../../../src/measure/match/lines.ts';

const SHOWN_LINES = 12;

/** The last lines of the step that is running, of all processes it starts; several checks may run in one process. */
export const currentLog = new AsyncLocalStorage<string[]>();

/** @param direction `>` sent, `<` received, `!` from stderr */
export function logLine(log: string[], direction: '>' | '<' | '!', text: string): void {
  log.push(`${direction} ${shorten(text)}`);
  if (log.length > SHOWN_LINES) log.shift();
}
