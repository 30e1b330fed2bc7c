#include "report.h"

#include <stdio.h>

#include "platform.h"
#include "reply.h"

enum { REALTIME = 1, DETAILS = 2 };

static int column(int point) { return (point & 31) - PAD; }
static int row(int point) { return (point >> 5) - PAD; }

static char *name(const struct manner *manner, char *at, int point) {
  const int x = column(point), y = row(point);
  if (manner->is_yixin_board) return at + sprintf(at, " %c%d", 'a' + y, manner->width - x);
  return at + sprintf(at, " %c%d", 'a' + x, manner->is_rapfi_form ? y + 1 : manner->height - y);
}

static int shown_moves(const struct figures *figures) {
  return figures->pv_length < SHOWN_MOVES ? figures->pv_length : SHOWN_MOVES;
}

static char *names(const struct manner *manner, char *at, const struct figures *figures) {
  for (int i = 0; i < shown_moves(figures); i++) at = name(manner, at, figures->pv[i]);
  return at;
}

struct score_text {
  char text[16];
};

static struct score_text score(const struct figures *figures) {
  struct score_text made;
  if (figures->score >= WIN_BOUND) sprintf(made.text, "+M%d", WIN - figures->score);
  else if (figures->score <= -WIN_BOUND) sprintf(made.text, "-M%d", WIN + figures->score);
  else sprintf(made.text, "%d", figures->score);
  return made;
}

static double rounded(double value) { return floor(value + 0.5); }

/** Whole numbers up to 9999, then thousands, then millions. */
static char *count(char *at, double number, const char *letters) {
  if (number < 10000) return at + sprintf(at, "%.0f", number);
  if (number < 10000000) return at + sprintf(at, "%.0f%c", rounded(number / 1e3), letters[0]);
  return at + sprintf(at, "%.0f%c", rounded(number / 1e6), letters[1]);
}

static void say_line(const struct manner *manner, const struct figures *figures, double elapsed_ms) {
  char text[600], *at = text + sprintf(text, "MESSAGE ");
  const double time = js_max(1, elapsed_ms);
  if (manner->is_rapfi_form) {
    at += sprintf(at, "depth %d-%d", figures->depth, figures->sel_depth);
    if (figures->lines > 1) at += sprintf(at, " multipv %d", figures->line + 1);
    at += sprintf(at, " ev %s n ", score(figures).text);
    at = count(at, figures->nodes, "KM");
    at += sprintf(at, " n/ms %.0f tm %.0f pv", rounded(figures->nodes / time), rounded(elapsed_ms));
  } else {
    if (figures->lines > 1) at += sprintf(at, "(%d) ", figures->line + 1);
    at += sprintf(at, "depth %d-%d ev %s n ", figures->depth, figures->sel_depth, score(figures).text);
    at = count(at, figures->nodes, "kM");
    at += sprintf(at, " n/s ");
    at = count(at, rounded(figures->nodes * 1000 / time), "kM");
    at += sprintf(at, " tm %.0f pv", rounded(elapsed_ms));
  }
  names(manner, at, figures);
  say("%s", text);
}

static void say_details(const struct figures *figures, double elapsed_ms) {
  char text[400], *at = text;
  const int is_win = figures->score >= WIN_BOUND, is_loss = figures->score <= -WIN_BOUND;
  const double rate = is_win ? 1 : is_loss ? 0 : 1 / (1 + exp(-(double)figures->score / SCORE_SCALE));
  say("INFO PV %d", figures->line);
  say("INFO NUMPV %d", figures->lines);
  say("INFO DEPTH %d", figures->depth);
  say("INFO SELDEPTH %d", figures->sel_depth);
  say("INFO NODES %.0f", figures->nodes);
  say("INFO TOTALNODES %.0f", figures->nodes);
  say("INFO TOTALTIME %.0f", rounded(elapsed_ms));
  say("INFO SPEED %.0f", rounded(figures->nodes * 1000 / js_max(1, elapsed_ms)));
  say("INFO EVAL %s", score(figures).text);
  say("INFO WINRATE %.4f", rate);
  for (int i = 0; i < shown_moves(figures); i++)
    at += sprintf(at, "%s%d,%d", i > 0 ? " " : "", column(figures->pv[i]), row(figures->pv[i]));
  *at = 0;
  say("INFO BESTLINE %s", text);
  say("INFO PV DONE");
}

static char *news_of(char *at, const struct figures *figures) {
  at += sprintf(at, "%d %d %s %.0f", figures->depth, figures->sel_depth, score(figures).text, figures->nodes);
  for (int i = 0; i < figures->pv_length && i <= SHOWN_MOVES; i++) at += sprintf(at, " %d", figures->pv[i]);
  return at + sprintf(at, "\n");
}

/** Writes all of a report but its times, which change even after the search has ended. */
static void news(const struct report *report, char *text, const struct figures *figures) {
  if (!report->has_lines) {
    news_of(text, figures);
    return;
  }
  for (int i = 0; i < MAX_LINES; i++)
    if (report->has_line[i]) text = news_of(text, &report->lines[i]);
}

static void say_news(struct report *report, const struct figures *figures, double elapsed_ms) {
  const struct manner *manner = &report->manner;
  const struct figures *lines[MAX_LINES] = {figures};
  int count = !report->has_lines;
  for (int i = 0; report->has_lines && i < MAX_LINES; i++)
    if (report->has_line[i]) lines[count++] = &report->lines[i];
  for (int i = 0; i < count; i++) say_line(manner, lines[i], elapsed_ms);
  if (manner->show_detail & REALTIME) {
    char text[400] = "";
    names(manner, text, lines[0]);
    say(TEXT_LINE_SCORE(lines[0]->score));
    say(TEXT_LINE_MOVES(text[0] == 0 ? "" : text + 1));
  }
  if (manner->show_detail & DETAILS)
    for (int i = 0; i < count; i++) say_details(lines[i], elapsed_ms);
  news(report, report->reported, figures);
}

/** Marks of moves being searched belong to one iteration, and are removed once the move is sent. */
static void wipe_marks(const struct report *report) {
  if (report->manner.show_detail & REALTIME) say(TEXT_WIPE_MARKS);
}

void begin_report(struct report *report, const struct manner *manner) {
  report->manner = *manner;
  report->reported_at = clock_ms();
  report->has_lines = 0;
  memset(report->has_line, 0, sizeof report->has_line);
  memset(report->seen, 0, sizeof report->seen);
  report->reported[0] = 0;
  wipe_marks(report);
}

/** @returns whether the known line of a move begins with this one */
static int is_known(const struct report *report, const struct figures *figures) {
  const int first = figures->pv[0], length = report->seen[first].length;
  for (int i = 0; i < figures->pv_length; i++)
    if (i >= length || report->seen[first].points[i] != figures->pv[i]) return 0;
  return 1;
}

static void note_line(struct report *report, const struct figures *figures) {
  if (is_known(report, figures)) return;
  const int first = figures->pv[0];
  const int length = figures->pv_length < SHOWN_MOVES + 1 ? figures->pv_length : SHOWN_MOVES + 1;
  report->seen[first].length = (uint8_t)length;
  for (int i = 0; i < length; i++) report->seen[first].points[i] = (uint16_t)figures->pv[i];
}

void report_figures(struct report *report, int kind, const struct figures *figures, double elapsed_ms) {
  if (figures->lines > 1 && figures->line < MAX_LINES) {
    report->lines[figures->line] = *figures;
    report->has_line[figures->line] = 1;
    report->has_lines = 1;
  }
  if (figures->pv_length == 0) return;
  note_line(report, figures);
  if (figures->line == 0) {
    if (kind != INFO_BEST_MOVE) wipe_marks(report);
    if (report->manner.show_detail & REALTIME)
      say(TEXT_MARK_BEST(column(figures->pv[0]), row(figures->pv[0])));
  }
  // Several lines are reported together, once the last of them is known.
  if (kind == INFO_BEST_MOVE || figures->line < figures->lines - 1) return;
  if (clock_ms() - report->reported_at < REPORT_PERIOD_MS) return;
  report->reported_at = clock_ms();
  say_news(report, figures, elapsed_ms);
}

void report_root(const struct report *report, int count, const int (*changes)[3]) {
  static const char *const words[] = {"", "POS", "DONE", "LOSE"};
  if (!(report->manner.show_detail & REALTIME)) return;
  for (int i = 0; i < count; i++)
    if (changes[i][2] >= 1 && changes[i][2] <= 3)
      say(TEXT_MARK_MOVE(words[changes[i][2]], changes[i][0], changes[i][1]));
}

void report_fallback(const struct report *report, int is_foul) {
  wipe_marks(report);
  if (is_foul) say(TEXT_ONLY_FOULS);
}

void report_result(struct report *report, const struct figures *figures, double elapsed_ms) {
  wipe_marks(report);
  if (figures->pv_length == 0) return;
  struct figures last = *figures;
  last.line = 0;
  last.lines = 1;
  // An iteration cut short often has only its first move. The line of a win is as long as the win.
  if (last.score < WIN_BOUND && last.score > -WIN_BOUND && is_known(report, &last)) {
    const int first = last.pv[0];
    last.pv_length = report->seen[first].length;
    for (int i = 0; i < last.pv_length; i++) last.pv[i] = report->seen[first].points[i];
  }
  char text[sizeof report->reported];
  news(report, text, &last);
  if (strcmp(text, report->reported) != 0) say_news(report, &last, elapsed_ms);
}
