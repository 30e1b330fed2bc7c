/** Games of people and engine as values: any legal turns, undone and redone, in every rule and opening. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BLACK, type Color, opponentOf, WHITE } from '../../../../src/core/color.ts';
import { picked, seededRandom } from '../../../../src/core/random.ts';
import { FREESTYLE, RENJU, RULE_CODES } from '../../../../src/core/rule-code.ts';
import { isWithin, OPENING_RULES, openingRuleOf } from '../../../../src/play/opening/rules.ts';
import {
  type OpeningAnswer,
  type OpeningState,
  offerCount,
  openingRuleFault,
} from '../../../../src/play/opening/state.ts';
import { distinctPoints } from '../../../../src/play/opening/symmetry.ts';
import { mainTime } from '../../../../src/play/played/clock.ts';
import {
  answerOpening,
  askedOpening,
  canRedo,
  canUndo,
  continuedFrom,
  type GameSetup,
  newPlayedGame,
  type PlayedGame,
  play,
  redo,
  resign,
  spend,
  swapSeats,
  toAct,
  undo,
} from '../../../../src/play/played/played-game.ts';
import { isHuman, type Player, type Seats } from '../../../../src/play/played/seats.ts';
import { gameOfSetup } from '../../../../src/play/review/setup.ts';
import { type GameState, newGame, withPlies } from '../../../../src/play/state/game-state.ts';
import { readRecord } from '../../../../src/play/state/notation.ts';
import { variantOf } from '../../../../src/play/state/variant.ts';
import { emptyPoints } from '../../../../src/rules/index.ts';

const ENGINE: Player = { level: 3 };
const AGAINST_ENGINE: Seats = { black: 'human', white: ENGINE };
const SEATS: readonly Seats[] = [
  AGAINST_ENGINE,
  { black: ENGINE, white: 'human' },
  { black: 'human', white: 'human' },
  { black: ENGINE, white: { level: 7 } },
];

/** Every rule, with every opening rule that it allows and with none. */
const GAMES = RULE_CODES.flatMap((code) => {
  const variant = variantOf(code, 9, 9, null);
  const rules = OPENING_RULES.filter((rule) => openingRuleFault(rule, variant) === null);
  return [null, ...rules].map((rule) => ({ variant, rule }));
});

function setup(name: string | null, seats: Seats, code: number = FREESTYLE, limitMs: number | null = null): GameSetup {
  return {
    variant: variantOf(code, 15, 15, null),
    rule: name === null ? null : openingRuleOf(name),
    seats,
    control: mainTime(limitMs),
  };
}

type Random = () => number;

/** Any answer that the step allows. */
function randomAnswer(opening: OpeningState, { position, variant }: GameState, random: Random): OpeningAnswer {
  const [step] = opening.steps;
  const free = emptyPoints(position).sort(() => random() - 0.5);
  switch (step.kind) {
    case 'place': {
      const inside = free.filter((point) => isWithin(point, step.within, variant.width));
      return { kind: 'place', points: inside.slice(0, 1 + Math.floor(random() * (step.stones - opening.placed))) };
    }
    case 'swap':
      return { kind: 'swap', isSwap: random() < 0.5 };
    case 'say':
      return { kind: 'say', count: step.min + Math.floor(random() * (step.max - step.min + 1)) };
    case 'offer': {
      const points = distinctPoints(position, free, BLACK);
      return { kind: 'offer', points: points.slice(0, offerCount(step, opening)) };
    }
    case 'choose':
      return { kind: 'choose', point: picked(opening.offers, random) };
    case 'ways':
      return { kind: 'ways', way: Math.floor(random() * step.ways.length) };
  }
}

/** One turn of the player to act: in an opening up to two answers at once. */
function randomTurn(game: PlayedGame, random: Random): PlayedGame {
  const opening = askedOpening(game);
  if (opening === null) return play(game, random() < 0.02 ? null : picked(emptyPoints(game.state.position), random));
  const first = randomAnswer(opening, game.state, random);
  const one = answerOpening(game, [first]);
  const then = askedOpening(one);
  const isAskedAgain = then !== null && toAct(one) === toAct(game) && one.seats === game.seats;
  if (!isAskedAgain || random() < 0.5) return one;
  return answerOpening(game, [first, randomAnswer(then, one.state, random)]);
}

/** A game without its undone turns and its clocks. */
const bare = ({ undone: _, clock: __, ...rest }: PlayedGame) => rest;
/** Whether undo stops here. */
const isStop = ({ seats }: PlayedGame, color: Color) => isHuman(seats, color) || !isHuman(seats, opponentOf(color));
/** The color of the player who began with Black. */
const firstPlayer = (game: PlayedGame, start: PlayedGame): Color =>
  game.seats.black === start.seats.black && game.seats.white === start.seats.white ? BLACK : WHITE;

describe('undo and redo', () => {
  test.each(SEATS)('any turns of %j, in every rule and opening', (seats) => {
    const games = fc.record({ game: fc.constantFrom(...GAMES), seed: fc.integer() });
    const property = fc.property(games, ({ game: { variant, rule }, seed }) => {
      const random = seededRandom(seed);
      /** The game so far, turn by turn; undone turns stay until something else is played. */
      let line = [newPlayedGame({ variant, seats, rule, control: null })];
      let at = 0;
      /** Where each undo that can be redone began. */
      let returns: number[] = [];
      for (let i = 0; i < 40; i++) {
        const game = line[at];
        const before = line.slice(0, at).findLastIndex((earlier) => isStop(earlier, toAct(earlier)));
        expect(canUndo(game)).toBe(before >= 0);
        expect(canRedo(game)).toBe(returns.length > 0 && game.state.end === null);
        const chance = random();
        if (chance < 0.3 && before >= 0) {
          const back = undo(game);
          expect(bare(back)).toEqual(bare(line[before]));
          // Redo after undo is the identity, including earlier undone turns.
          expect(redo(back)).toEqual(game);
          returns.push(at);
          at = before;
          line[at] = back;
        } else if (chance < 0.5 && canRedo(game)) {
          const again = redo(game);
          at = returns.pop()!;
          expect(again).toEqual(line[at]);
        } else if (chance < 0.55) {
          // Undo after resigning is the identity.
          if (game.state.end === null) expect(undo(resign(game))).toEqual(game);
        } else if (game.state.end === null) {
          const next = randomTurn(game, random);
          expect(next.undone).toEqual([]);
          line = [...line.slice(0, at + 1), next];
          at++;
          returns = [];
          if (isStop(game, toAct(game))) expect(bare(undo(next))).toEqual(bare(game));
        }
      }
    });
    fc.assert(property, { seed: 20261124, numRuns: 60 });
  });

  test('a player who changes colors keeps the clock, also after undoing the change', () => {
    const property = fc.property(
      fc.constantFrom(...GAMES.filter(({ rule }) => rule !== null)),
      fc.integer(),
      (kind, seed) => {
        const random = seededRandom(seed);
        const seats: Seats = { black: { level: 1 }, white: { level: 2 } };
        const start = newPlayedGame({ ...kind, seats, control: null });
        let game = start;
        /** Of the player who began with Black, and of the other. */
        const spent = [0, 0];
        for (let i = 0; i < 25 && game.state.end === null; i++) {
          spent[toAct(game) === firstPlayer(game, start) ? 0 : 1] += i;
          game = spend(game, i);
          if (random() < 0.4 && canUndo(game)) game = undo(game);
          else game = randomTurn(game, random);
          const black = firstPlayer(game, start) === BLACK ? 0 : 1;
          expect(game.clock.spentMs).toEqual([spent[black], spent[1 - black]]);
        }
      },
    );
    fc.assert(property, { seed: 20261124, numRuns: 60 });
  });

  test('a person cannot undo the engine’s first move', () => {
    const game = newPlayedGame(setup(null, { black: ENGINE, white: 'human' }));
    const first = play(game, { x: 7, y: 7 });
    expect(canUndo(first)).toBe(false);
    expect(() => undo(first)).toThrow('undo: there is no move of yours to undo');
    expect(() => redo(first)).toThrow('redo: there is nothing to redo');
  });

  test('after a swap, undo goes back to the last turn of the person’s present color', () => {
    const played = readRecord('h8 i9 j10', { width: 15, height: 15 })!.reduce(
      play,
      newPlayedGame(setup(null, AGAINST_ENGINE)),
    );
    const back = undo(swapSeats(played));
    expect(back.state.plies).toEqual(played.state.plies.slice(0, 1));
    expect(redo(back)).toEqual(swapSeats(played));
  });

  test('setup stones stay', () => {
    const variant = variantOf(RENJU, 15, 15, null);
    const cells = new Uint8Array(225);
    // Six of Black's in a row, which cannot arise in play.
    for (let x = 3; x < 9; x++) cells[7 * 15 + x] = 1;
    const state = gameOfSetup({ variant, cells, toPlay: WHITE });
    const game = continuedFrom(newPlayedGame(setup(null, { black: 'human', white: 'human' })), state);
    expect(canUndo(game)).toBe(false);
    const back = undo(play(game, { x: 0, y: 0 }));
    expect(back.state).toEqual(state);
    expect(canUndo(back)).toBe(false);
  });
});

describe('the end of a game', () => {
  const game = play(newPlayedGame(setup(null, AGAINST_ENGINE, FREESTYLE, 10_000)), { x: 7, y: 7 });

  test('a player who runs out of time loses; undone, the game continues with fresh clocks', () => {
    const late = spend(spend(game, 4_000), 6_000);
    expect(late.state.end).toMatchObject({ result: 'black', reason: 'time' });
    expect(late.clock.spentMs).toEqual([0, 10_000]);
    expect(spend(late, 500)).toBe(late);
    expect(undo(late)).toEqual(game);
  });

  test('nothing is played after it', () => {
    const over = resign(game);
    expect(() => play(over, { x: 0, y: 0 })).toThrow('move 2: the game is already over');
    const back = resign(undo(game));
    expect(canRedo(back)).toBe(false);
    expect(() => redo(back)).toThrow('the game is already over');
    expect(redo(undo(back)).state).toEqual(game.state);
  });
});

describe('an opening', () => {
  const game = newPlayedGame(setup('swap2', AGAINST_ENGINE));

  test('is answered, not played', () => {
    expect(() => play(game, { x: 7, y: 7 })).toThrow('H8: answer the current step of opening swap2 first');
    expect(() => swapSeats(game)).toThrow('swap: an opening allows it only at its own steps');
    const over = newPlayedGame(setup(null, AGAINST_ENGINE));
    expect(() => answerOpening(over, [])).toThrow('answer: there is no opening to answer');
  });

  test('of several answers at once none is applied if one is invalid', () => {
    const points = readRecord('h8 h9 h10 h11', game.state.variant)!;
    const turn = points.map((point): OpeningAnswer => ({ kind: 'place', points: [point!] }));
    expect(() => answerOpening(game, turn)).toThrow('too many answers: the other side answers next');
    const placed = answerOpening(game, turn.slice(0, 3));
    expect(placed.state).toEqual(withPlies(newGame(game.state.variant), points.slice(0, 3)));
    expect(undo(placed)).toEqual({ ...game, undone: [{ turns: [turn.slice(0, 3)], plies: [] }] });
  });
});
