/* What a manager is told about a search that runs, as much of it and as often as it has asked for. */
#ifndef TENGEN_REPORT_H
#define TENGEN_REPORT_H
#include "search.h"

/** How points are called in MESSAGE lines, and which lines there are. */
struct manner {
  int width, height;
  /** Yixin-Board has the row first; Rapfi's clients count rows from the top and have words of their own. */
  int is_yixin_board, is_rapfi_form;
  /** INFO show_detail: 1 REALTIME lines, 2 INFO lines, 3 both. */
  int show_detail;
};

void begin_report(const struct manner *manner);
void report_figures(int kind, const struct figures *figures, double elapsed_ms);
void report_root(int count, const int (*changes)[3]);
/** The last word of a search, unless it has been said. */
void report_result(const struct figures *figures, double elapsed_ms);
/** The same for a move that took no search. */
void report_fallback(int is_foul);
#endif
