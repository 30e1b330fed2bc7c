/** Variables of the environment that tengen reads. */

/** Not empty and not 0: a brain reads and writes no file that its manager names. */
export const NO_FILES_VARIABLE = 'TENGEN_NO_FILES';

/** The password of a fleet's Redis, where its address has none. */
export const REDIS_PASSWORD_VARIABLE = 'TENGEN_REDIS_PASSWORD';
