/* The state of a search as the host sees it. */
#ifndef TENGEN_FIGURES_H
#define TENGEN_FIGURES_H
#include "tables.h"

/** One line of a search; points are those of the kernel's board. */
struct figures {
  int score, depth, sel_depth, line, lines, pv_length, best;
  double nodes;
  int pv[MAX_PV];
};
#endif
