/** The focus of a part of the page that has just appeared, and the scrolling of its boxes. */
import type { Ref } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** @returns a reference for an element that gets the focus when it appears */
export function useFocus<T extends HTMLElement>(isWanted = true): Ref<T> {
  const element = useRef<T>(null);
  useLayoutEffect(() => {
    if (isWanted) element.current?.focus();
  }, []);
  return element;
}

/**
 * Scrolls a box until an element inside it is visible. The page does not scroll: on a phone the board would move away.
 */
export function showInside(box: HTMLElement | null, selector: string): void {
  const item = box?.querySelector(selector) ?? null;
  if (box === null || item === null) return;
  const [outer, inner] = [box.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}
