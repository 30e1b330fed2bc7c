/* Tables that the build writes from TypeScript, see tools/native/host-tables.ts. */
#ifndef TENGEN_TABLES_H
#define TENGEN_TABLES_H
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-const-variable"
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "host-tables.h"
#endif
