/**
 * The brain as a web worker, dist/web/worker.js: every message is text, to it one or several commands of the protocol,
 * from it one line. It starts the search, dist/web/search.js, as a nested worker: the script of that name next to it,
 * or the one that the fragment of its address names.
 */
import { createEngine } from '../../platform/web/engine.ts';
import { LineSplitter } from '../lines.ts';
import { quote } from '../parse.ts';
import { Session } from '../session.ts';

interface BrainScope {
  readonly location: { readonly href: string; readonly hash: string };
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  postMessage(message: unknown): void;
  close(): void;
}

const scope = globalThis as unknown as BrainScope;

/** @throws TypeError for a script in a blob, which has no folder, if no fragment names the search */
function searchUrl(): URL {
  const { href, hash } = scope.location;
  return new URL(hash.length > 1 ? decodeURIComponent(hash.slice(1)) : 'search.js', href.replace(/#.*/s, ''));
}

const engine = createEngine({ workerUrl: searchUrl(), onDebug: (text) => session.brain.debug(text) });
const session: Session = new Session({
  engine,
  // The session's characters are bytes, see LineSplitter.
  write: (line) => scope.postMessage(new TextDecoder().decode(Uint8Array.from(line, (char) => char.charCodeAt(0)))),
  onEnd() {
    engine.close();
    scope.close();
  },
  startupMs: () => 0,
});

scope.onmessage = ({ data }) => {
  if (typeof data === 'string') receive(data);
  else if (isSetup(data)) scope.postMessage({ type: 'error', id: 0, text: 'tengen/worker: expected tengen/search' });
  else scope.postMessage(`ERROR message of type ${quote(typeof data)}: expected text such as START 15`);
};

function receive(text: string): void {
  const readAt = engine.now();
  const lines = new LineSplitter((line) => session.receive(line, readAt));
  lines.push(new TextEncoder().encode(text));
  lines.end();
}

/** @returns whether the library takes this worker for the search */
function isSetup(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'setup';
}

engine.open();
