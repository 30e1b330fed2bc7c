/** A terminal in the test: the state of a screen of a given size after escape sequences. */

/** One escape sequence, or the beginning of one. */
const SEQUENCE = /^\x1b\[([?\d;]*)([@-~])/;

export class Screen {
  readonly columns: number;
  readonly rows: number;
  private cells: string[][];
  private x = 0;
  private y = 0;
  private pending = '';

  constructor(columns: number, rows: number) {
    this.columns = columns;
    this.rows = rows;
    this.cells = Array.from({ length: rows }, () => this.emptyRow());
  }

  /** The visible text, without trailing blanks and trailing empty lines. */
  get text(): string {
    return this.cells
      .map((row) => row.join('').trimEnd())
      .join('\n')
      .trimEnd();
  }

  /** The line of the cursor, up to the cursor. */
  get beforeCursor(): string {
    return this.cells[this.y].slice(0, this.x).join('');
  }

  /** @throws Error for an unknown sequence */
  write(text: string): void {
    let rest = this.pending + text;
    this.pending = '';
    while (rest !== '') {
      const sequence = SEQUENCE.exec(rest);
      if (sequence !== null) {
        this.obey(sequence[1], sequence[2]);
        rest = rest.slice(sequence[0].length);
      } else if (rest[0] === '\x1b') {
        if (rest.length > 40) throw new Error(`escape sequence ${JSON.stringify(rest.slice(0, 40))}`);
        this.pending = rest;
        return;
      } else {
        this.put(rest[0]);
        rest = rest.slice(1);
      }
    }
  }

  private put(symbol: string): void {
    if (symbol === '\r') this.x = 0;
    else if (symbol === '\n') this.down();
    else if (symbol === '\b') this.x = Math.max(0, this.x - 1);
    else if (symbol >= ' ') {
      if (this.x === this.columns) {
        this.x = 0;
        this.down();
      }
      this.cells[this.y][this.x++] = symbol;
    }
  }

  private down(): void {
    if (this.y < this.rows - 1) {
      this.y++;
      return;
    }
    this.cells.shift();
    this.cells.push(this.emptyRow());
  }

  private obey(parameters: string, letter: string): void {
    const [first, second] = parameters.split(';').map(Number);
    const step = first || 1;
    const moves: Readonly<Record<string, () => void>> = {
      A: () => this.go(this.x, this.y - step),
      B: () => this.go(this.x, this.y + step),
      C: () => this.go(this.x + step, this.y),
      D: () => this.go(this.x - step, this.y),
      G: () => this.go(step - 1, this.y),
      H: () => this.go((second || 1) - 1, step - 1),
      J: () => this.clearDown(first === 2 ? 0 : this.y, first === 2 ? 0 : this.x),
      K: () => this.cells[this.y].fill(' ', this.x),
      m: () => {},
    };
    const move = moves[letter];
    if (move === undefined) throw new Error(`escape sequence ESC [ ${parameters} ${letter}`);
    move();
  }

  private go(x: number, y: number): void {
    this.x = Math.min(Math.max(x, 0), this.columns - 1);
    this.y = Math.min(Math.max(y, 0), this.rows - 1);
  }

  private clearDown(y: number, x: number): void {
    this.cells[y].fill(' ', x);
    for (let below = y + 1; below < this.rows; below++) this.cells[below] = this.emptyRow();
  }

  private emptyRow(): string[] {
    return Array<string>(this.columns).fill(' ');
  }
}
