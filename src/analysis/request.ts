/** Parses the lines that programs send to `tengen analyze --batch` and `tengen serve`. */
import { UserError } from '../core/errors.ts';
import { parseJsonLine } from '../core/json-lines.ts';
import { suggestion } from '../core/near.ts';
import { listed, shown } from '../core/text.ts';
import { type Id, isId, type Query, type QueryBounds, readQueries, readTurns } from './query.ts';

/** A line that asks for an action, which its answer repeats. */
type Echo = Readonly<Record<string, unknown>>;

export type Request =
  /** One position, or several of the same game. */
  | { readonly kind: 'queries'; readonly id: Id; readonly queries: readonly Query[] }
  /** Cancels all queries with this id. */
  | { readonly kind: 'cancel'; readonly id: Id }
  /** Ends the queries with this id, or all if it is null, of these turns, or of all, with what they have found. */
  | {
      readonly kind: 'terminate';
      readonly id: Id | null;
      readonly turns: readonly number[] | null;
      readonly echo: Echo;
    }
  | { readonly kind: 'version'; readonly echo: Echo };

/** A line that is not a valid request. */
export class RequestError extends UserError {
  /** The id of the line, if it has one. */
  readonly id: Id | null;
  readonly code: 'bad-request' | 'busy';

  constructor(id: Id | null, message: string, code: 'bad-request' | 'busy' = 'bad-request') {
    super(message);
    this.id = id;
    this.code = code;
  }
}

/**
 * @param line without its end
 * @param place of the line, for an error without an id
 * @param refusalOf returns why a number of further queries is refused; null: it is not
 * @throws RequestError
 */
export function readRequest(
  line: string,
  place: string,
  bounds: QueryBounds,
  refusalOf: (count: number) => string | null = () => null,
): Request {
  try {
    return requestOf(readObject(line, place), place, bounds, refusalOf);
  } catch (error) {
    if (error instanceof RequestError || !(error instanceof UserError)) throw error;
    throw new RequestError(null, error.message);
  }
}

function requestOf(
  fields: Echo,
  place: string,
  bounds: QueryBounds,
  refusalOf: (count: number) => string | null,
): Request {
  if ('cancel' in fields) return { kind: 'cancel', id: readCancel(fields, place) };
  const { id } = fields;
  if (!isId(id)) throw new UserError(`${place}: id ${shown(id)}: expected a string or a number`);
  const admit = (count: number) => {
    const refusal = refusalOf(count);
    if (refusal !== null) throw new RequestError(id, refusal, 'busy');
  };
  try {
    if ('action' in fields) return readAction(fields);
    return { kind: 'queries', id, queries: readQueries(id, fields, bounds, admit) };
  } catch (error) {
    if (error instanceof RequestError || !(error instanceof UserError)) throw error;
    throw new RequestError(id, error.message);
  }
}

function readObject(line: string, place: string): Echo {
  const value = parseJsonLine(line, place);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Echo;
  throw new UserError(`${place}: ${shown(value)}: expected a JSON object`);
}

function readCancel(fields: Echo, place: string): Id {
  const { cancel } = fields;
  const others = Object.keys(fields).filter((key) => key !== 'cancel');
  if (others.length > 0) throw new UserError(`${place}: field ${shown(others[0])} with cancel: expected cancel alone`);
  if (!isId(cancel)) throw new UserError(`${place}: cancel ${shown(cancel)}: expected the id of a query`);
  return cancel;
}

/** The fields of each action in addition to id and action. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  terminate: ['terminateId', 'turnNumbers'],
  terminate_all: ['turnNumbers'],
  query_version: [],
};

function readAction(fields: Echo): Request {
  const { action, terminateId, turnNumbers } = fields;
  if (typeof action !== 'string' || !Object.hasOwn(ACTIONS, action)) {
    const names = Object.keys(ACTIONS);
    const near = typeof action === 'string' ? suggestion(action, names) : '';
    throw new UserError(`action ${shown(action)}: expected ${listed(names)}${near}`);
  }
  const known = ['id', 'action', ...ACTIONS[action]];
  const unknown = Object.keys(fields).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw new UserError(`field ${shown(unknown)} with action ${action}: expected ${listed(known, 'and')}`);
  }
  if (action === 'query_version') return { kind: 'version', echo: fields };
  const turns = turnNumbers === undefined ? null : readTurns('turnNumbers', turnNumbers, Number.MAX_SAFE_INTEGER);
  if (action === 'terminate_all') return { kind: 'terminate', id: null, turns, echo: fields };
  if (!isId(terminateId)) throw new UserError(`terminateId ${shown(terminateId)}: expected the id of a query`);
  return { kind: 'terminate', id: terminateId, turns, echo: fields };
}
