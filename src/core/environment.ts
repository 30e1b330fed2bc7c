/** If set to anything but 0 or empty, a brain reads and writes none of the files that its manager names. */
export const NO_FILES_VARIABLE = 'TENGEN_NO_FILES';

/** Form of the search: native, wasm or js; the best there is if unset. */
export const KERNEL_VARIABLE = 'TENGEN_KERNEL';

/** Password of a fleet's Redis if its address contains none. */
export const REDIS_PASSWORD_VARIABLE = 'TENGEN_REDIS_PASSWORD';

/** Token that clients of `tengen serve` have to send, if no file contains it. */
export const SERVE_TOKEN_VARIABLE = 'TENGEN_SERVE_TOKEN';
