/** Lines to send; none for INFO and END, and none yet for a command that has the engine think. */
export type Reply = readonly string[];

export const NOTHING: Reply = [];
export const OK: Reply = ['OK'];
