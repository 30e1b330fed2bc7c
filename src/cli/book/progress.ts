/** Progress of a long command, on stderr. */

const EVERY_MS = 1000;

/** @returns a function that shows a line, at most once per second */
export function progressTo(stream: {
  readonly isTTY?: boolean;
  write: (text: string) => unknown;
}): (text: string) => void {
  let last = Date.now();
  return (text) => {
    const now = Date.now();
    if (now - last < EVERY_MS) return;
    last = now;
    stream.write(stream.isTTY === true ? `\r${text.padEnd(78)}\r` : `${text}\n`);
  };
}
