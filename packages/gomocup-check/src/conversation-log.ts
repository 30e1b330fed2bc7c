/** What was sent and received during a step, so that a fault can show it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { shorten } from '../../../src/measure/match/lines.ts';

const SHOWN_LINES = 12;

/** The lines of a step, of all processes it starts. */
export class ConversationLog {
  private readonly lines: string[] = [];

  /** @param direction `>` sent, `<` received, `!` from stderr */
  add(direction: '>' | '<' | '!', text: string): void {
    this.lines.push(`${direction} ${shorten(text)}`);
    if (this.lines.length > SHOWN_LINES) this.lines.shift();
  }

  /** @returns the last lines, oldest first */
  last(): readonly string[] {
    return [...this.lines];
  }
}

/** The log of the step that is running; several checks may run in one process. */
export const currentLog = new AsyncLocalStorage<ConversationLog>();
