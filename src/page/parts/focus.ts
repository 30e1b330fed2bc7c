/** The focus for a part of the page that has just appeared. */
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
