import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SetupDialog } from '../../../../src/cli/play/dialog.ts';
import { layOut } from '../../../../src/cli/play/layout.ts';
import { type Action, PlaySession } from '../../../../src/cli/play/session.ts';
import { type PlaySettings, readPlayRequest } from '../../../../src/cli/play/settings.ts';
import { UserError } from '../../../../src/core/errors.ts';
import type { XY } from '../../../../src/core/point.ts';
import type { SearchFigures } from '../../../../src/engine/api.ts';
import { levelText } from '../../../../src/play/opponent/levels.ts';
import { readPoint } from '../../../../src/play/state/notation.ts';

const LOOK = { charset: 'ascii', colors: 0, columns: 80 } as const;
const DATE = '2026-11-21T12:00:00.000Z';

/** A session driven by lines, in which the test plays the engine. */
class Driver {
  readonly session: PlaySession;
  action: Action;
  messages: readonly string[] = [];

  constructor(...args: string[]) {
    const { settings, plies } = readPlayRequest(args, () => 1);
    this.session = new PlaySession(settings, plies, () => DATE);
    this.action = this.session.start();
    this.messages = this.session.takeOutput().messages;
  }

  /** @returns the output for these lines */
  type(...lines: string[]): string[] {
    const said: string[] = [];
    for (const line of lines) {
      expect(this.action.kind).toBe('ask');
      said.push(...this.lines(this.session.handle(line)));
    }
    return said;
  }

  engine(name: string): string[] {
    expect(this.action.kind).toBe('think');
    return this.lines(this.session.moved({ move: this.point(name), figures: null }));
  }

  take(step: (session: PlaySession) => Action): string[] {
    return this.lines(step(this.session));
  }

  get record(): string {
    return this.type('moves').join('\n');
  }

  get board(): string {
    return layOut(this.session.frame(LOOK), [], LOOK, null).join('\n');
  }

  point(name: string): XY {
    return readPoint(name, this.session.game.variant)!;
  }

  private lines(action: Action): string[] {
    this.action = action;
    const { messages } = this.session.takeOutput();
    return [...messages];
  }
}

const figures: SearchFigures = {
  score: 35,
  winIn: null,
  depth: 7,
  selDepth: 9,
  nodes: 1000,
  elapsedMs: 5,
  pv: [
    { x: 8, y: 6 },
    { x: 9, y: 6 },
  ],
};

describe('a game against the engine', () => {
  test('turns alternate, until five in a row', () => {
    const game = new Driver('--level', '3');
    expect(game.action).toMatchObject({ kind: 'ask', prompt: 'Black to move: ' });
    game.type('h8');
    expect(game.action).toMatchObject({ kind: 'think', request: { level: { number: 3 }, timeMs: null, seed: 1 } });
    expect(game.engine('a1')).toEqual(['tengen plays A1.']);
    for (const [own, answer] of [
      ['8 9', 'a2'],
      ['H10', 'a3'],
      ['h11', 'a4'],
    ]) {
      game.type(own);
      game.engine(answer);
    }
    expect(game.type('h12')).toEqual([
      'You (Black) win with 5 in a row after 9 moves.',
      'Record: H8 A1 H9 A2 H10 A3 H11 A4 H12',
    ]);
    expect(game.board).toContain('12 . . . + . . .(#). . . + . . .');
    expect(game.action).toEqual({ kind: 'ask', prompt: 'Play again? (y/n) ', isQuestion: true });
    expect(game.type('why')).toEqual(['why: the game is over; enter y, n, undo, new or quit']);
    expect(game.type('y')).toEqual(['New game.', 'Random seed 2 (replay with --seed 2).']);
    expect(game.record).toBe('(no moves yet)');
    game.type('quit');
    expect(game.action).toEqual({ kind: 'quit' });
  });

  test('a lost game and a draw', () => {
    const lost = new Driver('--begins', 'engine', '--size', '3');
    expect(lost.engine('b2')).toEqual(['tengen plays B2.']);
    lost.type('a1');
    lost.engine('b3');
    lost.type('c1');
    expect(lost.engine('b1')).toEqual([
      'tengen plays B1.',
      'tengen (Black) wins with 3 in a row after 5 moves.',
      'Record: B2 A1 B3 C1 B1',
    ]);
    lost.type('n');
    expect(lost.action.kind).toBe('quit');
    const drawn = new Driver('--human-vs-human', '--size', '3');
    expect(drawn.type('b2 a1 c1 a3 a2 c2 b1 b3 c3')).toEqual([
      '9 moves played.',
      'Drawn after 9 moves: the board is full.',
      'Record: B2 A1 C1 A3 A2 C2 B1 B3 C3',
    ]);
  });

  test('undo also reverts the answer, redo plays both again', () => {
    const game = new Driver();
    game.type('h8');
    game.engine('i9');
    game.type('j10');
    game.engine('k11');
    expect(game.type('undo')).toEqual(['Undone: J10 K11.']);
    expect(game.type('undo')).toEqual(['Undone: H8 I9.']);
    expect(game.type('undo')).toEqual(['undo: there is no move of yours to undo']);
    expect(game.type('redo')).toEqual(['Redone: H8 I9.']);
    expect(game.type('redo')).toEqual(['Redone: J10 K11.']);
    expect(game.type('redo')).toEqual(['redo: there is nothing to redo']);
    game.type('undo', 'a1');
    game.engine('a2');
    expect(game.type('redo')).toEqual(['redo: there is nothing to redo']);
    expect(game.record).toBe('H8 I9 A1 A2');
  });

  test('the engine’s first move cannot be undone', () => {
    const game = new Driver('--begins', 'engine');
    game.engine('h8');
    expect(game.type('undo')).toEqual(['undo: there is no move of yours to undo']);
    game.type('i9');
    game.engine('j10');
    expect(game.type('undo')).toEqual(['Undone: I9 J10.']);
    expect(game.record).toBe('H8');
  });

  test('a win and a resignation can be undone', () => {
    const game = new Driver('--moves', 'a1 a15 b1 b15 c1 c15 d1 d15');
    game.type('e1');
    expect(game.type('undo')).toEqual(['Undone: E1.']);
    expect(game.type('resign')[0]).toBe('tengen (White) wins after 8 moves: Black resigned.');
    expect(game.type('undo')).toEqual(['The game continues.']);
    expect(game.record).toBe('A1 A15 B1 B15 C1 C15 D1 D15');
    expect(game.action).toMatchObject({ kind: 'ask', prompt: 'Black to move: ' });
  });

  test('swap, level and time', () => {
    const game = new Driver();
    expect(game.type('swap')).toEqual(['You now play White.']);
    expect(game.action).toMatchObject({ kind: 'think', request: { timeMs: null } });
    game.engine('h8');
    expect(game.type('level 9', 'time 2.5')).toEqual([`${levelText(9)}.`, '2.5 s per move.']);
    game.type('i9');
    expect(game.action).toMatchObject({ kind: 'think', request: { level: { number: 9 }, timeMs: 2500 } });
    expect(game.board).toContain('freestyle, 15x15: Black X tengen level 9, White O you');
    game.engine('a1');
    expect(game.type('time off')).toEqual(['No time limit.']);
  });

  test('hint and why', () => {
    const game = new Driver('--moves', 'h8 i9');
    game.type('hint');
    expect(game.action).toMatchObject({ kind: 'advise', purpose: 'hint' });
    expect(game.take((session) => session.advised('hint', figures))).toEqual(['Hint: I9 (score +35, depth 7).']);
    game.type('j10');
    game.action = game.session.moved({ move: game.point('a1'), figures });
    game.session.takeOutput();
    expect(game.take((session) => session.advised('why', { ...figures, score: -12 }))).toEqual([
      'White played A1, expecting I9 J9 (score +35).',
      'Best for Black: I9 J9 (score -12, depth 7).',
      'Black has no threats.',
      'White has no threats.',
    ]);
    const won = { ...figures, score: 29995, winIn: 5 };
    expect(game.take((session) => session.advised('hint', won))).toEqual(['Hint: I9 (wins in 3 moves, depth 7).']);
    game.type('undo');
    expect(game.take((session) => session.advised('why', figures))[0]).toMatch(/^Best for Black/);
  });

  test('the side that begins is random: both occur, and the seed determines it', () => {
    const kinds = Array.from({ length: 20 }, (_, seed) => {
      const { settings } = readPlayRequest(['--begins', 'random'], () => seed);
      return [0, 1].map(() => new PlaySession(settings, [], () => DATE).start().kind).join();
    });
    expect(new Set(kinds)).toEqual(new Set(['ask,ask', 'think,think']));
  });
});

describe('invalid input is reported with the expected form, and loses nothing', () => {
  test.each([
    ['h8', 'H8: already occupied by a black stone'],
    ['i9', 'I9: already occupied by a white stone'],
    ['p1', 'P1: off the board, expected a column from A to O and a row from 1 to 15'],
    ['hx', '"hx": expected a point such as H8 or 8 8, or a command; help lists them'],
    ['a1 b1 h8 c1', 'H8: already occupied by a black stone; nothing was played'],
    ['moves a1 a1', 'A1: already occupied by a black stone; nothing was played'],
    ['moves nonsense', '"moves nonsense": expected points such as moves H8 J10'],
    ['black', '"black ": expected points such as black H8 J10'],
    ['undo 3', '"undo 3": expected undo without arguments'],
    ['level 11', 'level 11: expected a whole number from 1 to 10'],
    ['level', 'level "": expected a whole number from 1 to 10'],
    ['time soon', 'time soon: expected seconds per move, such as 2 or 0.5, or off'],
    ['save game', '"save game": expected a file name that ends in .psq or .sgf'],
    ['load', '"load ": expected a file name that ends in .psq or .sgf'],
    ['forbidden', 'forbidden: only renju and omok have forbidden moves; this game is freestyle, 15x15'],
    ['y', '"y": there is no question to answer, expected a move or a command'],
  ])('%j', (line, message) => {
    const game = new Driver('--moves', 'h8 i9');
    expect(game.type(line)).toEqual([message]);
    expect(game.record).toBe('H8 I9');
    expect(game.action.kind).toBe('ask');
  });

  test('an empty line says nothing', () => expect(new Driver().type('', '   ')).toEqual([]));

  test('moves after the end of the game', () => {
    const game = new Driver('--human-vs-human', '--size', '3', '--moves', 'a1 b1 a2 b2 a3');
    expect(game.messages).toContain('Black wins with 3 in a row after 5 moves.');
    expect(game.type('c3')).toEqual(['a move: the game is over; enter y, n, undo, new or quit']);
  });
});

describe('records', () => {
  test('the output of moves can be pasted back, in both forms', () => {
    const first = new Driver('--human-vs-human');
    first.type('h8', 'j10', 'j9', 'i8');
    const { record } = first;
    expect(record).toBe('H8 J10 J9 I8');
    expect(new Driver('--human-vs-human', '--moves', record).record).toBe(record);
    const typed = new Driver('--human-vs-human');
    typed.type(record);
    expect(typed.record).toBe(record);
    typed.type('a1', `moves ${record}`);
    expect(typed.record).toBe(record);
  });

  test('an abandoned game is not lost', () => {
    const game = new Driver('--human-vs-human', '--moves', 'h8 i9 j10');
    expect(game.type('new')[0]).toBe('Previous game: H8 I9 J10');
    game.type('a1');
    expect(game.type('moves c3 d4')).toEqual(['Previous game: A1', 'Set up 2 turns.']);
  });
});

describe('renju', () => {
  /** Black may not play J8. */
  const SHAPE = 'black H8 J10 J9 I8';

  test('a forbidden point is explained and must be confirmed', () => {
    const game = new Driver('--rule', 'renju');
    game.type(SHAPE);
    expect(game.type('j8')).toEqual([
      'J8: double-three',
      '  three: H8 I8 J8, straight four at G8 or K8',
      '  three: J10 J9 J8, straight four at J11 or J7',
    ]);
    expect(game.action).toEqual({
      kind: 'ask',
      prompt: 'J8 is forbidden to Black and loses. Play it anyway? (y/n) ',
      isQuestion: true,
    });
    expect(game.type('n')).toEqual([]);
    expect(game.action).toMatchObject({ prompt: 'Black to move: ' });
    game.type('j8');
    expect(game.type('y')[0]).toBe('tengen (White) wins after 5 moves: Black played a forbidden move.');
  });

  test('another move may be typed instead of an answer', () => {
    const game = new Driver('--rule', 'renju');
    game.type(SHAPE, 'j8', 'a1');
    expect(game.action.kind).toBe('think');
    expect(game.session.game.plies.at(-1)).toEqual(game.point('a1'));
  });

  test('White may play there', () => {
    const game = new Driver('--rule', 'renju', '--human-vs-human');
    game.type(SHAPE, 'a1', 'j8');
    expect(game.session.game.end).toBe(null);
  });

  test('marks always, on request, or never', () => {
    const marked = / 8 .*3/;
    const game = new Driver('--rule', 'renju', '--black', 'H8 J10 J9 I8', '--forbidden', 'off');
    expect(game.board).not.toMatch(marked);
    expect(game.type('forbidden')).toEqual([
      'Forbidden to Black: J8.',
      'J8: double-three',
      '  three: H8 I8 J8, straight four at G8 or K8',
      '  three: J10 J9 J8, straight four at J11 or J7',
    ]);
    expect(game.board).toMatch(marked);
    game.type('moves');
    expect(game.board).not.toMatch(marked);
    game.type('forbidden on', 'moves');
    expect(game.board).toMatch(marked);
    game.type('forbidden off');
    expect(game.board).not.toMatch(marked);
    expect(new Driver('--rule', 'renju').type('forbidden')).toEqual(['No point is forbidden to Black.']);
  });

  interface Picture {
    readonly name: string;
    readonly source: string;
    readonly forbidden: readonly string[];
  }
  const file = new URL('../../../data/tutorial-forbidden.json', import.meta.url);
  const pictures: Picture[] = JSON.parse(readFileSync(file, 'utf8'));
  const named = pictures.map((picture) => [picture.name, picture] as const);

  /** Names of the points with a mark. */
  function markedOn(game: Driver): string[] {
    return game.session
      .frame(LOOK)
      .board.slice(0, 15)
      .flatMap((line, y) =>
        [...line.slice(3)].flatMap((symbol, at) =>
          /[346]/.test(symbol) ? [`${String.fromCharCode(97 + at / 2)}${15 - y}`] : [],
        ),
      );
  }

  test.each(named)('text-book picture: %s', (_, { source, forbidden }) => {
    expect(markedOn(new Driver('--rule', 'renju', '--black', source))).toEqual(forbidden);
    const game = new Driver('--rule', 'renju');
    game.type(`black ${source}`);
    expect(markedOn(game)).toEqual(forbidden);
  });

  test.each(named)('pasted unchanged: %s', (_, { source, forbidden }) => {
    const game = new Driver('--rule', 'renju', '--human-vs-human');
    const told = game.type(source).join('\n');
    expect(game.record).toBe(source);
    const [, ...atStart] = new Driver('--rule', 'renju', '--human-vs-human', '--moves', source).messages;
    expect(atStart).toEqual(told.split('\n').slice(1));
    expect([...told.matchAll(/([A-O]\d+) \((?:double|over)/g)].map(([, name]) => name.toLowerCase())).toEqual(
      forbidden,
    );
  });
});

describe('files', () => {
  const saved = (game: Driver, path: string): string => {
    game.type(`save ${path}`);
    expect(game.action).toMatchObject({ kind: 'save', path, replaces: false });
    const { text } = game.action as Extract<Action, { kind: 'save' }>;
    expect(game.take((session) => session.saved(path, false, text))[0]).toBe(`Saved as ${path}.`);
    return text;
  };

  test.each(['game.psq', 'game.sgf'])('%s: rule, size, moves and sides are restored', (path) => {
    const game = new Driver('--rule', 'renju', '--size', '13', '--begins', 'engine', '--moves', 'g7 h8 a1 b2');
    game.engine('c3');
    const text = saved(game, path);
    const other = new Driver();
    other.type('h8');
    other.engine('h9');
    other.type(`load ${path}`);
    expect(other.action).toEqual({ kind: 'load', path });
    expect(other.take((session) => session.loaded(path, text))).toEqual([
      'Previous game: H8 H9',
      `Loaded ${path}: 5 moves.`,
    ]);
    expect(other.record).toBe('G7 H8 A1 B2 C3');
    expect(other.board).toContain('renju, 13x13: Black X tengen level 5, White O you');
    expect(other.action).toMatchObject({ kind: 'ask', prompt: 'White to move: ' });
  });

  test('an existing file is replaced only after a question', () => {
    const game = new Driver('--moves', 'h8 i9');
    game.type('save a.psq');
    game.take((session) => session.saved('a.psq', true, 'text'));
    expect(game.action).toMatchObject({ prompt: 'a.psq already exists. Overwrite it? (y/n) ' });
    game.type('y');
    expect(game.action).toEqual({ kind: 'save', path: 'a.psq', text: 'text', replaces: true });
  });

  test('what files cannot store', () => {
    expect(new Driver('--size', '15x10').type('save a.psq')).toEqual([
      'save a.psq: board 15x10: expected a square board; sgf and svg have others',
    ]);
    expect(new Driver('--black', 'h8').type('save a.psq')).toEqual([
      'save a.psq: turn 2 is a pass: expected a stone; sgf and svg have passes',
    ]);
    const four = new Driver('--win', '4', '--moves', 'h8 i9');
    four.type('save a.psq');
    expect(four.take((session) => session.saved('a.psq', false, ''))).toEqual([
      'Saved as a.psq.',
      'The file format does not store the winning length; load it with --win 4.',
    ]);
  });

  test.each([
    ['a.sgf', 'nonsense', /^load a\.sgf: "nonsense": expected SGF/],
    ['a.psq', 'nonsense', /^load a\.psq: "nonsense": expected "Piskvorky/],
    ['a.psq', 'Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n8,8,0\r\n', /^load a\.psq: H8: already occupied by a black stone/],
    ['a.sgf', '(;GM[4]SZ[30];B[aa])', /^load a\.sgf: /],
  ])('%s with %j changes nothing', (path, text, message) => {
    const game = new Driver('--moves', 'h8 i9');
    expect(game.take((session) => session.loaded(path, text)).join('\n')).toMatch(message);
    expect(game.record).toBe('H8 I9');
  });
});

describe('engine against engine', () => {
  test('it moves for both, and lines may arrive at any time', () => {
    const game = new Driver('--engine-vs-engine');
    expect(game.engine('h8')).toEqual(['Black plays H8.']);
    expect(game.engine('i9')).toEqual(['White plays I9.']);
    expect(game.session.takesLinesAnyTime).toBe(true);
    expect(game.take((session) => session.handle('a1'))).toEqual([
      'A1: the engine plays both sides, expected a command',
    ]);
    expect(game.take((session) => session.handle('swap'))).toEqual([
      'swap: possible only in a game of a human against the engine',
    ]);
    expect(game.take((session) => session.handle('quit'))).toEqual(['Record: H8 I9']);
    expect(game.action.kind).toBe('quit');
  });
});

describe('the command line', () => {
  const read = (...args: string[]) => readPlayRequest(args, () => 5);

  test('without game options, the person is asked', () => {
    expect(read().asks).toBe(true);
    expect(read('--ascii', '--seed', '3').asks).toBe(true);
    expect(read('--rule', 'renju').asks).toBe(false);
  });

  test('defaults', () => {
    expect(read()).toMatchObject({
      settings: {
        variant: { width: 15, height: 15, rule: { code: 0, winLength: 5 } },
        players: 'human-vs-engine',
        begins: 'human',
        level: 5,
        timeMs: null,
        seed: 5,
      },
      plies: [],
      file: null,
    });
  });

  test.each([
    [['--rule', 'renju'], { rule: { code: 4 } }],
    [['--rule', 'exact'], { rule: { code: 1 } }],
    [['--rule', 'caro'], { rule: { code: 8 } }],
    [['--rule=9'], { rule: { code: 9 } }],
    [['--size', '3'], { width: 3, height: 3, rule: { winLength: 3 } }],
    [['--size', '7x6', '--win', '4'], { width: 7, height: 6, rule: { winLength: 4 } }],
  ])('%j', (args, variant) => expect(read(...args).settings.variant).toMatchObject(variant));

  test.each([
    [
      ['--rule', 'chess'],
      '--rule chess: expected freestyle, standard, renju, caro, caro-exact, omok or code 0, 1, 4, 8, 9 or 16',
    ],
    [['--size', '2'], '--size 2: expected a side from 3 to 22, or two such as 15x10'],
    [['--size', '15x23'], '--size 15x23: expected a side from 3 to 22, or two such as 15x10'],
    [['--win', '7'], '--win 7: expected a whole number from 3 to 6'],
    [['--win', '4', '--rule', 'renju'], 'win 4: expected 5, other lengths are possible only in freestyle'],
    [['--rule', 'caro', '--size', '4'], 'size 4x4: expected a side of at least 5 to make 5 in a row'],
    [['--begins', 'me'], '--begins me: expected human, engine or random'],
    [['--level', '0'], '--level 0: expected a whole number from 1 to 10'],
    [['--time', '0'], '--time 0: expected seconds per move, such as 2 or 0.5, or off'],
    [['--seed', 'x'], '--seed x: expected a whole number from 0 to 2147483647'],
    [['--moves', 'h8 and'], '--moves "h8 and": expected points such as "H8 J10"'],
    [['--moves', 'h8 q1'], 'Q1: off the board'],
    [['--moves', 'h8', '--black', 'h8'], '--moves and --black: expected only one of them'],
    [['--forbidden', 'maybe'], '--forbidden maybe: expected on or off'],
    [['--human-vs-human', '--engine-vs-engine'], '--human-vs-human and --engine-vs-engine: expected only one of them'],
    [['--fast'], '--fast: unknown option; see tengen play --help'],
    [['h8'], 'h8: unexpected argument; see tengen play --help'],
  ])('%j', (args, message) => expect(() => read(...args)).toThrow(message));
});

describe('the questions before a game', () => {
  const settings: PlaySettings = readPlayRequest([], () => 5).settings;

  function answered(...lines: string[]): SetupDialog {
    const dialog = new SetupDialog(settings);
    for (const line of lines) dialog.answer(line);
    return dialog;
  }

  test('Enter throughout gives the default game', () => {
    const dialog = answered('', '', '', '', '', '', '');
    expect(dialog.question).toBe(null);
    expect(dialog.settings).toEqual(settings);
  });

  test('each answer counts; questions that do not concern the rule are skipped', () => {
    const dialog = answered('renju', '13', 'rif', 'engine', '7', '2', '99');
    expect(dialog.question).toBe(null);
    expect(dialog.settings).toMatchObject({
      variant: { width: 13, height: 13, rule: { code: 4 } },
      opening: { name: 'rif' },
      begins: 'engine',
      level: 7,
      timeMs: 2000,
      seed: 99,
    });
    expect(answered('renju', '15', 'none', 'engine').settings.opening).toBe(null);
    expect(() => answered('renju', '15', 'swap3')).toThrow('opening swap3: expected swap1, swap, swap2, rif');
    expect(answered('renju', '7').question).toMatch(/^Who plays Black/);
    expect(answered('', '3').question).toBe('Stones in a row that win: 3 to 6 [3] ');
  });

  test('an invalid answer repeats the question', () => {
    const dialog = answered('renju');
    expect(() => dialog.answer('4')).toThrow(UserError);
    expect(() => dialog.answer('big')).toThrow('size big: expected a side from 3 to 22');
    expect(dialog.question).toMatch(/^Board/);
    dialog.answer('19');
    expect(dialog.settings.variant.width).toBe(19);
  });

  test.each(['h8', 'quit', 'help', 'H8 J10'])('%j instead of an answer begins the game', (line) => {
    const dialog = answered('renju', line);
    expect(dialog.question).toBe(null);
    expect(dialog.leftover).toBe(line);
    expect(dialog.settings.variant.rule.code).toBe(4);
  });
});

describe('clocks', () => {
  /** The part of the picture that names a clock. */
  function clocks(game: Driver): string | undefined {
    return game.session.frame(LOOK).text.find((line) => line.startsWith('Time'));
  }

  test('no clock in a pipe; the time used, if a player is timed', () => {
    const game = new Driver('--human-vs-human');
    game.type('h8');
    expect(clocks(game)).toBeUndefined();
    game.take((session) => session.handle('h9', 65_400));
    game.take((session) => session.handle('i8', 3_000));
    game.take((session) => session.handle('i9', 10_000));
    expect(clocks(game)).toBe('Time used: Black 0:03, White 1:15');
    game.type('new');
    expect(clocks(game)).toBeUndefined();
  });

  test('--clock counts down for both sides, the engine included, and a player who runs out of time loses', () => {
    const game = new Driver('--clock', '1.5', '--level', '3');
    expect(clocks(game)).toBe('Time left: Black 1:30, White 1:30');
    game.take((session) => session.handle('h8', 29_500));
    expect(game.action).toMatchObject({ kind: 'think', request: { timeMs: 90_000 / 20 } });
    game.take((session) => session.moved({ move: game.point('H9'), figures: null }, 1_000));
    expect(clocks(game)).toBe('Time left: Black 1:00, White 1:29');
    const said = game.take((session) => session.handle('i8', 60_600));
    expect(said.join(' ')).toBe('tengen (White) wins after 2 moves: Black ran out of time. Record: H8 H9');
    expect(clocks(game)).toBe('Time left: Black 0:00, White 1:29');
    game.type('undo');
    expect(game.session.game.end).toBe(null);
    expect(clocks(game)).toBe('Time left: Black 1:30, White 1:30');
  });

  test('a question stops the clock, and --time applies as well', () => {
    const game = new Driver(
      '--rule',
      'renju',
      '--human-vs-human',
      '--clock',
      '10',
      '--moves',
      'H8 A1 J10 A2 J9 A3 I8 A4',
    );
    game.type('j8');
    game.take((session) => session.handle('n', 700_000));
    expect(clocks(game)).toBe('Time left: Black 10:00, White 10:00');
    const timed = new Driver('--clock', '10', '--time', '2', '--begins', 'engine');
    expect(timed.action).toMatchObject({ kind: 'think', request: { timeMs: 2_000 } });
  });
});

describe('leaving', () => {
  test('prints the record of an unfinished game, once', () => {
    const game = new Driver('--human-vs-human');
    game.type('h8');
    game.type('i9');
    expect(game.type('quit')).toEqual(['Record: H8 I9']);
    expect(game.action).toEqual({ kind: 'quit' });
    expect(new Driver('--human-vs-human').type('quit')).toEqual([]);
    const over = new Driver('--human-vs-human', '--moves', 'H8 I9');
    over.type('resign');
    expect(over.type('quit')).toEqual([]);
  });
});
