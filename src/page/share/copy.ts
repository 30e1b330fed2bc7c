/**
 * Copies the text of a field. Browsers have no clipboard for pages over plain HTTP, such as those of a LAN address, but
 * still have the older command, which copies the selection.
 * @returns whether it was copied; if not, the text is selected, so that the user can copy it
 */
export async function copyFrom(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand('copy');
  }
}
