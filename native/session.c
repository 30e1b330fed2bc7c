#include "session.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#include "blocks.h"
#include "commands.h"
#include "ignored-input.h"
#include "platform.h"
#include "reply.h"
#include "text.h"

/** Room for the first word of a line; a longer word is no command. */
enum { NAME_SIZE = 32 };

/** A line to obey after the move that was called for has been sent. */
struct waiting_line {
  struct waiting_line *next;
  double read_at;
  char text[];
};

struct session {
  struct brain brain;
  struct block block;
  enum ignored_input ignored;
  struct waiting_line *waiting, **waiting_end;
  char line[MAX_LINE_LENGTH + 1];
  int line_length, is_past_first;
};

// One line.

/** Splits a line into its first word, in capitals, and the rest. */
static void split(const char *line, char name[NAME_SIZE], const char **args) {
  while (is_blank(*line)) line++;
  size_t length = 0;
  for (; line[length] != 0 && !is_blank(line[length]); length++)
    if (length < NAME_SIZE - 1) name[length] = (char)toupper((unsigned char)line[length]);
  name[length < NAME_SIZE - 1 ? length : NAME_SIZE - 1] = 0;
  line += length;
  while (is_blank(*line)) line++;
  *args = line;
}

/** @returns whether the line belongs to the open block; if not, it is a command */
static int goes_into_block(struct session *session, const char *name, char *line) {
  struct brain *brain = &session->brain;
  struct block *block = &session->block;
  if (strcmp(name, "DONE") == 0) {
    // The manager's clock has been running since the first line of the block.
    brain->read_at = block->read_at;
    const char *problem = obey_block(block, brain);
    block->name = 0;
    if (problem != 0) say_error(problem);
    return 1;
  }
  // INFO may come at any time. A reply to it would be taken for the answer to the block.
  if (strcmp(name, "INFO") == 0) return 0;
  if (command_of(name) != 0) {
    if (strcmp(name, "END") != 0) say(TEXT_BLOCK_ENDED(block->name, name));
    block->name = 0;
    return 0;
  }
  const char *problem = add_block_line(block, &brain->game, trimmed(line));
  if (problem != 0) say("DEBUG " TEXT_SKIPPED(problem));
  return 1;
}

/** Opens a block. If its lines follow on the same line, each word is one of them. */
static void open_block(struct session *session, const struct command *command, const char *refusal, const char *args) {
  struct block *block = &session->block;
  memset(block, 0, sizeof *block);
  block->name = command->name;
  block->read_at = session->brain.read_at;
  snprintf(block->refusal, sizeof block->refusal, "%s", refusal != 0 ? refusal : "");
  char items[MAX_LINE_LENGTH + 1];
  snprintf(items, sizeof items, "%s", args);
  for (char *item = items + strspn(items, " \t"); *item != 0 && block->name != 0;) {
    const size_t length = strcspn(item, " \t");
    char *next = item + length + strspn(item + length, " \t");
    item[length] = 0;
    char name[NAME_SIZE];
    const char *rest;
    split(item, name, &rest);
    goes_into_block(session, name, item);
    item = next;
  }
}

/** @returns why a command is refused now, null if it is obeyed */
static const char *refusal_of(struct brain *brain, const struct command *command) {
  // A search must be stoppable in any state.
  static const char *const NEVER_REFUSED[] = {"INFO", "ABOUT", "STOP", "YXSTOP", "END"};
  int can_refuse = 1;
  for (size_t i = 0; i < sizeof NEVER_REFUSED / sizeof *NEVER_REFUSED; i++)
    if (strcmp(command->name, NEVER_REFUSED[i]) == 0) can_refuse = 0;
  const char *problem = can_refuse ? take_memory_problem(brain) : 0;
  if (problem != 0) return problem;
  if (command->needs_game && !brain->has_game)
    return sentence(TEXT_BEFORE_START(command->name));
  if (command->is_busy_while_thinking && brain->job.kind != NO_JOB)
    return sentence(TEXT_BUSY(command->name));
  return 0;
}

/** Replies to a command that this program does not have. */
static void answer_unknown(struct session *session, const char *name, const char *line, const char *args) {
  const int is_yixin = strncmp(name, "YX", 2) == 0;
  if (is_yixin) session->ignored = ignored_after(name, args);
  if (!is_yixin || !session->brain.is_yixin_board) say(TEXT_UNKNOWN(quote(line)));
  else if (strcmp(name, "YXQUERYDATABASEALL") == 0 || strcmp(name, "YXQUERYDATABASEALLT") == 0) {
    // Yixin-Board redraws its board only after a query of its database.
    say("MESSAGE DATABASE REFRESH");
    say("MESSAGE DATABASE DONE");
  }
}

static void obey_command(struct session *session, const struct command *command, const char *args) {
  if (is_followed_by_file(command->name)) session->ignored = ignored_after(command->name, args);
  struct brain *brain = &session->brain;
  const char *refusal = refusal_of(brain, command);
  if (!command->opens_block) {
    const char *problem = refusal != 0 ? refusal : command->run(brain, args);
    if (problem != 0) say_error(problem);
    return;
  }
  // The lines of a refused block still come: they are read, and the refusal is the answer to DONE.
  if (refusal == 0 && !command->keeps_search) drop_job(brain);
  open_block(session, command, refusal, args);
}

static void obey(struct session *session, char *line) {
  struct brain *brain = &session->brain;
  char name[NAME_SIZE];
  const char *args;
  line = trimmed(line);
  split(line, name, &args);
  if (name[0] == 0) return;
  if (session->block.name != 0 && goes_into_block(session, name, line)) return;
  if (session->ignored != IGNORE_NOTHING && takes_ignored(&session->ignored, name, line)) return;
  session->ignored = IGNORE_NOTHING;
  if (strncmp(name, "YX", 2) == 0) note_yixin(brain, name);
  if (strcmp(name, "INFO") != 0 && strcmp(name, "ABOUT") != 0) end_pondering(brain);
  const struct command *command = command_of(name);
  if (command == 0) answer_unknown(session, name, line, args);
  else obey_command(session, command, args);
}

// Lines that wait for a move.

/** @returns whether a move must be sent before the line is obeyed; calls for the move if that has not been done */
static int must_wait(struct session *session, const char *line) {
  struct brain *brain = &session->brain;
  char name[NAME_SIZE];
  const char *args;
  split(line, name, &args);
  if (strcmp(name, "END") == 0) return 0;
  const struct command *command = command_of(name);
  const int starts_game = session->block.name == 0 && command != 0 && command->starts_game;
  // Yixin's front ends expect the move of a search that a new game ends; others expect not to get it.
  if (starts_game && brain->job.kind != NO_JOB && brain->is_yixin) stop_and_wait(brain);
  return brain->job.kind != NO_JOB && brain->job.is_called_for;
}

static void receive(struct session *session, char *line, double read_at) {
  if (!must_wait(session, line)) {
    session->brain.read_at = read_at;
    obey(session, line);
    return;
  }
  const size_t length = strlen(line);
  struct waiting_line *made = malloc(sizeof *made + length + 1);
  if (made == 0) return;
  made->next = 0;
  made->read_at = read_at;
  memcpy(made->text, line, length + 1);
  *session->waiting_end = made;
  session->waiting_end = &made->next;
}

/** Called after each answer that took a search. */
static void receive_waiting(void *owner) {
  struct session *session = owner;
  struct waiting_line *each = session->waiting;
  session->waiting = 0;
  session->waiting_end = &session->waiting;
  while (each != 0) {
    struct waiting_line *next = each->next;
    receive(session, each->text, each->read_at);
    free(each);
    each = next;
  }
}

// Bytes.

/** Managers whose system writes text as UTF-8 may begin with it. */
static const char BYTE_ORDER_MARK[] = "\xef\xbb\xbf";

static void flush(struct session *session, double read_at) {
  char *line = session->line;
  line[session->line_length] = 0;
  session->line_length = 0;
  const size_t mark_length = sizeof BYTE_ORDER_MARK - 1;
  const int is_marked = !session->is_past_first && strncmp(line, BYTE_ORDER_MARK, mark_length) == 0;
  session->is_past_first = 1;
  receive(session, is_marked ? line + mark_length : line, read_at);
}

struct session *open_session(void) {
  struct session *session = calloc(1, sizeof *session);
  if (session == 0) leave_without("memory");
  session->waiting_end = &session->waiting;
  open_brain(&session->brain, receive_waiting, session);
  return session;
}

void receive_bytes(struct session *session, const char *bytes, int count, double read_at) {
  for (int i = 0; i < count; i++) {
    if (bytes[i] == '\n' || bytes[i] == '\r') flush(session, read_at);
    // A zero byte would end the text: any other garbage does as well. What exceeds the limit is dropped.
    else if (session->line_length < MAX_LINE_LENGTH) session->line[session->line_length++] = bytes[i] == 0 ? '\1' : bytes[i];
  }
}

void receive_end(struct session *session, double read_at) {
  if (session->line_length > 0) flush(session, read_at);
  end_of_input(&session->brain);
}
