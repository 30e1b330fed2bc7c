/**
 * Scrolls a box so far that what is inside it can be seen. The page itself stays where it is: on a phone the board is
 * on it.
 */
export function showInside(box: HTMLElement | null, selector: string): void {
  const item = box?.querySelector(selector) ?? null;
  if (box === null || item === null) return;
  const [outer, inner] = [box.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) box.scrollTop += inner.bottom - outer.bottom;
}
