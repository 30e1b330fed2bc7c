/**
 * Marks on the board: the right button on a point, and arrows by a drag from point to point, with that button or, if
 * marks are the chosen tool, with a finger, the left button, or Shift+Enter and Enter.
 */
import { useRef, useState } from 'preact/hooks';
import { samePoint, type XY } from '../../core/point.ts';
import type { Arrow } from '../../play/review/marks.ts';

/** A finger that moves less, in pixels, taps. */
const TAPS_PX = 16;

interface Marking {
  readonly isTool: boolean;
  /** Called with a point twice, or with the two points of an arrow. Undefined: nothing can be marked. */
  readonly onMark: ((from: XY, to: XY) => void) | undefined;
  readonly pointAt: (event: PointerEvent) => XY;
  /** Whether the finger chooses a point under the magnifier. */
  readonly isBusy: () => boolean;
}

export function useMarking({ isTool, onMark, pointAt, isBusy }: Marking) {
  const [arrow, setArrow] = useState<Arrow | null>(null);
  const start = useRef({ button: 0, x: 0, y: 0 });
  const end = (to: XY): void => {
    setArrow(null);
    if (arrow !== null && !samePoint(arrow.from, to)) onMark?.(arrow.from, to);
  };
  return {
    arrow: arrow === null || samePoint(arrow.from, arrow.to) ? null : arrow,
    onPointerDown: (event: PointerEvent) => {
      const { button, clientX: x, clientY: y, isPrimary } = event;
      start.current = { button, x, y };
      const isWanted = onMark !== undefined && isPrimary && (button === 2 || (isTool && button === 0));
      const from = pointAt(event);
      setArrow(isWanted ? { from, to: from } : null);
    },
    onPointerMove: (event: PointerEvent) => {
      if (arrow === null) return;
      // The button may have been released outside the board.
      setArrow(event.buttons === 0 || isBusy() ? null : { from: arrow.from, to: pointAt(event) });
    },
    onPointerUp: (event: PointerEvent) => {
      if (arrow === null) return;
      const { button, x, y } = start.current;
      const to = pointAt(event);
      const isTap = event.pointerType === 'touch' && Math.hypot(event.clientX - x, event.clientY - y) < TAPS_PX;
      if (button === 2 && samePoint(arrow.from, to)) onMark?.(to, to);
      end(isTap ? arrow.from : to);
    },
    onPointerCancel: () => setArrow(null),
    onContextMenu: (event: Event) => {
      if (onMark !== undefined && (isTool || start.current.button === 2)) event.preventDefault();
    },
    /** @param focus the point of the keyboard @returns whether Enter begins or ends an arrow there */
    tookEnter: ({ shiftKey }: KeyboardEvent, focus: XY): boolean => {
      if (arrow !== null) end(focus);
      else if (isTool && shiftKey) setArrow({ from: focus, to: focus });
      else return false;
      return true;
    },
    /** @param focus the point that the keyboard moves to */
    follow: (focus: XY) => arrow !== null && setArrow({ from: arrow.from, to: focus }),
    cancel: () => setArrow(null),
  };
}
