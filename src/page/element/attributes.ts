/** The attributes of <tengen-board>: their texts, and the settings read from them. */
import { UserError } from '../../core/errors.ts';
import { FREESTYLE } from '../../core/rule-code.ts';
import { oneOf, readValue } from '../../core/values.ts';
import { DEFAULT_LEVEL, readLevel } from '../../play/opponent/levels.ts';
import { type Problem, parseProblem } from '../../play/problems/problem.ts';
import { gameOfSetup } from '../../play/review/setup.ts';
import { type GameState, gameFromSetup, withPlies } from '../../play/state/game-state.ts';
import { formatRecord, type Ply, readRecord } from '../../play/state/notation.ts';
import { readRule, readSize, type Variant, variantOf } from '../../play/state/variant.ts';
import type { Turn } from '../drawing/turned-game.ts';

export const ATTRIBUTES = ['moves', 'position', 'rule', 'size', 'engine', 'level', 'problem', 'orientation'] as const;
export type Attribute = (typeof ATTRIBUTES)[number];
/** The attributes that an element has, by name. */
export type AttributeTexts = Readonly<Partial<Record<Attribute, string>>>;

type EngineUse = 'off' | 'play' | 'analyze';

export interface BoardSettings {
  /** The game to show, with all its moves. */
  readonly game: GameState;
  readonly engine: EngineUse;
  /** Of the engine that plays, 1 to 10. */
  readonly level: number;
  readonly problem: Problem | null;
  readonly turn: Turn;
}

const ENGINE = oneOf(['off', 'play', 'analyze']);
/** Degrees, clockwise. */
const ORIENTATION = oneOf(['0', '90', '180', '270']);
/** Longest text of an attribute: a board of 22 by 22 takes a quarter of it. */
const MAX_LENGTH = 10_000;

/** @throws UserError for the first attribute that cannot be used: its name, what it is, what is expected */
export function readAttributes(texts: AttributeTexts): BoardSettings {
  for (const name of ATTRIBUTES) {
    const { length } = texts[name] ?? '';
    if (length > MAX_LENGTH) throw new UserError(`${name}: ${length} characters, expected at most ${MAX_LENGTH}`);
  }
  // The British spelling works too.
  const engine = readValue(ENGINE, 'engine', (texts.engine ?? 'off').replace(/^analy.e$/i, 'analyze'));
  const degrees = readValue(ORIENTATION, 'orientation', texts.orientation ?? '0');
  const problem = texts.problem === undefined ? null : parseProblem(texts.problem);
  return {
    game: problem === null ? gameOf(texts) : gameOfSetup(problem),
    engine,
    level: texts.level === undefined ? DEFAULT_LEVEL : readLevel(texts.level),
    problem,
    turn: (Number(degrees) / 90) as Turn,
  };
}

function gameOf(texts: AttributeTexts): GameState {
  const { width, height } = readSize(texts.size ?? '15');
  const variant = variantOf(texts.rule === undefined ? FREESTYLE : readRule(texts.rule), width, height, null);
  const start = gameFromSetup(variant, pliesOf('position', texts.position, variant));
  return withPlies(start, pliesOf('moves', texts.moves, variant));
}

function pliesOf(name: Attribute, text = '', variant: Variant): Ply[] {
  if (text.trim() === '') return [];
  const plies = readRecord(text, variant);
  if (plies === null) throw new UserError(`${name} "${text.slice(0, 40)}": expected points such as h8 i9`);
  return plies;
}

/** @returns the moves since the first position, in the form of the attribute */
export function movesText({ plies, setupPlies = 0, variant }: GameState): string {
  return formatRecord(plies.slice(setupPlies), variant.height).toLowerCase();
}
