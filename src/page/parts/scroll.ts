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
