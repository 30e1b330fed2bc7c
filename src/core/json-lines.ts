import { UserError } from './errors.ts';
import { shown, withoutByteOrderMark } from './text.ts';

/**
 * Reads one line.
 * @param place of the line for an error, such as `games.jsonl line 3`
 * @throws UserError `line 3: "{": expected a JSON object on one line`
 */
export function parseJsonLine(line: string, place: string): unknown {
  try {
    return JSON.parse(withoutByteOrderMark(line));
  } catch {
    throw new UserError(`${place}: ${shown(line)}: expected a JSON object on one line`);
  }
}

/** @returns whether a text is one JSON value */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
