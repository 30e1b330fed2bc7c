/** A brain that does one thing wrong, and records everything that its manager does. */

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

/** Something that happened to the brain, one line of its record. */
export interface RecordedEvent {
  /** ms since its start. */
  readonly atMs: number;
  readonly kind: 'received' | 'sent' | 'end of input' | 'signal' | 'exit';
  readonly text: string;
  /** How a received line ended. */
  readonly end?: 'CR LF' | 'LF' | 'CR' | 'none';
}

/** What a brain needs from its process. */
export interface BrainHost {
  nowMs(): number;
  write(bytes: Uint8Array): void;
  record(event: RecordedEvent): void;
  after(ms: number, action: () => void): void;
  exit(code: number): void;
}

/** Delay of OK in ms, which shows whether the manager waits for it. */
const OK_MS = 300;
const DEFAULT_TURN_MS = 1000;
/** What is printed before a move. */
const LINES_BEFORE: Readonly<Partial<Record<Behavior, readonly string[]>>> = {
  talkative: ['MESSAGE one', 'DEBUG two', '', `MESSAGE ${'x'.repeat(5000)}`],
  bare: ['MESSAGE'],
  error: ['ERROR a text'],
};

export class ScriptedBrain {
  private pending = '';
  private afterCarriageReturn = false;
  private size = 15;
  private turnMs = DEFAULT_TURN_MS;
  private stones = new Map<number, 1 | 2>();
  private block: { readonly kind: 'BOARD' | 'SWAP2BOARD'; readonly lines: string[] } | null = null;
  private moves = 0;

  /** @param ms delay of a late answer @param at number of the move that goes wrong, from 1 */
  constructor(
    private readonly behavior: Behavior,
    private readonly ms: number,
    private readonly at: number,
    private readonly host: BrainHost,
  ) {
    if (behavior === 'banner') this.say('gomocup-check brain');
  }

  /** Takes input in pieces of any size; one character is one byte. */
  receive(text: string): void {
    for (const letter of text) {
      if (letter === '\n' && this.afterCarriageReturn) {
        this.afterCarriageReturn = false;
        this.take('CR LF');
        continue;
      }
      if (this.afterCarriageReturn) this.take('CR');
      this.afterCarriageReturn = letter === '\r';
      if (letter === '\n') this.take('LF');
      else if (letter !== '\r') this.pending += letter;
    }
  }

  /** The manager has closed the pipe. */
  endInput(): void {
    if (this.pending !== '') this.take('none');
    this.record('end of input', '');
    if (this.behavior !== 'ignores-end') this.leave(0);
  }

  signal(name: string): void {
    this.record('signal', name);
    this.leave(1);
  }

  private take(end: NonNullable<RecordedEvent['end']>): void {
    const line = this.pending;
    this.pending = '';
    this.host.record({ atMs: this.host.nowMs(), kind: 'received', text: line, end });
    if (this.block !== null && !/^\s*end\s*$/i.test(line)) this.takeBlockLine(line.trim());
    else this.obey(line.trim());
  }

  private takeBlockLine(line: string): void {
    const block = this.block!;
    if (!/^done$/i.test(line)) {
      block.lines.push(line);
      return;
    }
    this.block = null;
    const points = block.lines.map((text) => text.split(',').map(Number));
    if (block.kind === 'SWAP2BOARD') {
      this.say(points.length === 0 ? '7,7 8,7 9,9' : 'SWAP');
      return;
    }
    this.stones.clear();
    for (const [x, y, field] of points) this.stones.set(y * this.size + x, field === 1 ? 1 : 2);
    this.move();
  }

  private obey(line: string): void {
    const [word = '', ...rest] = line.split(/\s+/);
    const [x, y] = (rest[0] ?? '').split(',').map(Number);
    const command = word.toUpperCase();
    switch (command) {
      case 'START':
      case 'RESTART':
        if (command === 'START') this.size = Number(rest[0]);
        this.stones.clear();
        this.moves = 0;
        this.start();
        return;
      case 'INFO':
        if (/^timeout_turn$/i.test(rest[0] ?? '')) this.turnMs = Number(rest[1]);
        return;
      case 'ABOUT':
        if (this.behavior !== 'no-about')
          this.say(`name="${this.name()}", version="1", author="gomocup-check", country="-"`);
        return;
      case 'BEGIN':
        this.move();
        return;
      case 'TURN':
        this.stones.set(y * this.size + x, 2);
        this.move();
        return;
      case 'PLAY':
        this.play(y * this.size + x, `${x},${y}`);
        return;
      case 'TAKEBACK':
        this.stones.delete(y * this.size + x);
        this.say('OK');
        return;
      case 'BOARD':
      case 'SWAP2BOARD':
        this.block = { kind: command, lines: [] };
        return;
      case 'END':
        if (this.behavior !== 'ignores-end') this.leave(0);
        return;
      default:
        if (word !== '') this.say(`UNKNOWN ${word.slice(0, 40)}`);
    }
  }

  private start(): void {
    if (this.behavior === 'no-ok') return;
    if (this.behavior === 'refuses') this.say('ERROR unsupported board size');
    else if (this.behavior === 'lower-ok') this.say('ok');
    else this.host.after(this.behavior === 'late-ok' ? this.ms : OK_MS, () => this.say('OK'));
    if (this.behavior === 'early') this.host.after(2 * OK_MS, () => this.say('0,0'));
  }

  private name(): string {
    return this.hasAccents() ? 'Piškvorky é' : `check-${this.behavior}`;
  }

  private hasAccents(): boolean {
    return this.behavior === 'utf8' || this.behavior === 'cp1252';
  }

  private move(): void {
    this.moves++;
    const point = this.choose();
    const text = this.pointText(point);
    const play = (said: string) => this.play(point, said);
    if (this.hasAccents()) this.say('MESSAGE é – š');
    if (this.moves !== this.at) {
      play(text);
      return;
    }
    for (const line of LINES_BEFORE[this.behavior] ?? []) this.say(line);
    switch (this.behavior) {
      case 'late':
        this.host.after(this.turnMs + this.ms, () => play(text));
        return;
      case 'silent':
        return;
      case 'dies':
        this.leave(3);
        return;
      case 'twice':
        play(text);
        this.say(text);
        return;
      case 'suggest':
        this.say(`SUGGEST ${text}`);
        return;
      case 'blanks':
        play(` ${text.replace(',', ' , ')} `);
        return;
      case 'occupied':
        this.say(this.pointText([...this.stones.keys()][0] ?? point));
        return;
      case 'off-board':
        this.say(`${this.size},0`);
        return;
      default:
        play(text);
    }
  }

  private play(point: number, said: string): void {
    this.stones.set(point, 1);
    this.say(said);
  }

  /**
   * @returns a free point of the brain's own color in a pattern without three in a row of one color, so that two such
   * brains fill the board; any free point if there is none
   */
  private choose(): number {
    const own = this.stones.size % 2;
    const points = Array.from({ length: this.size * this.size }, (_, i) => i).filter((i) => !this.stones.has(i));
    const isOwn = (i: number) => (((i % this.size) >> 1) + Math.floor(i / this.size)) % 2 === own;
    return points.find(isOwn) ?? points[0] ?? 0;
  }

  private pointText(point: number): string {
    return `${point % this.size},${Math.floor(point / this.size)}`;
  }

  private say(line: string): void {
    this.record('sent', line);
    const end = this.behavior === 'crlf' ? '\r\n' : '\n';
    this.host.write(this.behavior === 'cp1252' ? codePage1252(line + end) : new TextEncoder().encode(line + end));
  }

  private record(kind: RecordedEvent['kind'], text: string): void {
    this.host.record({ atMs: this.host.nowMs(), kind, text });
  }

  private leave(code: number): void {
    this.record('exit', String(code));
    this.host.exit(code);
  }
}

/** The bytes of the few letters that the brain uses. */
function codePage1252(text: string): Uint8Array {
  const codes: Readonly<Record<string, number>> = { š: 0x9a, '–': 0x96 };
  return Uint8Array.from([...text].map((letter) => codes[letter] ?? letter.charCodeAt(0)));
}
