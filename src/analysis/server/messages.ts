/** What HTTP and WebSocket share: the lines of a message, and refusals as HTTP and JSON say them. */
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { isJson } from '../../core/json-lines.ts';
import { MAX_REQUEST_LINES, SLOW_BYTES, STUCK_BYTES } from './limits.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** A refused request, as an HTTP status and a JSON error. */
export type HttpRefusal = ReturnType<typeof refuse>;

export function refuse(status: number, code: string, error: string, headers: Readonly<Record<string, string>> = {}) {
  return { status, code, error, headers };
}

/**
 * Sends an answer. A slow reader gets no more reports, then is disconnected.
 * @param waiting bytes that the reader has not taken yet
 */
export function sendAnswer(
  answer: object,
  waiting: number,
  send: (text: string) => void,
  disconnect: () => void,
): void {
  // It may be skipped, because another one of the same query follows.
  const isReport = 'isDuringSearch' in answer && answer.isDuringSearch === true;
  if (waiting > STUCK_BYTES) disconnect();
  else if (waiting <= SLOW_BYTES || !isReport) send(JSON.stringify(answer));
}

/** A line, and its place for an error without an id. */
export type PlacedLine = readonly [line: string, place: string];

/** @returns the lines of a request: one if it is a single JSON value; a refusal if there are none, or too many */
export function linesOf(text: string, place = 'line'): readonly PlacedLine[] | HttpRefusal {
  const isOne = text.trim().includes('\n') && isJson(text);
  const lines = (isOne ? [text] : text.split('\n'))
    .map((line, i) => [line, `${place} ${i + 1}`] as const)
    .filter(([line]) => line.trim() !== '');
  if (lines.length === 0) return refuse(400, 'bad-request', 'no request: expected one JSON object per line');
  if (lines.length <= MAX_REQUEST_LINES) return lines;
  return refuse(413, 'too-large', `${lines.length} lines: expected at most ${MAX_REQUEST_LINES}`);
}

export function httpRefusalText({ error, code }: HttpRefusal): string {
  return `${JSON.stringify({ error, code })}\n`;
}

/** Answers an upgrade, or bytes that are not a request: there is no response object. */
export function refuseUpgrade(socket: Duplex, refusal: HttpRefusal): void {
  if (!socket.writable) return void socket.destroy();
  const { status, headers } = refusal;
  const body = httpRefusalText(refusal);
  const lines = Object.entries({
    ...headers,
    'Content-Type': JSON_TYPE,
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  });
  socket.on('error', () => {});
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
    () => socket.destroy(),
  );
}
