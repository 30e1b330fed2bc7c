/** `tengen mcp`: analysis for language models, over the Model Context Protocol; see docs/guide/mcp.md. */
import { MAX_ANALYSIS_MS, MAX_TABLE_MB } from '../analysis/limits.ts';
import { type Command, readArguments, type Syntax } from '../core/command.ts';
import { MAX_NODES } from '../core/limits.ts';
import { whole } from '../core/values.ts';

const SYNTAX = {
  options: {
    'max-nodes': {
      type: whole(1, MAX_NODES),
      default: 10_000_000,
      help: 'node limit of a call, or of a position in a review',
    },
    'max-time': {
      type: whole(1, MAX_ANALYSIS_MS / 1000, 'SECONDS'),
      default: 20,
      help: 'time limit of a call; a review divides it among the positions',
    },
    table: {
      type: whole(1, MAX_TABLE_MB, 'MB'),
      default: 32,
      help: 'table size of the search, in MB; it affects the answers',
    },
  },
} as const satisfies Syntax;

export const COMMAND: Command = {
  name: 'mcp',
  summary: 'answers language models over the Model Context Protocol on stdin and stdout',
  usages: ['[options]'],
  about: [
    'Offers tools to a client of the Model Context Protocol: analyze, best_move, threats, forbidden_points, review_game and board_picture. It needs the package @modelcontextprotocol/sdk, and ends with its input. See docs/guide/mcp.md.',
  ],
  ...SYNTAX,
  exits: {
    0: 'the input has ended',
    1: 'the package @modelcontextprotocol/sdk is missing, or a message is longer than 10 MB',
  },
  prepare(args) {
    const { values } = readArguments(SYNTAX, args, 'tengen mcp');
    const maxMs = 1000 * values['max-time'];
    const bounds = { maxNodes: values['max-nodes'], maxMs, defaultMs: maxMs };
    return async () => (await import('./mcp/server.ts')).serveTools(bounds, values.table << 20);
  },
};
