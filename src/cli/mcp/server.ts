/** The server of the Model Context Protocol: it calls the tools one after the other, on a single engine. */
import { once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import type { QueryBounds } from '../../analysis/query.ts';
import { FAILED } from '../../core/command.ts';
import { faultText, hasKnownCause, messageOf, UserError } from '../../core/errors.ts';
import { EngineError } from '../../engine/errors.ts';
import { VERSION } from '../../engine/version.ts';
import { complain } from '../../platform/node/streams.ts';
import type { Searcher } from '../../play/analysis/analysis.ts';
import { openSearcher } from '../analyze/batch.ts';
import { callTool, INSTRUCTIONS, TOOLS } from './tools.ts';

/** Calls that wait for the engine. */
const MAX_WAITING = 100;

/** Serves until the input ends; then waits for the calls that are left. @returns the exit code */
export async function serveTools(bounds: QueryBounds, tableBytes: number): Promise<number> {
  const { Server, StdioServerTransport, types } = await loadPackage();
  const server = new Server(
    { name: 'tengen', version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  let engine: Searcher | null = null;
  const search = () => {
    engine ??= openSearcher(tableBytes, 'mcp');
    return engine;
  };
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({ tools: TOOLS.map(({ run: _, ...tool }) => tool) }));
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }, { signal }) => {
    if (waiting >= MAX_WAITING) return failure(`${waiting} calls are waiting: wait for their answers`);
    waiting++;
    const cancel = () => engine?.cancel();
    const call = last.then(async () => {
      waiting--;
      if (signal.aborted) return failure('canceled');
      signal.addEventListener('abort', cancel);
      try {
        return await callTool(params.name, params.arguments, { bounds, search });
      } catch (error) {
        if (!hasKnownCause(error) && !(error instanceof EngineError)) complain(`tengen mcp: ${faultText(error)}`);
        return failure(messageOf(error));
      } finally {
        signal.removeEventListener('abort', cancel);
      }
    });
    last = call;
    return call;
  });
  server.onerror = (error) => {
    const isUnread = error instanceof SyntaxError || error.name === 'ZodError';
    complain(`tengen mcp: ${isUnread ? 'input line ignored: expected a JSON-RPC message' : messageOf(error)}`);
  };
  process.once('SIGINT', () => process.exit(0));
  process.once('SIGTERM', () => process.exit(0));
  await server.connect(new StdioServerTransport());
  // The transport closes when a line is too long.
  const closed = new Promise<'closed'>((resolve) => {
    server.onclose = () => resolve('closed');
  });
  const ending = await Promise.race([once(process.stdin, 'end'), closed]);
  // The last requests reach their handlers, and the answers reach the output, a turn later.
  await turn();
  await last;
  await turn();
  (engine as Searcher | null)?.close();
  return ending === 'closed' ? FAILED : 0;
}

function failure(text: string): { content: { type: 'text'; text: string }[]; isError: true } {
  return { content: [{ type: 'text', text }], isError: true };
}

async function loadPackage() {
  try {
    const [{ Server }, { StdioServerTransport }, types] = await Promise.all([
      import('@modelcontextprotocol/sdk/server/index.js'),
      import('@modelcontextprotocol/sdk/server/stdio.js'),
      import('@modelcontextprotocol/sdk/types.js'),
    ]);
    return { Server, StdioServerTransport, types };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    throw new UserError(
      'one more package is needed: npm install @modelcontextprotocol/sdk (with -g if tengen is installed with -g)',
    );
  }
}
