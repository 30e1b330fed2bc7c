#include "report.h"

#include <stdio.h>

#include "brain.h"
#include "platform.h"

enum { REALTIME = 1, DETAILS = 2 };

static struct manner manner;
static double told_at;
/** Latest figures of each best line, when several are looked for. */
static struct figures lines[MAX_LINES];
static uint8_t has_line[MAX_LINES];
static int has_lines;
/** All of what was told last but the clock. */
static char told[8192];
/** By first move the last line that was told of it, as far as it is shown, and one more. */
static struct {
  uint8_t length;
  uint16_t points[SHOWN_MOVES + 1];
} seen[CELLS];

static int column(int point) { return (point & 31) - PAD; }
static int row(int point) { return (point >> 5) - PAD; }

static char *name(char *at, int point) {
  const int x = column(point), y = row(point);
  if (manner.is_yixin_board) return at + sprintf(at, " %c%d", 'a' + y, manner.width - x);
  return at + sprintf(at, " %c%d", 'a' + x, manner.is_rapfi_form ? y + 1 : manner.height - y);
}

static int shown_moves(const struct figures *figures) {
  return figures->pv_length < SHOWN_MOVES ? figures->pv_length : SHOWN_MOVES;
}

static char *names(char *at, const struct figures *figures) {
  for (int i = 0; i < shown_moves(figures); i++) at = name(at, figures->pv[i]);
  return at;
}

static const char *score(const struct figures *figures) {
  static char text[16];
  if (figures->score >= WIN_BOUND) sprintf(text, "+M%d", WIN - figures->score);
  else if (figures->score <= -WIN_BOUND) sprintf(text, "-M%d", WIN + figures->score);
  else sprintf(text, "%d", figures->score);
  return text;
}

static double rounded(double value) { return floor(value + 0.5); }

/** Whole numbers up to 9999, then thousands, then millions. */
static char *count(char *at, double number, const char *letters) {
  if (number < 10000) return at + sprintf(at, "%.0f", number);
  if (number < 10000000) return at + sprintf(at, "%.0f%c", rounded(number / 1e3), letters[0]);
  return at + sprintf(at, "%.0f%c", rounded(number / 1e6), letters[1]);
}

static void say_line(const struct figures *figures, double elapsed_ms) {
  char text[600], *at = text + sprintf(text, "MESSAGE ");
  const double time = js_max(1, elapsed_ms);
  if (manner.is_rapfi_form) {
    at += sprintf(at, "depth %d-%d", figures->depth, figures->sel_depth);
    if (figures->lines > 1) at += sprintf(at, " multipv %d", figures->line + 1);
    at += sprintf(at, " ev %s n ", score(figures));
    at = count(at, figures->nodes, "KM");
    at += sprintf(at, " n/ms %.0f tm %.0f pv", rounded(figures->nodes / time), rounded(elapsed_ms));
  } else {
    if (figures->lines > 1) at += sprintf(at, "(%d) ", figures->line + 1);
    at += sprintf(at, "depth %d-%d ev %s n ", figures->depth, figures->sel_depth, score(figures));
    at = count(at, figures->nodes, "kM");
    at += sprintf(at, " n/s ");
    at = count(at, rounded(figures->nodes * 1000 / time), "kM");
    at += sprintf(at, " tm %.0f pv", rounded(elapsed_ms));
  }
  names(at, figures);
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
  say("INFO EVAL %s", score(figures));
  say("INFO WINRATE %.4f", rate);
  for (int i = 0; i < shown_moves(figures); i++)
    at += sprintf(at, "%s%d,%d", i > 0 ? " " : "", column(figures->pv[i]), row(figures->pv[i]));
  *at = 0;
  say("INFO BESTLINE %s", text);
  say("INFO PV DONE");
}

static char *news_of(char *at, const struct figures *figures) {
  at += sprintf(at, "%d %d %s %.0f", figures->depth, figures->sel_depth, score(figures), figures->nodes);
  for (int i = 0; i < figures->pv_length && i <= SHOWN_MOVES; i++) at += sprintf(at, " %d", figures->pv[i]);
  return at + sprintf(at, "\n");
}

static void news(char *text, const struct figures *figures) {
  if (!has_lines) {
    news_of(text, figures);
    return;
  }
  for (int i = 0; i < MAX_LINES; i++)
    if (has_line[i]) text = news_of(text, &lines[i]);
}

static void tell_news(const struct figures *figures, double elapsed_ms) {
  const struct figures *first = figures;
  for (int i = MAX_LINES; has_lines && i-- > 0;)
    if (has_line[i]) first = &lines[i];
  for (int i = 0; i < MAX_LINES; i++)
    if (has_lines && has_line[i]) say_line(&lines[i], elapsed_ms);
  if (!has_lines) say_line(figures, elapsed_ms);
  if (manner.show_detail & REALTIME) {
    char text[400] = "";
    names(text, first);
    say("MESSAGE REALTIME VAL %d", first->score);
    say("MESSAGE REALTIME PV%s", text[0] ? text : " ");
  }
  if (manner.show_detail & DETAILS) {
    for (int i = 0; i < MAX_LINES; i++)
      if (has_lines && has_line[i]) say_details(&lines[i], elapsed_ms);
    if (!has_lines) say_details(figures, elapsed_ms);
  }
  news(told, figures);
}

/** Marks of moves being searched belong to one iteration, and to none once the move is there. */
static void wipe_marks(void) {
  if (manner.show_detail & REALTIME) say("MESSAGE REALTIME REFRESH");
}

void begin_report(const struct manner *wanted) {
  manner = *wanted;
  told_at = clock_ms();
  has_lines = 0;
  memset(has_line, 0, sizeof has_line);
  memset(seen, 0, sizeof seen);
  told[0] = 0;
  wipe_marks();
}

/** @returns whether the line that is known of a move goes on where this one ends */
static int is_continued(const struct figures *figures) {
  const int first = figures->pv[0], length = seen[first].length;
  for (int i = 0; i < figures->pv_length; i++)
    if (i >= length || seen[first].points[i] != figures->pv[i]) return 0;
  return 1;
}

static void note_line(const struct figures *figures) {
  if (is_continued(figures)) return;
  const int first = figures->pv[0];
  const int length = figures->pv_length < SHOWN_MOVES + 1 ? figures->pv_length : SHOWN_MOVES + 1;
  seen[first].length = (uint8_t)length;
  for (int i = 0; i < length; i++) seen[first].points[i] = (uint16_t)figures->pv[i];
}

void report_figures(int kind, const struct figures *figures, double elapsed_ms) {
  if (figures->lines > 1 && figures->line < MAX_LINES) {
    lines[figures->line] = *figures;
    has_line[figures->line] = 1;
    has_lines = 1;
  }
  if (figures->pv_length == 0) return;
  note_line(figures);
  if (figures->line == 0) {
    if (kind != INFO_BEST_MOVE) wipe_marks();
    if (manner.show_detail & REALTIME) say("MESSAGE REALTIME BEST %d,%d", column(figures->pv[0]), row(figures->pv[0]));
  }
  // Several lines are told together, when the last of them is there.
  if (clock_ms() - told_at < REPORT_PERIOD_MS || kind == INFO_BEST_MOVE || figures->line < figures->lines - 1) return;
  told_at = clock_ms();
  tell_news(figures, elapsed_ms);
}

void report_root(int count, const int (*changes)[3]) {
  static const char *const words[] = {"", "POS", "DONE", "LOSE"};
  if (!(manner.show_detail & REALTIME)) return;
  for (int i = 0; i < count; i++)
    if (changes[i][2] >= 1 && changes[i][2] <= 3)
      say("MESSAGE REALTIME %s %d,%d", words[changes[i][2]], changes[i][0], changes[i][1]);
}

void report_fallback(int is_foul) {
  wipe_marks();
  if (is_foul) say("MESSAGE every point left is forbidden to Black");
}

void report_result(const struct figures *figures, double elapsed_ms) {
  wipe_marks();
  if (figures->pv_length == 0) return;
  struct figures last = *figures;
  last.line = 0;
  last.lines = 1;
  // An iteration that was cut short often knows no more than its move. A win is no longer than it says.
  if (last.score < WIN_BOUND && last.score > -WIN_BOUND && is_continued(&last)) {
    const int first = last.pv[0];
    last.pv_length = seen[first].length;
    for (int i = 0; i < last.pv_length; i++) last.pv[i] = seen[first].points[i];
  }
  char text[sizeof told];
  news(text, &last);
  if (strcmp(text, told) != 0) tell_news(&last, elapsed_ms);
}
