/** The moves of a game, two per row. */
import { useEffect, useRef } from 'preact/hooks';
import { labelOf, type Ply } from '../../play/state/notation.ts';
import type { Speech } from '../lang/speech.ts';
import { Button } from './controls.tsx';
import { showInside } from './focus.ts';

interface MoveListProps {
  readonly speech: Speech;
  readonly plies: readonly Ply[];
  readonly height: number;
  /** Number of moves on the board. */
  readonly current: number;
  /** @returns the mark after a move that shows how bad it was; null: none */
  readonly remarkOf?: (ply: number) => string | null;
  /** If undefined, the moves are plain text. */
  readonly onGo?: (plies: number) => void;
}

export function MoveList({ speech, plies, height, current, remarkOf, onGo }: MoveListProps) {
  const { say } = speech;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    showInside(list.current, '.now');
  }, [current, plies.length]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
    <div class="moves" ref={list} tabIndex={0} role="group" aria-label={say('moves')}>
      {plies.length === 0 && <p class="hint-text">{say('noMoves')}</p>}
      {plies.map((ply, i) => {
        const remark = remarkOf?.(i) ?? '';
        const text = `${ply === null ? '–' : labelOf(ply, height)}${remark === null ? '' : remark}`;
        const name = `${i + 1 === current ? 'now' : i >= current ? 'later' : ''} ${remark ? 'blunder' : ''}`;
        return (
          <span key={i} class="move">
            <small>{i + 1}</small>
            {onGo === undefined ? (
              <span class={name}>{text}</span>
            ) : (
              <Button text={text} class={name} onClick={() => onGo(i + 1)} />
            )}
          </span>
        );
      })}
    </div>
  );
}
