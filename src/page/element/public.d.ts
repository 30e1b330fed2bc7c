/** <tengen-board>: a board that shows, plays and analyzes games. Importing `tengen/board` defines the element. */

export type Side = 'black' | 'white';

/** Detail of the event `move`: a stone was played, by the visitor or by the engine. */
export interface MoveDetail {
  /** Its point, such as `h8`; columns from the left, rows from the bottom. */
  readonly move: string;
  readonly color: Side;
  readonly by: 'visitor' | 'engine';
  /** All moves since the first position, in the form of the attribute. */
  readonly moves: string;
}

/** Detail of the event `end`: the game is over, or the problem is solved. */
export interface EndDetail {
  readonly result: Side | 'draw' | 'solved';
  readonly reason: 'five' | 'foul' | 'full' | 'resigned' | 'time' | 'problem';
  readonly moves: string;
}

/** A candidate move. */
export interface AnalysisLine {
  /** The move and how the game would continue. */
  readonly moves: string;
  /** Win chance of the side to move, 0 to 1. */
  readonly winChance: number;
  /** Plies to a proven win of the side to move, negative for the other side; null if none is proven. */
  readonly winIn: number | null;
  readonly depth: number;
}

/** Detail of the event `analysis`, at most eight times a second. */
export interface AnalysisDetail {
  /** The moves to the position. */
  readonly moves: string;
  /** Best first. */
  readonly lines: readonly AnalysisLine[];
}

/** The attributes are described in docs/guide/board-element.md. Each is also a property. */
export interface TengenBoardElement extends HTMLElement {
  /** Reads the moves on the board, the visitor's and the engine's included. */
  moves: string;
  position: string;
  rule: string;
  size: string;
  engine: string;
  level: string;
  problem: string;
  orientation: string;
  /**
   * What is wrong with the attributes or the engine, in one line, which the board shows too; empty if nothing is.
   * Invalid attributes leave the board as it was.
   */
  readonly fault: string;
  /** Starts again from the position that the attributes describe. */
  restart(): void;
  /** Shows the position after this many moves. */
  goTo(moves: number): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'tengen-board': TengenBoardElement;
  }
  interface HTMLElementEventMap {
    move: CustomEvent<MoveDetail>;
    end: CustomEvent<EndDetail>;
    analysis: CustomEvent<AnalysisDetail>;
  }
}

/** The attributes of `<tengen-board>` in JSX, in addition to those of every element. */
export interface TengenBoardAttributes {
  moves?: string;
  position?: string;
  rule?: string | number;
  size?: string | number;
  engine?: 'off' | 'play' | 'analyze';
  level?: string | number;
  problem?: string;
  orientation?: string | number;
}

/** React 19 takes listeners of a custom element's events as properties. */
interface ReactListeners {
  onmove?: (event: CustomEvent<MoveDetail>) => void;
  onend?: (event: CustomEvent<EndDetail>) => void;
  onanalysis?: (event: CustomEvent<AnalysisDetail>) => void;
}

// Frameworks that are not installed have no types to add to; the comments silence the compiler about them.
// @ts-ignore
type ReactProps<E> = import('react').ClassAttributes<E> & import('react').HTMLAttributes<E>;
// @ts-ignore
type PreactProps<E> = import('preact').HTMLAttributes<E>;
// @ts-ignore
type SolidProps<E> = import('solid-js').JSX.HTMLAttributes<E>;

// @ts-ignore
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'tengen-board': TengenBoardAttributes & ReactListeners & ReactProps<TengenBoardElement>;
    }
  }
}
// @ts-ignore
declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'tengen-board': TengenBoardAttributes & PreactProps<TengenBoardElement>;
    }
  }
}
// @ts-ignore
declare module 'solid-js' {
  namespace JSX {
    interface IntrinsicElements {
      'tengen-board': TengenBoardAttributes & SolidProps<TengenBoardElement>;
    }
  }
}
