/** What a session requests from its caller: the next action, and what to show. */
import type { OpeningRequest } from '../../play/opening/player.ts';
import type { OpponentRequest } from '../../play/opponent/opponent.ts';
import type { GameState } from '../../play/state/game-state.ts';

/** The next action. The caller answers every action except `quit` by a call of the session. */
export type Action =
  /** Read a line, for {@link Session.handle}: a move, a command, or the answer to a question. */
  | { readonly kind: 'ask'; readonly prompt: string; readonly isQuestion: boolean }
  /** Find the engine's move, for {@link Session.moved}. */
  | { readonly kind: 'think'; readonly request: OpponentRequest }
  /**
   * Find an answer to a step of the opening: the engine's own, for {@link Session.decided}, or a hint, for
   * {@link Session.suggested}.
   */
  | { readonly kind: 'decide'; readonly request: OpeningRequest; readonly isHint: boolean }
  /** Analyze the position for the player, for {@link Session.advised}. */
  | { readonly kind: 'advise'; readonly game: GameState; readonly purpose: ActionPurpose }
  /** Write a file, for {@link Session.saved}; overwrite an existing one only if `replaces`. */
  | { readonly kind: 'save'; readonly path: string; readonly text: string; readonly replaces: boolean }
  /** Read a file, for {@link Session.loaded}. */
  | { readonly kind: 'load'; readonly path: string }
  | { readonly kind: 'quit' };

export type ActionPurpose = 'hint' | 'why';

/** What to show. */
export interface Output {
  /** The board has changed or was requested. */
  readonly showsBoard: boolean;
  /** Results of the last step, one paragraph each. */
  readonly messages: readonly string[];
}
