/* What the manager learns about a running search: MESSAGE lines, and REALTIME and INFO lines if it asked for them. */
#ifndef TENGEN_REPORT_H
#define TENGEN_REPORT_H
#include "figures.h"

/** How MESSAGE lines name points, and which lines to send. */
struct manner {
  int width, height;
  /** Yixin-Board puts the row first. Clients of Rapfi count rows from the top and read MESSAGE lines of another form. */
  int is_yixin_board, is_rapfi_form;
  /** INFO show_detail: 1 REALTIME lines, 2 INFO lines, 3 both. */
  int show_detail;
};

/** The reports of one search. */
struct report {
  struct manner manner;
  double reported_at;
  /** Latest figures of each line of a search for several. */
  struct figures lines[MAX_LINES];
  uint8_t has_line[MAX_LINES];
  int has_lines;
  /** The last report without its times, to report nothing twice. */
  char reported[8192];
  /** By first move the longest line known, up to what is shown and one move more. */
  struct {
    uint8_t length;
    uint16_t points[SHOWN_MOVES + 1];
  } seen[CELLS];
};

void begin_report(struct report *report, const struct manner *manner);
void report_figures(struct report *report, int kind, const struct figures *figures, double elapsed_ms);
/** @param changes x, y and new state of root moves */
void report_root(const struct report *report, int count, const int (*changes)[3]);
/** Reports the result of a search, unless the last report already contains it. */
void report_result(struct report *report, const struct figures *figures, double elapsed_ms);
/** Ends the report of a move that no search has found. */
void report_fallback(const struct report *report, int is_foul);
#endif
