/**
 * The magnifier for small points: a finger that rests on the board shows the points under it, enlarged, above it, and
 * slides to the right one. Lifting the finger taps there; a second finger cancels. A finger that moves at once scrolls
 * the page.
 */
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { BLACK, type Color, EMPTY } from '../../core/color.ts';
import type { XY } from '../../core/point.ts';
import { at, lengthOf, STEP, STONE } from '../../records/notation/board-drawing.ts';
import { cellAt, type Position } from '../../rules/index.ts';

/** A finger that rests for this long, in ms, shows the magnifier; one that moves further before, in pixels, scrolls. */
const REST_MS = 180;
const SCROLLS_PX = 10;
/** Points shown on each side of the center one. */
const REACH = 2.2;

interface LensEvents {
  /** Whether the points are small, and one can be chosen. */
  readonly isWanted: () => boolean;
  /** Called with the point under the finger; null: the finger was lifted. */
  readonly onLook: (point: XY | null) => void;
  readonly onChosen: (point: XY) => void;
}

/** @param grid the element over the board, with a cell for each point */
export function useLens(grid: RefObject<HTMLElement | null>, { width, height }: Position, events: LensEvents) {
  const [point, setPoint] = useState<XY | null>(null);
  const shown = useRef<XY | null>(null);
  const finger = useRef<{ readonly id: number; readonly x: number; readonly y: number } | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  /** Whether the next click ends a slide, and is not a tap. */
  const isTaken = useRef(false);

  const show = (next: XY | null) => {
    if (next?.x === shown.current?.x && next?.y === shown.current?.y) return;
    shown.current = next;
    setPoint(next);
    events.onLook(next);
  };
  const pointAt = ({ clientX, clientY }: Pick<PointerEvent, 'clientX' | 'clientY'>): XY => {
    const box = grid.current!.getBoundingClientRect();
    const clamp = (share: number, points: number) => Math.min(points - 1, Math.max(0, Math.floor(share * points)));
    return {
      x: clamp((clientX - box.left) / box.width, width),
      y: clamp((clientY - box.top) / box.height, height),
    };
  };
  const giveUp = () => {
    clearTimeout(rest.current);
    finger.current = null;
    show(null);
  };
  useEffect(() => () => clearTimeout(rest.current), []);

  return {
    point,
    pointAt,
    isShown: () => shown.current !== null,
    /** @returns whether this click ended a slide, and is not a tap */
    tookClick: (): boolean => {
      const was = isTaken.current;
      isTaken.current = false;
      return was;
    },
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        isTaken.current = false;
        if (event.pointerType !== 'touch' || !events.isWanted()) return;
        if (finger.current !== null) {
          giveUp();
          return;
        }
        const { pointerId: id, clientX: x, clientY: y } = event;
        finger.current = { id, x, y };
        rest.current = setTimeout(() => show(pointAt(event)), REST_MS);
      },
      onPointerMove: (event: PointerEvent) => {
        const { current } = finger;
        if (current === null || event.pointerId !== current.id) return;
        if (shown.current !== null) show(pointAt(event));
        else if (Math.hypot(event.clientX - current.x, event.clientY - current.y) > SCROLLS_PX) giveUp();
      },
      onPointerUp: (event: PointerEvent) => {
        if (event.pointerId !== finger.current?.id) return;
        const chosen = shown.current;
        giveUp();
        if (chosen === null) return;
        isTaken.current = true;
        events.onChosen(chosen);
      },
      onPointerCancel: giveUp,
      // While the magnifier is shown, the page must not scroll, nor open a menu.
      onTouchMove: (event: TouchEvent) => shown.current !== null && event.preventDefault(),
      onContextMenu: (event: Event) => finger.current !== null && event.preventDefault(),
    },
  };
}

/** The drawing again, enlarged, above the point or, at the upper edge, below it. */
export function Lens(props: {
  readonly point: XY;
  readonly name: string;
  readonly position: Position;
  readonly color: Color | null;
}) {
  const { point, name, position, color } = props;
  const [x, y] = [at(point.x), at(point.y)];
  const reach = REACH * STEP;
  const isFree = color !== null && cellAt(position, point.x, point.y) === EMPTY;
  const place = {
    // Inside the edges, as it would make the page wider otherwise.
    left: `clamp(75px, ${((100 * x) / lengthOf(position.width)).toFixed(2)}%, 100% - 75px)`,
    top: `${((100 * y) / lengthOf(position.height)).toFixed(2)}%`,
  };
  return (
    <div class={point.y < 7 ? 'lens below' : 'lens'} style={place} aria-hidden="true">
      <svg viewBox={`${x - reach} ${y - reach} ${2 * reach} ${2 * reach}`} class="drawing" aria-hidden="true">
        <use href="#drawing" />
        {isFree && <circle class={color === BLACK ? 'lens-stone black' : 'lens-stone white'} cx={x} cy={y} r={STONE} />}
        <path class="lens-cross" d={`M${x - reach} ${y}h${2 * reach}M${x} ${y - reach}v${2 * reach}`} />
      </svg>
      <strong>{name}</strong>
    </div>
  );
}
