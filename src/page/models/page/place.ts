/** Places of the page: what its address has after the #. */
import type { GameRef } from '../../shelf/library/search.ts';

/** Analysis and study show the same tree. */
export type Mode = 'play' | 'analyze' | 'study' | 'problems' | 'learn';
export const MODES: readonly Mode[] = ['play', 'analyze', 'study', 'problems', 'learn'];

const DIALOGS = ['new', 'share', 'help', 'settings', 'studies', 'library'] as const;
export type DialogName = (typeof DIALOGS)[number];

export interface PagePlace {
  readonly mode: Mode;
  /** Null: no dialog is open. */
  readonly dialog: DialogName | null;
  /** Id of a study, a problem or a lesson; empty: none. */
  readonly id: string;
  readonly game: GameRef | null;
  /** A game as in `share/link.ts`, with the #; empty: none. */
  readonly link: string;
}

/** @returns for instance `#study=4f1c&dialog=settings`; empty for a game that is being played */
export function addressOf({ mode, dialog, id, game, link }: PagePlace): string {
  const parts = link === '' || mode !== 'analyze' ? [id === '' ? mode : `${mode}=${encodeURIComponent(id)}`] : [];
  if (game !== null) parts.push(`game=${game.block}.${game.index}`);
  if (link !== '') parts.push(link.slice(1));
  if (dialog !== null) parts.push(`dialog=${dialog}`);
  const address = parts.join('&');
  return address === 'play' ? '' : `#${address}`;
}

/** @param address after the path, with the #; a part that is unknown is ignored */
export function placeOfAddress(address: string): PagePlace {
  const values = new URLSearchParams(address.slice(1));
  const named = MODES.find((mode) => values.has(mode));
  const [, block, index] = /^(.+)\.(\d+)$/.exec(values.get('game') ?? '') ?? [];
  const own: readonly string[] = [...MODES, 'game', 'dialog'];
  const others = address.slice(1).split('&');
  const link = values.has('v') ? `#${others.filter((part) => !own.includes(part.split('=')[0])).join('&')}` : '';
  return {
    mode: named ?? (link === '' ? 'play' : 'analyze'),
    dialog: DIALOGS.find((name) => name === values.get('dialog')) ?? null,
    id: named === undefined ? '' : (values.get(named) ?? ''),
    game: block === undefined ? null : { block, index: Number(index) },
    link,
  };
}
