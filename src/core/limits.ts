/** Limits of a search that commands, protocol, page and kernel share. */

/** Most best lines of a search. */
export const MAX_LINES = 16;
/** Largest limit of nodes that a user may give. */
export const MAX_NODES = 1e12;
