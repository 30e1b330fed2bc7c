/** What a manager did, from the record of a scripted brain. */
import type { RecordedEvent } from './brain.ts';

/** @param events of one process, in their order @returns sentences about its manager */
export function managerLines(events: readonly RecordedEvent[]): string[] {
  const received = events.filter(({ kind }) => kind === 'received');
  return [
    `line ends: ${countedBy(received, ({ end }) => end ?? 'none')}`,
    `first lines: ${
      received
        .slice(0, 12)
        .map(({ text }) => text)
        .join(' | ') || 'none'
    }`,
    waitsForOk(events),
    `requests: ${countedBy(
      received.filter(({ text }) => /^[a-z]/i.test(text)),
      ({ text }) => text.split(' ')[0].toUpperCase(),
    )}`,
    timeLeft(received),
    ending(events),
  ];
}

function countedBy(events: readonly RecordedEvent[], key: (event: RecordedEvent) => string): string {
  const counts = new Map<string, number>();
  for (const event of events) counts.set(key(event), (counts.get(key(event)) ?? 0) + 1);
  return [...counts].map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
}

function waitsForOk(events: readonly RecordedEvent[]): string {
  const start = events.findIndex(({ kind, text }) => kind === 'received' && /^(rect)?start\b/i.test(text));
  if (start < 0) return 'START: never sent';
  const ok = events.findIndex(({ kind, text }, i) => i > start && kind === 'sent' && /^ok$/i.test(text));
  const next = events.slice(start + 1).find(({ kind }) => kind === 'received' || kind === 'end of input');
  if (ok < 0) return `OK never sent; ${after(events[start], next)}`;
  const early = events.slice(start + 1, ok).filter(({ kind }) => kind === 'received');
  if (early.length > 0) return `does not wait for OK: ${early.length} lines came before it`;
  const following = events.slice(ok + 1).find(({ kind }) => kind === 'received' || kind === 'end of input');
  return `waits for OK, which came ${gap(events[start], events[ok])} ms after START; ${after(events[ok], following)}`;
}

function timeLeft(received: readonly RecordedEvent[]): string {
  const requests = received.filter(({ text }) => /^(begin|turn|board)\b/i.test(text)).length;
  const sent = received.filter(({ text }) => /^info time_left\b/i.test(text)).length;
  return `INFO time_left: ${sent} times for ${requests} moves`;
}

/** The last thing the brain said, and everything that happened after it. */
function ending(events: readonly RecordedEvent[]): string {
  const last = events.findLastIndex(({ kind, text }) => kind === 'sent' && !/^(MESSAGE|DEBUG)\b/.test(text));
  const said = last < 0 ? 'nothing was sent' : `last answer "${events[last].text.slice(0, 60)}"`;
  const rest = events.slice(last + 1).map((event) => {
    const what = event.kind === 'received' ? event.text : `${event.kind} ${event.text}`.trim();
    return `${what} after ${gap(events[Math.max(0, last)], event)} ms`;
  });
  const end = events.at(-1)?.kind === 'exit' ? '' : '; killed, or still running';
  return `${said}; then ${rest.join(', ') || 'nothing'}${end}`;
}

function after(from: RecordedEvent, to: RecordedEvent | undefined): string {
  return to === undefined ? 'nothing came after it' : `${to.text || to.kind} followed after ${gap(from, to)} ms`;
}

function gap(from: RecordedEvent, to: RecordedEvent): number {
  return Math.round(to.atMs - from.atMs);
}
