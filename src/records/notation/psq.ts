/**
 * PSQ, the file format of the Piskvork manager and of Gomocup's game archives.
 *
 * A header `Piskvorky 15x15, 11:11, 0` (board; playing level of both sides, 0 for a human, 11 the longest; who moves
 * first), one line `x,y,ms` for each stone with coordinates from 1, the two brains' names, and an error code (-1:
 * none known). Piskvork stops reading after the names. One more line after that keeps what PSQ cannot say; Gomocup's
 * own files have one such as `1,Renju` in that place: the winner (1 Black, 2 White) and the league.
 * Source: openPsq and savePsq in source/game.cpp of plastovicka/Piskvork.
 */

import { UserError } from '../../core/errors.ts';
import type { XY } from '../../core/point.ts';
import { ruleCodeOf } from '../../core/rule.ts';
import { FREESTYLE } from '../../core/rule-code.ts';
import type { Schema } from '../../core/schema.ts';
import { OPENING_PLIES, REASON, RESULT, RULE_CODE } from './game-line.ts';
import { bareGame, type SavedGame, stonesToWrite } from './saved-game.ts';

/** @returns the text of a PSQ file, lines ended CR LF @throws UserError for passes, and boards that are not square */
export function formatPsq(game: SavedGame): string {
  const lines = [`Piskvorky ${game.size}x${game.size}, 11:11, 0`];
  for (const [i, { x, y }] of stonesToWrite(game).entries()) {
    lines.push(`${x + 1},${y + 1},${Math.round(game.timesMs?.[i] ?? 0)}`);
  }
  lines.push(brainName(game.black), brainName(game.white), '-1');
  const facts = [
    game.rule === null ? '' : `rule=${game.rule}`,
    game.result === null ? '' : `result=${game.result}`,
    game.reason === null ? '' : `reason=${game.reason}`,
    game.openingPlies === 0 ? '' : `opening=${game.openingPlies}`,
    game.date === null ? '' : `date=${game.date}`,
  ].filter((fact) => fact !== '');
  if (facts.length > 0) lines.push(`tengen ${facts.join(' ')}`);
  return lines.map((line) => `${line}\r\n`).join('');
}

/**
 * Piskvork reads numbers until one fails, so a name that begins with a number would lose it; and an empty line would
 * make it keep the brain it has.
 */
function brainName(name: string | null): string {
  const clean = (name ?? '').replace(/[\r\n]+/g, ' ').trim();
  if (/^[-+\d]/.test(clean)) return `${NAME_PREFIX}${clean}`;
  return clean === '' ? '?' : clean;
}

/** What brains' files are called, before the name. */
const NAME_PREFIX = 'pbrain-';

function nameFromLine(line: string | undefined): string | null {
  if (line === undefined || line === '' || line === '?') return null;
  return /^pbrain-[-+\d]/.test(line) ? line.slice(NAME_PREFIX.length) : line;
}

/**
 * Reads a PSQ file of Piskvork, of Gomocup or of {@link formatPsq}.
 * @throws UserError for anything else, and for boards that are not square
 */
export function parsePsq(text: string): SavedGame {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  const header = /^Piskvorky\s+(\d+)\s*x\s*(\d+)/i.exec(lines[0] ?? '');
  if (header === null)
    throw new UserError(`"${(lines[0] ?? '').slice(0, 60)}": expected "Piskvorky <width>x<height>, ..."`);
  if (header[1] !== header[2]) throw new UserError(`board ${header[1]}x${header[2]}: expected a square board`);
  const size = Number(header[1]);
  const moves: XY[] = [];
  const timesMs: number[] = [];
  let at = 1;
  for (; at < lines.length; at++) {
    const stone = /^(-?\d+)\s*,\s*(-?\d+)\s*(?:,\s*(-?\d+(?:\.\d*)?)\s*)?$/.exec(lines[at]);
    if (stone === null) {
      if (!/^-?\d+\s*,\s*-?\d/.test(lines[at])) break;
      throw new UserError(`line ${at + 1} "${lines[at].slice(0, 60)}": expected x,y or x,y,ms`);
    }
    const [x, y] = [Number(stone[1]) - 1, Number(stone[2]) - 1];
    if (x < 0 || y < 0 || x >= size || y >= size) {
      throw new UserError(`line ${at + 1} "${lines[at].slice(0, 60)}": expected x,y from 1 to ${size}`);
    }
    moves.push({ x, y });
    timesMs.push(Number(stone[3] ?? 0));
  }
  // The error code follows the names; a file saved by hand has only the code.
  const hasNames = isCode(lines[at + 2]) || !isCode(lines[at]);
  const [black, white] = [lines[at], lines[at + 1]].map((line) => (hasNames ? nameFromLine(line) : null));
  // A player may be called tengen, too.
  const own = lines.find((line) => /^tengen \w+=/.test(line)) ?? '';
  const facts = new Map([...own.matchAll(/([^ =]+)=([^ ]*)/g)].map(([, key, value]) => [key, value]));
  const fact = <T>(name: string, schema: Schema<T>): T | null => {
    const found = facts.get(name);
    return found === undefined ? null : schema(/^\d+$/.test(found) ? Number(found) : found, name);
  };
  const [, winner, event] =
    /^([0-2])\s*,\s*(\S.*)$/.exec(lines.slice(at + 2).find((line) => line.includes(',')) ?? '') ?? [];
  return {
    ...bareGame(size, moves),
    rule: fact('rule', RULE_CODE) ?? ruleOfTournament(event),
    black,
    white,
    ...(event === undefined ? {} : { event }),
    result: fact('result', RESULT) ?? WINNERS[Number(winner)] ?? null,
    reason: fact('reason', REASON),
    openingPlies: fact('opening', OPENING_PLIES) ?? 0,
    timesMs,
    date: facts.get('date') ?? null,
  };
}

/** By the number in the last line of Gomocup's files: 0 is in games that were won, too, and says nothing. */
const WINNERS = [null, 'black', 'white'] as const;

/** @param event name of a league of Gomocup, such as `Freestyle15_1` or `Renju` @returns its rule, or null */
function ruleOfTournament(event = ''): number | null {
  const league = /^[a-z]+/i.exec(event)?.[0].toLowerCase() ?? '';
  // "Caro" is not among them: the organizers have described that league as both of the rules of that name.
  return league === 'fastgame'
    ? FREESTYLE
    : ['freestyle', 'standard', 'renju'].includes(league)
      ? ruleCodeOf(league)
      : null;
}

function isCode(line: string | undefined): boolean {
  return line !== undefined && /^-?\d+$/.test(line);
}
