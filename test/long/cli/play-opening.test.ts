import { describe, expect, test } from 'vitest';
import { layOut } from '../../../src/cli/play/layout.ts';
import { type Action, PlaySession } from '../../../src/cli/play/session.ts';
import { readPlayRequest } from '../../../src/cli/play/settings.ts';
import { parseMoves } from '../../../src/core/point.ts';
import type { OpeningAnswer } from '../../../src/play/opening/state.ts';
import { tengen } from '../../processes.ts';
import { HAS_PTY, Pty } from '../../program/play/pty.ts';

const LOOK = { charset: 'ascii', colors: 0, columns: 80 } as const;
const points = (text: string) => parseMoves(text, 15)!;

/** A session driven by lines, in which the test gives the engine's answers. */
class Driver {
  readonly session: PlaySession;
  action: Action;

  constructor(...args: string[]) {
    const { settings, plies } = readPlayRequest(args, () => 1);
    this.session = new PlaySession(settings, plies, () => '2026-11-21T12:00:00.000Z');
    this.action = this.session.start();
    this.session.takeOutput();
  }

  get prompt(): string {
    return this.action.kind === 'ask' ? this.action.prompt.trim() : this.action.kind;
  }

  get picture(): string {
    return layOut(this.session.frame(LOOK), [], LOOK, null).join('\n');
  }

  get state(): string {
    return this.picture.split('\n').at(-1)!;
  }

  get seats(): string {
    return layOut(this.session.frame(LOOK), [], LOOK, null).find((line) => line.includes('Black X')) ?? '';
  }

  type(...lines: string[]): string[] {
    return lines.flatMap((line) => {
      expect(this.action.kind).toBe('ask');
      this.action = this.session.handle(line);
      return this.session.takeOutput().messages;
    });
  }

  engine(answer: OpeningAnswer): readonly string[] {
    expect(this.action).toMatchObject({ kind: 'decide', isHint: false });
    this.action = this.session.decided(answer);
    return this.session.takeOutput().messages;
  }
}

describe('openings in play, step by step', () => {
  test('swap2: the person places, the engine adds two, the person swaps', () => {
    const game = new Driver('--opening', 'swap2');
    expect(game.prompt).toBe('Black places stones 1 to 3 (Black first), anywhere:');
    expect(game.state).toBe('Opening swap2: Black places stones');
    expect(game.type('keep')).toEqual(['"keep": expected a point such as H8']);
    expect(game.type('h8')).toEqual([]);
    expect(game.prompt).toBe('Black places stones 2 to 3 (White first), anywhere:');
    expect(game.type('h8')).toEqual(['H8: already occupied by a black stone']);
    game.type('k9 d4');
    expect(game.engine({ kind: 'ways', way: 1 })).toEqual(['tengen adds two stones (add).']);
    expect(game.engine({ kind: 'place', points: points('e5f7') })).toEqual(['tengen places E5 and F7.']);
    expect(game.prompt).toBe('Black: swap (take White) or keep?');
    expect(game.type('swap')).toEqual(['You now play White.', 'The opening is over.']);
    expect(game.prompt).toBe('White to move:');
    expect(game.seats).toContain('White O you');
    expect(game.type('moves')).toEqual(['H8 K9 D4 E5 F7']);
  });

  test('swap2: the engine places, the person takes a color at once, or adds', () => {
    const game = new Driver('--opening', 'swap2', '--begins', 'engine');
    expect(game.engine({ kind: 'place', points: points('h8i9k5') })).toEqual(['tengen places H8, I9 and K5.']);
    expect(game.prompt).toContain('White: swap (take Black), keep or add');
    expect(game.type('no')).toEqual(['"no": expected swap, keep or add']);
    expect(game.type('swap')).toEqual(['You now play Black.', 'The opening is over.']);
    expect(game.action.kind).toBe('think');
    const other = new Driver('--opening', 'swap2', '--begins', 'engine');
    other.engine({ kind: 'place', points: points('h8i9k5') });
    other.type('add', 'j10 c3');
    expect(other.engine({ kind: 'swap', isSwap: false })).toEqual(['tengen keeps Black.', 'The opening is over.']);
    expect(other.prompt).toBe('White to move:');
  });

  test('swap1 and swap, answered with y and n', () => {
    const game = new Driver('--opening', 'swap1', '--begins', 'engine');
    game.engine({ kind: 'place', points: points('c4') });
    expect(game.type('n')).toEqual(['The opening is over.']);
    expect(game.prompt).toBe('White to move:');
    const three = new Driver('--opening', 'swap', '--human-vs-human');
    three.type('h8 i9 k5');
    expect(three.type('y')).toEqual(['The players have swapped colors.', 'The opening is over.']);
  });

  test('RIF: the person offers two fifth moves that are not symmetric', () => {
    const game = new Driver('--rule', 'renju', '--opening', 'rif');
    expect(game.prompt).toBe('Black places stone 1 (Black), on the center point:');
    expect(game.type('h9')).toEqual(['H9: outside the square, expected the center point']);
    expect(game.type('h8 h9 h10 h11')).toEqual([
      'too many answers: the other side answers next; no answer was applied',
    ]);
    expect(game.type('moves')).toEqual(['(no moves yet)']);
    game.type('h8 h9 h7');
    expect(game.engine({ kind: 'swap', isSwap: false })).toEqual(['tengen keeps White.']);
    game.engine({ kind: 'place', points: points('h6') });
    expect(game.prompt).toBe('Black offers 2 fifth moves, no two of them symmetric:');
    expect(game.type('g8 i8')).toEqual(['I8: symmetric to G8, expected another point']);
    expect(game.type('g8')).toEqual(['G8: 1 offered, expected 2']);
    game.type('g8 g9');
    expect(game.engine({ kind: 'choose', point: points('g9')[0] })).toEqual([
      'tengen chooses G9.',
      'The opening is over.',
    ]);
    expect(game.action.kind).toBe('think');
  });

  test('Soosorv-8: the person names a number, the engine swaps, the person offers', () => {
    const game = new Driver('--rule', 'renju', '--opening', 'soosorv-8', '--begins', 'engine');
    for (const name of ['h8', 'h9', 'j8']) game.engine({ kind: 'place', points: points(name) });
    game.type('keep', 'g6');
    expect(game.prompt).toBe('White chooses how many fifth moves to offer, 1 to 8:');
    expect(game.type('9')).toEqual(['9: expected a number from 1 to 8']);
    expect(game.type('many')[0]).toMatch(/^"many": expected a number from 1 to 8, or a command/);
    game.type('2');
    expect(game.engine({ kind: 'swap', isSwap: true })).toEqual([
      'tengen swaps and now plays White.',
      'You now play Black.',
    ]);
    game.type('g8 i10');
    expect(game.engine({ kind: 'choose', point: points('i10')[0] })).toContain('The opening is over.');
    expect(game.session.game.plies).toHaveLength(5);
  });

  test('Taraguchi-10: the person chooses the branch, the engine offers ten', () => {
    const game = new Driver('--rule', 'renju', '--opening', 'taraguchi-10');
    game.type('h8');
    game.engine({ kind: 'swap', isSwap: true });
    game.type('h9');
    game.engine({ kind: 'swap', isSwap: false });
    game.engine({ kind: 'place', points: points('j8') });
    game.type('keep', 'k6');
    const offers = points('g8i10d4e5f6k9l8k7g12f10');
    game.engine({ kind: 'ways', way: 1 });
    expect(game.engine({ kind: 'offer', points: offers })[0]).toBe(
      'tengen offers G8, I10, D4, E5, F6, K9, L8, K7, G12 and F10.',
    );
    expect(game.picture).toContain('12 . . . + . . ? . . .');
    expect(game.picture).toContain('? offered as the fifth move');
    expect(game.type('a1')).toEqual(['A1: not offered, expected G8, I10, D4, E5, F6, K9, L8, K7, G12 or F10']);
    expect(game.type('d4')).toEqual(['The opening is over.']);
    expect(game.picture).not.toContain('?');
    const own = new Driver('--rule', 'renju', '--opening', 'taraguchi-10', '--human-vs-human');
    own.type('h8', 'keep', 'h9', 'keep', 'j8', 'keep', 'k6');
    expect(own.prompt).toContain('Black: one (one fifth move; either side');
    expect(own.type('one', 'swap', 'g7', 'keep').at(-1)).toBe('The opening is over.');
    expect(own.session.game.plies).toHaveLength(5);
  });

  test('undo goes back to the last answer, colors included; after the opening by moves, then into it', () => {
    const game = new Driver('--opening', 'swap2', '--begins', 'engine');
    game.engine({ kind: 'place', points: points('h8i9k5') });
    expect(game.type('undo')).toEqual(['undo: there is no move of yours to undo']);
    expect(game.type('add', 'j10', 'undo')).toEqual(['Undone: J10.']);
    expect(game.prompt).toBe('White places stones 4 to 5 (White first), anywhere:');
    expect(game.type('undo')).toEqual(['Your last answer was undone.']);
    expect(game.prompt).toContain('keep or add');
    game.type('keep', 'd5');
    game.action = game.session.moved({ move: points('e6')[0], figures: null });
    game.session.takeOutput();
    expect(game.type('undo')).toEqual(['Undone: D5 E6.']);
    expect(game.type('undo')).toEqual(['Your last answer was undone.']);
    expect(game.state).toBe('Opening swap2: White chooses how to continue');
    expect(game.type('redo')).toEqual(['Your answer was redone.']);
    expect(game.prompt).toBe('White to move:');
    expect(game.type('redo')).toEqual(['Redone: D5 E6.']);
    expect(game.type('redo')).toEqual(['redo: there is nothing to redo']);
    game.type('undo', 'undo', 'swap');
    expect(game.seats).toContain('Black X you');
  });

  test('hint answers the step; another game and resigning end the opening; new begins another one', () => {
    const game = new Driver('--opening', 'swap', '--begins', 'engine');
    game.engine({ kind: 'place', points: points('h8i9k5') });
    game.type('hint');
    expect(game.action).toMatchObject({ kind: 'decide', isHint: true });
    game.action = game.session.suggested({ kind: 'swap', isSwap: true });
    expect(game.session.takeOutput().messages).toEqual(['Hint: tengen swaps and now plays Black.']);
    expect(game.prompt).toBe('White: swap (take Black) or keep?');
    expect(game.type('resign')[0]).toBe('tengen (Black) wins after 3 moves: White resigned.');
    expect(game.type('undo')).toEqual(['The game continues.']);
    expect(game.prompt).toBe('White: swap (take Black) or keep?');
    game.type('moves h8 i9');
    expect(game.action.kind).toBe('think');
    const again = new Driver('--opening', 'swap');
    again.type('h8', 'new');
    expect(again.prompt).toBe('Black places stones 1 to 3 (Black first), anywhere:');
  });

  test('a record that is typed while the engine opens a game is rejected, and the opening continues', () => {
    const game = new Driver('--opening', 'swap', '--engine-vs-engine');
    game.action = game.session.handle('h8 i9');
    expect(game.session.takeOutput().messages).toEqual([
      'H8: answer the current step of opening swap first; nothing was played',
    ]);
    expect(game.engine({ kind: 'place', points: points('h8i9k5') })).toEqual(['Black places H8, I9 and K5.']);
  });

  test('the clock runs for the player who is asked', () => {
    const game = new Driver('--opening', 'swap', '--clock', '1');
    game.action = game.session.handle('h8', 20_000);
    game.action = game.session.handle('h9', 50_000);
    expect(game.session.takeOutput().messages[0]).toBe('tengen (White) wins after 1 move: Black ran out of time.');
  });
});

test('an unknown word gets the question again, and a suggestion', () => {
  const game = new Driver('--opening', 'swap', '--begins', 'engine');
  game.engine({ kind: 'place', points: points('h8i9k5') });
  expect(game.type('kep')).toEqual(['"kep": expected swap or keep, or a command; help lists them; did you mean keep?']);
  expect(game.type('resing')[0]).toContain('did you mean resign?');
  game.type('keep');
  expect(game.type('kep')[0]).toMatch(/^"kep": expected a point such as H8 or 8 8, or a command/);
});

test('a player who changes colors keeps the clock, and gets it back if that is undone', () => {
  const game = new Driver('--opening', 'swap', '--human-vs-human', '--clock', '10');
  const clocks = () => /Time left: .*/.exec(game.picture)?.[0];
  for (const line of ['h8', 'h9', 'j8']) game.action = game.session.handle(line, 60_000);
  expect(clocks()).toBe('Time left: Black 7:00, White 10:00');
  game.action = game.session.handle('swap', 30_000);
  expect(clocks()).toBe('Time left: Black 9:30, White 7:00');
  game.action = game.session.handle('undo', 0);
  expect(clocks()).toBe('Time left: Black 7:00, White 9:30');
});

describe('--opening', () => {
  test.each([
    [['--opening', 'gomoku'], '--opening gomoku: expected swap1, swap, swap2, rif, soosorv-8 or taraguchi-10'],
    [['--opening', 'rif'], 'opening rif: freestyle, 15x15, expected renju'],
    [['--opening', 'swap2', '--moves', 'h8'], '--opening and --moves: expected only one of them'],
    [['--opening', 'swap2', '--size', '15x10'], 'opening swap2: a board of 15x10, expected a square one from 9'],
  ])('%j is rejected', (args, message) => {
    expect(() => readPlayRequest(args, () => 1)).toThrow(message);
  });

  /** The program itself, with everything that is typed. @returns its output */
  function play(args: readonly string[], ...lines: string[]): string {
    const { status, stdout, stderr } = tengen(['play', ...args], { input: lines, env: { LC_ALL: 'C.UTF-8' } });
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  }

  test('whole openings against the program', () => {
    const own = play(['--opening', 'swap', '--level', '1'], 'h8 i9 j10', 'moves', 'quit');
    expect(own).toMatch(/tengen (swaps and now plays Black|keeps White)\./);
    expect(own).toContain('The opening is over.');
    const two = play(['--opening', 'swap2', '--begins', 'engine', '--level', '1'], 'keep', 'quit');
    expect(two).toMatch(/tengen places [A-O]\d+, [A-O]\d+ and [A-O]\d+\./);
    expect(two).toContain('White: swap (take Black), keep or add');
    expect(two).toContain('The opening is over.');
    const renju = ['--rule', 'renju', '--begins', 'engine', '--level', '1', '--opening'];
    const soosorv = play([...renju, 'soosorv-8'], 'keep', 'hint', 'quit');
    expect(soosorv).toMatch(/Hint: tengen places [A-O]\d+\./);
  });

  test.each(['swap1', 'swap2', 'rif', 'soosorv-8', 'taraguchi-10'])('%s by the program alone', (name) => {
    const said = play(['--rule', 'renju', '--opening', name, '--engine-vs-engine', '--level', '1']);
    expect(said).toContain('The opening is over.');
  });
});

describe.skipIf(!HAS_PTY)('openings on a pseudo-terminal', () => {
  test('both sides of swap2, to the first move of the game', async () => {
    const args = ['play', '--opening', 'swap2', '--level', '1', '--seed', '5'];
    const pty = new Pty(args, { env: { NO_COLOR: '1' } });
    try {
      await pty.prompt(/^Black places stones 1 to 3 \(Black first\), anywhere: $/);
      await pty.type('h8');
      await pty.prompt(/^Black places stones 2 to 3 \(White first\), anywhere: $/);
      await pty.type('h9 c4');
      await pty.prompt(/^(White to move|Black to move|Black: swap \(take White\) or keep\?):? $/);
      if (pty.screen.beforeCursor.startsWith('Black: swap')) await pty.type('keep');
      await pty.prompt(/^(White|Black) to move: $/);
      expect(pty.screen.text).toContain('The opening is over.');
      await pty.type('quit');
      expect(await pty.exit).toBe(0);
    } finally {
      pty.kill();
    }
  });
});
