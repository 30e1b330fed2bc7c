/*
 * The search, written by the lowering: one build of it. There are two in the program, for processors with AVX2 and for all
 * others, on the same arrays; -Dk_functions_made=NAME names what makes its functions.
 */
#define TENGEN_ARRAY extern
#include "search-declarations.h"

#include "search-code.h"
