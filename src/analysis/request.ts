/** Parses the lines that programs send to `tengen analyze --batch` and `tengen serve`. */
import { UserError } from '../core/errors.ts';
import { parseJsonLine } from '../core/json-lines.ts';
import { anything, choice, fieldsOf, isObject, object, oneOfKind, type Read, readAs } from '../core/schema.ts';
import { MAX_PLIES } from './limits.ts';
import { ID, type Id, type Query, type QueryBounds, readQueries, turns } from './query.ts';

const TURNS = { turnNumbers: turns(MAX_PLIES) };
export const CANCEL = object({ cancel: ID });
export const ACTION = oneOfKind(
  {
    terminate: object({ id: ID, action: choice('terminate'), terminateId: ID }, TURNS),
    terminate_all: object({ id: ID, action: choice('terminate_all') }, TURNS),
    query_version: object({ id: ID, action: choice('query_version') }),
  },
  'action',
);
/** What is read of any other line before the rest. */
const HEAD = fieldsOf({ id: ID }, { action: anything, analyzeTurns: anything });

export type Request =
  /** One position, or several of the same game. */
  | { readonly kind: 'queries'; readonly queries: readonly Query[] }
  /** Cancels all queries with an id. */
  | ({ readonly kind: 'cancel' } & Read<typeof CANCEL>)
  /** Its answer repeats the action. */
  | { readonly kind: 'action'; readonly action: Read<typeof ACTION> };

export class RequestError extends UserError {
  constructor(
    readonly id: Id | null,
    message: string,
    readonly code: 'bad-request' | 'busy' = 'bad-request',
  ) {
    super(message);
  }
}

/**
 * @param line without its end
 * @param place of the line, for an error without an id
 * @param refusalOf returns why a number of further queries is refused, before they are read; null: it is not
 * @throws RequestError
 */
export function readRequest(
  line: string,
  place: string,
  bounds: QueryBounds,
  refusalOf: (count: number) => string | null = () => null,
): Request {
  let id: Id | null = null;
  try {
    const given = parseJsonLine(line, place);
    if (isObject(given) && 'cancel' in given) return { kind: 'cancel', ...readAs(CANCEL, given, place) };
    const { analyzeTurns, ...named } = readAs(HEAD, given, place);
    ({ id } = named);
    if (named.action !== undefined) return { kind: 'action', action: ACTION(given, '') };
    const refusal = refusalOf(Array.isArray(analyzeTurns) ? analyzeTurns.length : 1);
    if (refusal !== null) throw new RequestError(id, refusal, 'busy');
    return { kind: 'queries', queries: readQueries(given as object, bounds) };
  } catch (error) {
    if (error instanceof RequestError || !(error instanceof UserError)) throw error;
    throw new RequestError(id, error.message);
  }
}
