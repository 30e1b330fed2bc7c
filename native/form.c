/*
 * The lowered search, compiled twice into the program: for processors with AVX2 and for all others, over the same shared
 * arrays. -Dk_functions_made=NAME names the constructor of its function table. With -DDEFAULT_PARAMETERS its parameters
 * are constants.
 */
#define TENGEN_ARRAY extern
#include "search-declarations.h"

#ifdef DEFAULT_PARAMETERS
#include "search-parameters.h"
#endif
#include "search-code.h"
