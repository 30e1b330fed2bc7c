/** @returns a new id; not by crypto.randomUUID, which pages on plain http lack */
export function newId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}
