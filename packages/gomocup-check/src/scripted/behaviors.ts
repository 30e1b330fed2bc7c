/** What a scripted brain can do wrong, to show how a manager reacts. */

export const BEHAVIORS = {
  sound: 'does nothing wrong, and fills the board without a row of five, so that two of them draw',
  'late-ok': 'answers START after --ms',
  'lower-ok': 'answers START with ok',
  'no-ok': 'never answers START',
  refuses: 'answers START with ERROR',
  'no-about': 'never answers ABOUT',
  utf8: 'has a name and messages in UTF-8',
  cp1252: 'has a name and messages in code page 1252',
  crlf: 'ends its lines with CR LF',
  banner: 'prints a line before the first command',
  late: 'moves --ms after its limit',
  early: 'prints its move before it is asked',
  twice: 'prints its move twice',
  silent: 'does not move',
  dies: 'exits with status 3 instead of moving',
  talkative: 'prints MESSAGE and DEBUG lines, empty ones and one of 5000 characters before its move',
  bare: 'prints MESSAGE without a text before its move',
  error: 'prints ERROR before its move',
  suggest: 'prints SUGGEST instead of its move, and answers PLAY',
  blanks: 'prints blanks around the numbers of its move',
  occupied: 'plays on an occupied point',
  'off-board': 'plays off the board',
  'ignores-end': 'does not exit at END',
} as const satisfies Readonly<Record<string, string>>;

export type Behavior = keyof typeof BEHAVIORS;

export const BEHAVIOR_NAMES = Object.keys(BEHAVIORS) as Behavior[];
