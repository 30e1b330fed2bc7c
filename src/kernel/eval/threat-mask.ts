/** The threat mask: which classes of points the two sides have, as far as they matter to the side to move. */

/** Bits of the threat mask, for the side to move; each is set if there is a point of that class. */
export const THREAT_OTHER_FIVE = 1;
export const THREAT_OWN_STRAIGHT_FOUR = 2;
export const THREAT_OTHER_STRAIGHT_FOUR = 4;
export const THREAT_OWN_FOUR_PLUS = 8;
export const THREAT_OWN_FOUR = 16;
export const THREAT_OWN_THREE_PLUS = 32;
export const THREAT_OWN_THREE = 64;
export const THREAT_OTHER_FOUR_PLUS = 128;
export const THREAT_OTHER_FOUR = 256;
export const THREAT_OTHER_THREE_PLUS = 512;
export const THREAT_OTHER_THREE = 1024;
export const THREAT_MASKS = 2048;

/** Score of the mask in force: by (color to move - 1) * THREAT_MASKS + mask. */
export const threatValue = new Int32Array(2 * THREAT_MASKS);
