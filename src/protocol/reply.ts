/** Lines to send: none for INFO and END; for a command that starts a search they follow later. */
export type Reply = readonly string[];

export const NOTHING: Reply = [];
export const OK: Reply = ['OK'];
